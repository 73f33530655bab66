do $$
declare
    v_zone text;
    v_refused text;
begin
    foreach v_zone in array array['UTC', 'Europe/Lisbon', 'America/Argentina/Buenos_Aires', 'Etc/GMT+3', 'CET', 'Japan'] loop
        perform task.check_zone(v_zone);
    end loop;
    foreach v_zone in array array['', 'PST', 'FOO5', 'utc+3', 'Europe/Atlantis', 'A/B5'] loop
        v_refused := null;
        begin
            perform task.check_zone(v_zone);
        exception when sqlstate 'PT422' then
            get stacked diagnostics v_refused = pg_exception_hint;
        end;
        assert v_refused = 'invalid_time_zone', v_zone || ' was taken';
    end loop;
end
$$;

do $$
declare
    v_port uuid := (select r.id from memory.remember('r', 'The user''s SSH port is 22.', 'ssh.port') r);
    v_words text;
begin
    perform memory.remember('r', 'The user lives in Lisbon.');
    perform memory.remember('r', 'The bakery opens at seven on Mondays.');
    perform memory.remember('r', 'The bakery opens at seven on Sundays.');
    perform memory.retain('r', 's', 'The SSH port of the user is 22', 'Noted');
    foreach v_words in array array[
        'The user''s SSH port is 22.', 'the user''s ssh port is 22', 'ssh.port', 'The SSH port is 22', 'User''s SSH port: 22',
        '- [fact] 2026-05-01: The user''s SSH port is 22.', '[fact] The user''s SSH port is 22.', '2026-05-01: The user''s SSH port is 22.'
    ] loop
        assert (select array_agg(w.id) = array[v_port] and max(w.key) = 'ssh.port' from memory.worded('r', v_words) w), format('%s is a fact', v_words);
    end loop;
    foreach v_words in array array['The port is closed', 'The user likes ports', 'Something else altogether', '', '???', null] loop
        assert not exists (select from memory.worded('r', v_words)), format('%s is none', v_words);
    end loop;
    assert (select count(*) from memory.worded('r', 'The bakery opens at seven')) = 2, 'what two facts say alike is both';
    assert (select count(*) from memory.worded('r', 'The bakery opens at seven on Mondays')) = 1, 'the exact wording is one';
    assert not exists (select from memory.worded('stranger', 'ssh.port')), 'of one owner';
    perform memory.remember('r', 'SSH port is 49222', 'ssh.port');
    assert not exists (select from memory.worded('r', 'The user''s SSH port is 22.')), 'an earlier value is no fact any more';
end
$$;

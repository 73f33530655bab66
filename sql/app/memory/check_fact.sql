-- Refuses a fact that does not fit: one place for every path that writes one.
create function memory.check_fact(p_resource_id text, p_content text, p_key text, p_importance double precision)
returns void
language plpgsql immutable
as $$
begin
    if coalesce(p_resource_id, '') = '' then
        raise sqlstate 'PT422' using message = 'A memory needs an owner.', hint = 'resource_missing';
    elsif coalesce(text.tidy(p_content), '') = '' then
        raise sqlstate 'PT422' using message = 'A fact needs some text.', hint = 'content_empty';
    elsif char_length(text.tidy(p_content)) > 2000 then
        raise sqlstate 'PT422' using message = 'A fact has at most 2,000 characters.', hint = 'content_too_long';
    elsif text.tidy(p_key) = '' then
        raise sqlstate 'PT422' using message = 'A key needs at least one character.', hint = 'key_empty';
    elsif char_length(text.tidy(p_key)) > 128 then
        raise sqlstate 'PT422' using message = 'A key has at most 128 characters.', hint = 'key_too_long';
    elsif p_importance is null or not p_importance between 0 and 1 then
        raise sqlstate 'PT422' using message = 'Importance is a number from 0 to 1.', hint = 'importance_out_of_range';
    end if;
end
$$;

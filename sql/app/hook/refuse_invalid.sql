-- Refuses a hook that the table would refuse, in words that name the field; what is right is not looked at twice.
create function hook.refuse_invalid(p_hook public.popagent_hooks)
returns void
language plpgsql stable
as $$
declare
    v_fault text := case
        when char_length(p_hook.matcher) > 1000 then 'matcher: at most 1,000 characters.'
        when p_hook.matcher !~ '^(([A-Za-z0-9_-]+\*?|\*)(,([A-Za-z0-9_-]+\*?|\*))*)?$' then
            'matcher: names separated by commas, each of letters, digits, - and _, the last character may be *. Empty means all.'
        when p_hook.kind = 'command' and cardinality(p_hook.argv) = 0 then 'argv: a command needs the absolute path of a program.'
        when p_hook.kind = 'command' and p_hook.url is not null then 'url: a command has no address.'
        when p_hook.kind = 'command' and p_hook.allow_loopback then 'allowLoopback: this is for http hooks.'
        when p_hook.kind = 'http' and p_hook.url is null then 'url: an http hook needs an address.'
        when p_hook.kind = 'http' and cardinality(p_hook.argv) > 0 then 'argv: an http hook has no program.'
        when char_length(p_hook.url) > 2000 then 'url: at most 2,000 characters.'
        when p_hook.kind = 'http' and cardinality(p_hook.secret_names) <> 1 then
            'secretNames: an http hook names one secret, which signs what it is sent.'
        when cardinality(p_hook.secret_names) > 20 then 'secretNames: at most 20.'
        when p_hook.timeout_ms not between 100 and 60000 then 'timeoutMs: from 100 to 60,000.'
        when not hook.is_gate(p_hook.event) and p_hook.on_failure = 'block' then
            'onFailure: hooks of this event are told what happened and cannot block it.'
    end;
begin
    if v_fault is not null then
        raise sqlstate 'PT422' using message = v_fault, hint = 'out_of_range';
    end if;
end
$$;

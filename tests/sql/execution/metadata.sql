do $$
declare
    v_id uuid := '00000000-0000-0000-0000-00000000000a';
begin
    assert execution.metadata(v_id, 'trace', 'm', '{"inputTokens": 3}') = '{"custom": {
        "turnId": "00000000-0000-0000-0000-00000000000a", "traceId": "trace", "model": "m", "usage": {"inputTokens": 3}
    }}', 'turn, trace and usage';
    assert execution.metadata(v_id, 'trace', 'm', '{}') = '{"custom": {
        "turnId": "00000000-0000-0000-0000-00000000000a", "traceId": "trace", "model": "m"
    }}', 'no usage is told while none is known';
end
$$;

-- Changes runtime settings by their columns' names: all of p_changes or nothing. The revision that the editor
-- saw must still be the stored one, else PT409 with the stored row as detail. Executions that run keep the
-- snapshot that they began with. A new default model must be in the catalogue, if that is complete.
create function settings.change_agent_runtime(
    p_revision bigint,
    p_changes jsonb,
    p_catalogue text[] default '{}',
    p_catalogue_is_complete boolean default false
)
returns table (settings jsonb, default_model text)
language plpgsql
as $$
declare
    v_row public.popagent_agent_runtime_settings%rowtype;
    v_new public.popagent_agent_runtime_settings%rowtype;
begin
    perform settings.check_agent_runtime(p_changes);
    select s.* into v_row
    from public.popagent_agent_runtime_settings s
    for update;
    if found and v_row.revision is distinct from p_revision then
        raise sqlstate 'PT409' using
            message = 'These settings changed in the meantime.',
            hint = 'revision_conflict',
            detail = (to_jsonb(v_row) - 'singleton')::text;
    end if;
    v_new := jsonb_populate_record(v_row, p_changes);
    if v_new.default_model not in ('', v_row.default_model) then
        perform settings.refuse_unknown_model(v_new.default_model, p_catalogue, p_catalogue_is_complete);
    end if;

    update public.popagent_agent_runtime_settings s
    set default_model = v_new.default_model,
        supervisor_max_steps = v_new.supervisor_max_steps,
        specialist_max_steps = v_new.specialist_max_steps,
        tool_call_concurrency = v_new.tool_call_concurrency,
        processor_retries = v_new.processor_retries,
        final_response_feedback = v_new.final_response_feedback,
        delegation_context_messages = v_new.delegation_context_messages,
        delegation_context_characters = v_new.delegation_context_characters,
        delegation_result_characters = v_new.delegation_result_characters,
        delegation_failure_text = v_new.delegation_failure_text,
        delegation_truncation_text = v_new.delegation_truncation_text,
        background_concurrency = v_new.background_concurrency,
        background_polling_ms = v_new.background_polling_ms,
        background_timeout_seconds = v_new.background_timeout_seconds,
        background_stale_after_seconds = v_new.background_stale_after_seconds,
        revision = s.revision + 1,
        updated_at = public.clock();
    return query
    select a.settings, a.default_model
    from settings.agent_runtime() a;
end
$$;

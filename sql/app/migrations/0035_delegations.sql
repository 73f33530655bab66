-- Delegations: a specialist's part of an execution, in a thread of its own that goes with the one it belongs to.

alter table popagent_threads
    add column parent_id text references popagent_threads (id) on delete cascade,
    add constraint only_delegations_belong_to_a_thread check (parent_id is null or kind = 'delegation');

create index popagent_threads_parent_id_idx on popagent_threads (parent_id) where parent_id is not null;

comment on column popagent_threads.parent_id is 'Thread in which it was delegated; null unless it is a delegation.';

alter table popagent_executions
    add column call_id text,
    add constraint only_delegations_answer_a_call check (call_id is null or kind = 'delegation');

comment on column popagent_executions.call_id is 'Tool call of the parent that it answers; null unless it is a delegation.';

comment on column popagent_executions.end_reason is
    'Why it ended: final, step_limit, length, content_filter, empty (no answer, asked again in vain), stopped, error, interrupted.';

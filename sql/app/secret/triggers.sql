-- What is heard of secrets.

create trigger a_value_rings
after insert or update on public.popagent_secrets
for each row execute function secret.ring();

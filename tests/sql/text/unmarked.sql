do $$
begin
    assert text.unmarked(e'# Plan\n> The **best** `pg_dump`\n\n```bash\npg_dump\n```\n| a | b |\n|---|:-:|\n| 1 | 2 |')
        = e'Plan\nThe best pg_dump\n\n\npg_dump\n\na | b\n\n1 | 2', text.unmarked(e'# Plan\n> The **best** `pg_dump`\n\n```bash\npg_dump\n```\n| a | b |\n|---|:-:|\n| 1 | 2 |');
    assert text.unmarked('3 * 4 # 5 > 2, foo_bar __init__ a | b <b>') = '3 * 4 # 5 > 2, foo_bar __init__ a | b <b>', 'what is no mark stays';
    assert text.unmarked(null) is null, 'nothing of nothing';
end
$$;

-- What is found: across sessions, in every language, and only of its owner.
do $$
declare
    v_case record;
    v_found text;
begin
    perform memory.remember('r', 'My cat is called Miso.');
    perform memory.retain('r', 'one', 'I moved to Lisbon', 'How exciting!', '2026-03-04');
    perform memory.remember('stranger', 'A stranger''s cat is called Nori.');
    assert (select c.content from memory.recall(p_resource_id => 'r', p_query => 'What is my cat called?', p_limit => 1) c)
        = 'My cat is called Miso.', 'a question finds a fact';
    assert not exists (select from memory.recall('r', 'Nori stranger')), 'of its own owner only';
    assert (select c.session_id from memory.recall('r', 'who moves to lisbon') c limit 1) = 'one', 'words are found in other forms';
    assert (select c.kind from memory.recall('r', 'what happened in march 2026?') c limit 1) = 'episode', 'an episode by its date';
    assert (select count(*) from memory.recall('r', 'cat lisbon', 1)) = 1 and (select count(*) from memory.recall('r', 'cat lisbon', 0)) = 0
        and (select count(*) from memory.recall('r', 'cat lisbon', null)) = 2 and (select count(*) from memory.recall('r', 'cat', -1)) = 0,
        'the limit holds';

    perform memory.remember('l', c)
    from unnest(array['外币汇率换算用欧元，税另计', '東京の天気は晴れ', '내일 회의는 세시', 'ประชุมวันจันทร์ตอนเช้า', 'الاجتماع يوم الاثنين',
        'हिन्दी में खोज', 'Zoë is naïve', 'Wohnt in der Schönstraße', 'Flight to İstanbul', 'Học tiếng Việt', U&'Ce\0301u\0308se in summer',
        'Что купил Пётр', 'deploy with foo_bar.py v2', 'numeros de la suerte', 'Hauptstrasse 5']) c;
    for v_case in
        select *
        from (values
            ('汇率', '外币%'), ('欧元换算', '外币%'), ('税', '外币%'), ('東京の天気', '東京%'), ('회의', '내일%'), ('วันจันทร์', 'ประชุม%'),
            ('اجتماع', 'الاجتماع%'), ('खोज', '%खोज'), ('zoe', 'Zoë%'), ('ZOË', 'Zoë%'), ('naive', 'Zoë%'), (U&'nai\0308ve', 'Zoë%'),
            ('schonstrasse', 'Wohnt%'), ('istanbul', 'Flight%'), ('ISTANBUL', 'Flight%'), ('tieng viet', 'Học%'), ('Céüse', 'Céüse%'),
            ('ceuse', 'Céüse%'), ('петр', '%Пётр'), ('foo_bar', 'deploy%'), ('bar', 'deploy%'), ('Ｚｏｅ', 'Zoë%'), ('números', 'numeros%'), ('HAUPTSTRAẞE', 'Hauptstrasse%'), ('hauptstraße', 'Hauptstrasse%')
        ) c (query, wanted)
    loop
        v_found := (select c.content from memory.recall('l', v_case.query, 1) c);
        assert v_found like v_case.wanted, format('%s finds %s', v_case.query, v_found);
    end loop;
end
$$;

-- What is no question finds nothing, and nothing breaks it.
do $$
declare
    v_query text;
begin
    perform memory.remember('r', 'What is up with John at x.org? a & b | foo: bar (really) ''quoted'' 的 的');
    foreach v_query in array array['the of and', '???', '🙂', '   ', '""', '的', '', '!', '<->', '(((', '＇', '%_', e'\\', ''':*', '$1', '{}'] loop
        assert not exists (select from memory.recall('r', v_query)), format('%s finds nothing', v_query);
    end loop;
    assert not exists (select from memory.recall('r', null)) and not exists (select from memory.recall(null, 'john')), 'null neither';
    foreach v_query in array array['What''s up, John?', 'a & | b foo:*', 'John <j@x.org>', '\"john":*', 'john%_', 'bar\'] loop
        assert exists (select from memory.recall('r', v_query)), format('%s finds what it says', v_query);
    end loop;
    assert exists (select from memory.recall('r', 'john ' || repeat(U&'\+01F3F3\fe0f\200d ', 60000))), 'whatever it is followed by';
    assert exists (select from memory.recall('r', repeat('padding words ', 45000) || ' john')), 'or comes after';
    assert not exists (select from memory.recall('r', repeat('x', 65536))), 'a huge word is a word';
end
$$;

-- Misspellings and kin: found, and marked as such.
do $$
begin
    perform memory.remember('r', 'The database is PostgreSQL.');
    perform memory.remember('r', 'Photographs are kept in the attic.');
    assert (select (c.content like '%PostgreSQL%', c.spelling > 0, c.own = c.spelling) = (true, true, true) from memory.recall('r', 'psotgresql') c limit 1), 'a misspelling';
    assert (select c.content from memory.recall('r', 'photo') c limit 1) like 'Photographs%', 'a word that begins alike';
    assert (select c.spelling from memory.recall('r', 'photographs') c limit 1) = 0, 'the word itself is no misspelling';
end
$$;

-- Order: relevance first; then facts before episodes, importance, and what is newer.
do $$
declare
    v_old uuid;
begin
    perform memory.retain('r', 's' || n, 'My favourite colour is green, I said green', 'Green as favourite colour, noted ' || n, '2026-01-01'::timestamptz + n * interval '1 day')
    from generate_series(1, 12) n;
    perform memory.remember('r', 'Favourite colour: green', p_importance => 0);
    assert (select (c.kind, c.lift > 0) = ('fact', true) from memory.recall('r', 'What is my favourite colour?') c limit 1), 'a fact comes before episodes that say no more';
    perform memory.remember('r', 'Likes the colour of the sea', p_importance => 1);
    assert (select c.content from memory.recall('r', 'favourite colour green') c limit 1) = 'Favourite colour: green', 'importance does not beat relevance';

    perform memory.remember('i', 'The red bicycle belongs to Anna', p_importance => 0.9);
    perform memory.remember('i', 'The red bicycle belongs to Hugo', p_importance => 0.1);
    assert (select c.content from memory.recall('i', 'red bicycle') c limit 1) like '%Anna', 'importance orders what is equally relevant';
    perform memory.remember('t', 'Bicycle qwertyuiopas');
    perform memory.remember('t', 'Bicycle mnbvcxzlkjhg');
    assert (select c.content from memory.recall('t', 'bicycle') c limit 1) = 'Bicycle mnbvcxzlkjhg', 'and age, what is equally important';
    perform memory.remember('n', 'The red bicycle belongs to Anna');
    perform memory.remember('n', 'The red bicycle belongs to Hugo');
    assert (select c.content from memory.recall('n', 'red bicycle') c limit 1) like '%Hugo', 'else the newer comes first';
end
$$;

-- What was corrected comes before its old wording, wherever that stands.
do $$
begin
    perform memory.remember('p', 'SSH port is 22', p_importance => 1);
    perform memory.remember('p', 'SSH port is now 49222', p_importance => 0.1);
    assert (select array_agg(c.content order by c.score desc) from memory.recall('p', 'which ssh port?') c)
        = array['SSH port is now 49222', 'SSH port is 22'], 'the newer of two facts that disagree, important or not';

    perform memory.remember('c', 'The SSH port is 22', 'ssh.port');
    perform memory.remember('c', 'SSH port of the server: 22', p_importance => 1);
    perform memory.retain('c', 's', 'The SSH port is 22, ssh port 22' || n, 'Noted: SSH port 22, the ssh port') from generate_series(1, 5) n;
    perform memory.remember('c', 'SSH port is now 49222', 'ssh.port');
    assert (select c.content from memory.recall('c', 'What is the SSH port?') c limit 1) = 'SSH port is now 49222', 'a corrected fact before episodes and unkeyed facts';
    assert not exists (select from memory.recall('c', 'ssh port', 50) c where c.content = 'The SSH port is 22'), 'its old value is not recalled';
end
$$;

-- Episodes borrow from their neighbours in the session, in the order they were stored, and from nobody else's.
do $$
declare
    v_found text[];
begin
    perform memory.retain('r', 'a', 'Shall we paint?', 'Gladly', '2026-01-01');
    perform memory.retain('r', 'a', 'What about the lighthouse?', 'A fine motif', '2026-01-01');
    perform memory.retain('r', 'a', 'It takes two hours', 'Then on Sunday', '2026-01-01');
    perform memory.retain('r', 'b', 'Nothing of that kind', 'Here neither', '2026-01-01');
    v_found := (select array_agg(c.content order by c.score desc) from memory.recall('r', 'lighthouse') c);
    assert array_length(v_found, 1) = 3 and v_found[1] like '%lighthouse%' and v_found[2] like '%two hours%' and v_found[3] like '%paint%',
        'the one after is lent more than the one before, another session nothing';
    assert (select bool_and((c.own = 0) = (c.lent > 0) and c.talk > 0) from memory.recall('r', 'lighthouse') c), 'and the parts say so';
    assert (select bool_and(abs(c.score - (c.own + c.lent + c.talk + c.lift) * (1 + 0.05 * c.importance)) < 1e-9) from memory.recall('r', 'lighthouse') c), 'the parts make the score';
end
$$;

-- It only reads.
do $$
begin
    perform memory.remember('r', 'Tea');
    set local transaction read only;
    assert exists (select from memory.recall('r', 'tea')), 'fit for a replica';
    assert (select b.block is not null from memory.recall_block('r', 'tea') b), 'its block as well';
end
$$;

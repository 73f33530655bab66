do $$
begin
    assert '的' = any (text.stop_characters()) and '는' = any (text.stop_characters()), 'particles say nothing alone';
    assert not '税' = any (text.stop_characters()), 'a noun does';
    assert (select bool_and(char_length(c) = 1) from unnest(text.stop_characters()) c), 'they are single characters';
end
$$;

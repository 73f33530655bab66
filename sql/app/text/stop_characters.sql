-- Single characters that carry no meaning alone in Chinese, Japanese or Korean, the stop words of n-grams.
create function text.stop_characters()
returns text[]
language sql immutable parallel safe
as $$
select string_to_array('的 了 是 在 和 也 就 都 而 及 与 與 着 或 之 乎 吗 嗎 呢 吧 啊 은 는 이 가 을 를 의 에 와 과 도', ' ')
$$;

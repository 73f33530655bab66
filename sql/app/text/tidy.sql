-- Text as it is stored: composed (NFC) and without blanks or invisible characters at its ends.
create function text.tidy(p_text text)
returns text
language sql immutable strict parallel safe
as $$
select regexp_replace(
    normalize(p_text, nfc),
    '^[\s\u0085\u00a0\u00ad\u180e\u2000-\u200f\u2028-\u202f\u205f-\u2064\u3000\ufeff]+|[\s\u0085\u00a0\u00ad\u180e\u2000-\u200f\u2028-\u202f\u205f-\u2064\u3000\ufeff]+$',
    '', 'g')
$$;

-- The same as `fold` in the contract, for texts that are searched and compared.
create function folded(t text) returns text language sql immutable parallel safe strict return
  trim(regexp_replace(
    case when octet_length(t) = char_length(t) then lower(translate(t, '''"`', ''))
    else replace(replace(replace(replace(translate(lower(regexp_replace(
      normalize(regexp_replace(t, '[''"`´‘’‚‛“”„ʹʻʼʾʿˈ′‵＇\u00AD\u034F\u061C\u180B-\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\u3164\uFE00-\uFE0F\uFEFF]', '', 'g'), nfkd),
      '[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]', '', 'g')),
      'ÆŒØĐÐŁÞøđðłı', 'æœoddlþoddli'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') end,
    '[-‐‑‒–—―−\s]+', ' ', 'g'));

create index concurrently if not exists places_folded on places using gin (folded(name || ' ' || coalesce(address, '')) gin_trgm_ops);
create index concurrently if not exists users_town on users (folded(city)) where city is not null;

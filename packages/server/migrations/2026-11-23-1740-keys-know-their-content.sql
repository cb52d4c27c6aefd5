-- A key used again for something else is refused; null for keys of older nodes, which do not compare.
alter table idempotency_keys add column content text;

-- From 18.7 on PostgreSQL adds no column with a default to a table whose row type the parsed body of a function uses. As text
-- the body is parsed when it runs, until a later migration replaces it.
do $$ begin
  execute format(
    'create or replace function shared_json_of(p places) returns text language sql stable as %L',
    regexp_replace(pg_get_function_sqlbody('shared_json_of(places)'::regprocedure), '^RETURN', 'select'));
end $$;

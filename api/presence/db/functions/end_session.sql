CREATE OR REPLACE FUNCTION end_session(p_token bytea) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$ DELETE FROM login_session WHERE token_hash = p_token $$

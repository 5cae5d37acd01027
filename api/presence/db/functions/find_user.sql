CREATE OR REPLACE FUNCTION find_user(p_email text) RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT id FROM users WHERE email = lower(p_email) $$

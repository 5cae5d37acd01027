CREATE OR REPLACE FUNCTION finish_login(p_attempt uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  DELETE FROM login_attempt WHERE id = p_attempt;
  DELETE FROM login_guess WHERE id = p_attempt
$$

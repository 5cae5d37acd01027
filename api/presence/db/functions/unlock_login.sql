-- Tries of one account are forgotten, so that its owner may try again at once.
CREATE OR REPLACE FUNCTION unlock_login(p_email text) RETURNS integer
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  WITH gone AS (
    DELETE FROM login_attempt
     WHERE account = sha256(convert_to(lower(p_email), 'UTF8')) RETURNING 1)
  SELECT count(*)::integer FROM gone
$$

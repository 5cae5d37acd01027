-- How often logging in failed lately; whose account it is nobody reads from the table.
CREATE OR REPLACE FUNCTION failed_logins(p_email text) RETURNS integer
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT count(*)::integer FROM login_attempt
   WHERE account = sha256(convert_to(lower(p_email), 'UTF8'))
     AND attempted_at > now() - interval '1 hour'
$$

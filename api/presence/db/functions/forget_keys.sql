CREATE OR REPLACE FUNCTION forget_keys()
RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $function$ DELETE FROM api_key WHERE user_id = (SELECT NULLIF(current_setting('app.user_id', true), '')::uuid) $function$

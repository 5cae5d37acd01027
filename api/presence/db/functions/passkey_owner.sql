CREATE OR REPLACE FUNCTION passkey_owner(p_credential bytea) RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT user_id FROM passkey WHERE credential_id = p_credential $$

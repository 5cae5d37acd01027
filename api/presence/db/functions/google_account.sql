CREATE OR REPLACE FUNCTION google_account(p_subject text) RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT user_id FROM google_identity WHERE subject = p_subject $$

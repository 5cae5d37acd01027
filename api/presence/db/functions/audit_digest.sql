CREATE OR REPLACE FUNCTION audit_digest(p_salt bytea, p_value jsonb) RETURNS bytea
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT sha256(p_salt || convert_to(audit_canonical(p_value), 'UTF8')) $$

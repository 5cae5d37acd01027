CREATE OR REPLACE FUNCTION due_deletions() RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT id FROM users WHERE deletion_at <= now() ORDER BY deletion_at LIMIT 100 $$

-- The operator's command line knows a run's id and must find out as which tenant to read it.
CREATE OR REPLACE FUNCTION workspace_of_run(p_run uuid) RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT r.workspace_id FROM run r WHERE r.id = p_run $$

-- An example takes nobody's place: there is at most one for a person.
CREATE OR REPLACE FUNCTION count_workspaces() RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT count(*) FROM membership m
    JOIN workspace w ON w.id = m.workspace_id AND w.deleted_at IS NULL AND w.example_of IS NULL
    WHERE m.user_id = (SELECT NULLIF(current_setting('app.user_id', true), '')::uuid)
$$

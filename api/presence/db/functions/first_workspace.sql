-- The oldest one that is not an example.
CREATE OR REPLACE FUNCTION first_workspace() RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT m.workspace_id FROM membership m
    JOIN workspace w ON w.id = m.workspace_id AND w.deleted_at IS NULL AND w.example_of IS NULL
    WHERE m.user_id = (SELECT NULLIF(current_setting('app.user_id', true), '')::uuid)
    ORDER BY m.created_at, m.workspace_id LIMIT 1
$$

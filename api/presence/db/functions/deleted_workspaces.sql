-- Workspaces the bound user owns and deleted: they can be had back for seven days.
CREATE OR REPLACE FUNCTION deleted_workspaces() RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT w.id FROM workspace w JOIN membership m ON m.workspace_id = w.id AND m.role = 'owner'
    WHERE m.user_id = (SELECT NULLIF(current_setting('app.user_id', true), '')::uuid)
      AND w.deleted_at > now() - interval '7 days'
    ORDER BY w.deleted_at DESC
$$

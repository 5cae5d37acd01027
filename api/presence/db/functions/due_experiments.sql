CREATE OR REPLACE FUNCTION due_experiments(p_now timestamptz, p_limit integer)
RETURNS TABLE (workspace_id uuid, experiment_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT e.workspace_id, e.id FROM experiment e
  JOIN workspace w ON w.id = e.workspace_id AND w.deleted_at IS NULL
  WHERE e.status = 'running' AND e.ends_at <= p_now ORDER BY e.ends_at LIMIT p_limit
$$

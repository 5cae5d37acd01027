CREATE OR REPLACE FUNCTION due_held_assistants(p_now timestamptz, p_limit integer)
RETURNS TABLE (workspace_id uuid, brand_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT s.workspace_id, s.brand_id FROM run_schedule s
  JOIN workspace w ON w.id = s.workspace_id
  WHERE s.held_until <= p_now AND w.deleted_at IS NULL
  ORDER BY s.held_until LIMIT p_limit
$$

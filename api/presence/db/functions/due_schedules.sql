CREATE OR REPLACE FUNCTION due_schedules(p_now timestamp with time zone, p_limit integer)
RETURNS TABLE (workspace_id uuid, brand_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $function$
  SELECT s.workspace_id, s.brand_id FROM run_schedule s
  JOIN workspace a ON a.id = s.workspace_id AND a.deleted_at IS NULL
  WHERE s.next_run_at <= p_now ORDER BY s.next_run_at LIMIT p_limit
$function$

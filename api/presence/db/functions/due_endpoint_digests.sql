CREATE OR REPLACE FUNCTION due_endpoint_digests(p_now timestamp with time zone, p_limit integer)
RETURNS TABLE (workspace_id uuid, endpoint_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $function$
  SELECT e.workspace_id, e.id FROM endpoint e
  JOIN workspace a ON a.id = e.workspace_id AND a.deleted_at IS NULL
  WHERE e.status = 'active' AND e.digest_at <= p_now ORDER BY e.digest_at LIMIT p_limit
$function$

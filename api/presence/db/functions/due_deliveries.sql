-- A few of each endpoint, so that one with a long line of messages does not hide the others.
CREATE OR REPLACE FUNCTION due_deliveries(p_now timestamp with time zone, p_limit integer)
RETURNS TABLE (workspace_id uuid, delivery_id uuid, endpoint_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $function$
  SELECT w.workspace_id, w.id, w.endpoint_id FROM (
    SELECT d.workspace_id, d.id, d.endpoint_id, d.next_at,
      row_number() OVER (PARTITION BY d.endpoint_id ORDER BY d.next_at, d.id) AS place
    FROM delivery d JOIN workspace a ON a.id = d.workspace_id AND a.deleted_at IS NULL
    WHERE d.status = 'waiting' AND d.next_at <= p_now) w
  WHERE w.place <= 4 ORDER BY w.place, w.next_at LIMIT p_limit
$function$

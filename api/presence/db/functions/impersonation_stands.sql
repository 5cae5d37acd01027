CREATE OR REPLACE FUNCTION impersonation_stands(p_id uuid)
RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $function$
  SELECT EXISTS (
    SELECT FROM impersonation i
      JOIN staff f ON f.id = i.staff_id AND f.status = 'active' AND f.role IN ('support-l2', 'admin')
     WHERE i.id = p_id AND i.started_at IS NOT NULL AND i.ended_at IS NULL AND i.ends_at > now()
       AND EXISTS (
       SELECT FROM membership m JOIN workspace w ON w.id = m.workspace_id AND w.deleted_at IS NULL
        WHERE m.workspace_id = i.workspace_id AND m.user_id = i.user_id))
$function$

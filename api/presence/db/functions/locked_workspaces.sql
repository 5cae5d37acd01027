CREATE OR REPLACE FUNCTION locked_workspaces(p_user uuid)
RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $function$
  SELECT m.workspace_id FROM membership m JOIN workspace w ON w.id = m.workspace_id
   WHERE m.user_id = p_user AND w.require_second_factor
     AND NOT has_second_factor(p_user)
$function$

-- The bound user's workspaces; those they alone belong to end with the account.
CREATE OR REPLACE FUNCTION my_workspaces()
RETURNS TABLE (workspace_id uuid, role text, alone boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $function$
  SELECT m.workspace_id, CASE WHEN m.paused THEN 'paused' ELSE m.role::text END, NOT EXISTS (
      SELECT FROM membership o WHERE o.workspace_id = m.workspace_id AND o.user_id <> m.user_id)
    FROM membership m JOIN workspace w ON w.id = m.workspace_id AND w.deleted_at IS NULL
   WHERE m.user_id = (SELECT NULLIF(current_setting('app.user_id', true), '')::uuid) ORDER BY m.created_at, m.workspace_id
$function$

-- Shared workspaces in which the bound user is the only owner.
CREATE OR REPLACE FUNCTION left_ownerless()
RETURNS SETOF uuid
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $function$

  SELECT pg_advisory_xact_lock(hashtextextended(held.workspace_id::text, 3))
    FROM (SELECT workspace_id FROM membership WHERE user_id = (SELECT NULLIF(current_setting('app.user_id', true), '')::uuid) AND role = 'owner'
           ORDER BY workspace_id) held;
  SELECT m.workspace_id FROM membership m
    JOIN workspace w ON w.id = m.workspace_id AND w.deleted_at IS NULL
   WHERE m.user_id = (SELECT NULLIF(current_setting('app.user_id', true), '')::uuid) AND m.role = 'owner'
     AND NOT EXISTS (SELECT FROM membership o WHERE o.workspace_id = m.workspace_id
                      AND o.role = 'owner' AND o.user_id <> m.user_id
                      AND EXISTS (SELECT FROM users u WHERE u.id = o.user_id AND u.deletion_at IS NULL))
     AND EXISTS (SELECT FROM membership o WHERE o.workspace_id = m.workspace_id
                  AND o.user_id <> m.user_id)
$function$

-- A key acts for the member who made it, with that member's role of the moment, in its own
-- workspace; one made for all of them also where its maker is owner or admin.
CREATE OR REPLACE FUNCTION resolve_api_key(p_hash bytea, p_workspace uuid)
RETURNS TABLE (key_id uuid, user_id uuid, workspace_id uuid, role text, scope text, prefix text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $function$
DECLARE v_stale boolean;
BEGIN
  SELECT k.id, k.user_id, m.workspace_id,
         CASE WHEN m.paused THEN 'paused' ELSE m.role END, k.scope, k.prefix,
         coalesce(k.last_used_at < now() - interval '1 minute', true)
    INTO key_id, user_id, workspace_id, role, scope, prefix, v_stale
    FROM api_key k
    JOIN users u ON u.id = k.user_id AND u.is_active AND u.deletion_at IS NULL
    JOIN workspace h ON h.id = k.workspace_id AND h.deleted_at IS NULL
    JOIN membership m ON m.user_id = k.user_id
      AND m.workspace_id = coalesce(p_workspace, k.workspace_id)
    JOIN workspace w ON w.id = m.workspace_id AND w.deleted_at IS NULL
    -- guard: keys.old-secret-in-time -> WHERE (k.key_hash = p_hash OR k.previous_hash = p_hash)
    WHERE (k.key_hash = p_hash OR k.previous_hash = p_hash AND k.previous_until > now())
      AND (k.expires_at IS NULL OR k.expires_at > now()) -- guard: keys.in-time
      AND (m.workspace_id = k.workspace_id OR k.every_workspace AND m.role IN ('owner', 'admin')
           AND (NOT w.require_second_factor OR has_second_factor(k.user_id)));
  IF key_id IS NULL THEN
    RETURN;
  END IF;
  IF v_stale THEN
    UPDATE api_key k SET last_used_at = now() WHERE k.id = key_id;
  END IF;
  PERFORM set_config('app.user_id', user_id::text, true),
          set_config('app.workspace_id', workspace_id::text, true);
  RETURN NEXT;
END $function$

-- `app.impersonation` tells the caller of the same statement whose session it is; see
-- `identity/queries/sessions.py`.
CREATE OR REPLACE FUNCTION resolve_session(p_token bytea, p_idle interval)
RETURNS TABLE (session_id uuid, user_id uuid, workspace_id uuid, role text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $function$
DECLARE v_stale boolean; v_impersonation uuid;
BEGIN
  SELECT s.id, s.user_id, m.workspace_id, m.role, s.impersonation_id,
         s.last_seen_at < now() - interval '5 minutes' OR m.unseen AND s.impersonation_id IS NULL
    INTO session_id, user_id, workspace_id, role, v_impersonation, v_stale
    FROM login_session s
    JOIN users u ON u.id = s.user_id AND u.is_active
    LEFT JOIN LATERAL (
      SELECT b.workspace_id, CASE WHEN s.impersonation_id IS NULL AND w.require_second_factor
                  AND NOT has_second_factor(b.user_id) THEN 'locked'
                  WHEN b.paused THEN 'paused' ELSE b.role END AS role,
             b.last_active_at IS NULL AS unseen
        FROM membership b
        JOIN workspace w ON w.id = b.workspace_id AND w.deleted_at IS NULL
        WHERE b.user_id = s.user_id
          AND (s.impersonation_id IS NULL OR b.workspace_id = s.workspace_id)
        ORDER BY (b.workspace_id = s.workspace_id) DESC NULLS LAST, w.example_of IS NOT NULL,
                 b.created_at, b.workspace_id
        LIMIT 1
    ) m ON true
    WHERE s.token_hash = p_token
      AND s.expires_at > now() -- guard: session.ended
      AND s.last_seen_at > now() - p_idle -- guard: session.idle
      AND (s.impersonation_id IS NULL OR impersonation_stands(s.impersonation_id));
  IF session_id IS NULL THEN
    RETURN;
  END IF;
  IF v_stale THEN
    UPDATE login_session s SET last_seen_at = now() WHERE s.id = session_id;
    UPDATE membership b SET last_active_at = now()
      WHERE b.workspace_id = resolve_session.workspace_id AND b.user_id = resolve_session.user_id
        AND v_impersonation IS NULL;
  END IF;
  PERFORM set_config('app.user_id', user_id::text, true),
          set_config('app.workspace_id', coalesce(workspace_id::text, ''), true),
          set_config('app.impersonation', coalesce(v_impersonation::text, ''), true);
  RETURN NEXT;
END $function$

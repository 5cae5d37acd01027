-- Asked by who restricts and traces; it looks for itself, so that either guard holds alone.
CREATE OR REPLACE FUNCTION impersonation_of(p_token bytea)
RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $function$
  SELECT jsonb_build_object(
      'id', i.id, 'staffId', i.staff_id, 'actor', f.name, 'userId', i.user_id,
      'workspaceId', i.workspace_id, 'mode', i.mode, 'reason', i.reason, 'endsAt', i.ends_at)
    FROM login_session s
    JOIN impersonation i ON i.id = s.impersonation_id AND i.ended_at IS NULL AND i.ends_at > now()
    JOIN staff f ON f.id = i.staff_id AND f.status = 'active' AND f.role IN ('support-l2', 'admin')
   WHERE s.token_hash = p_token AND s.expires_at > now()
     AND EXISTS (
       SELECT FROM membership m JOIN workspace w ON w.id = m.workspace_id AND w.deleted_at IS NULL
        WHERE m.workspace_id = i.workspace_id AND m.user_id = i.user_id)
$function$

CREATE OR REPLACE FUNCTION user_document(
  p_token bytea, p_idle interval, p_now timestamp with time zone)
RETURNS text
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $function$
  SELECT json_build_object(
    'id', u.id,
    'firstName', u.first_name,
    'lastName', u.last_name,
    'email', u.email,
    'emailVerified', u.email_verified,
    'locale', u.locale,
    'timeZone', u.time_zone,
    'createdAt', to_char(u.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'plan', (
      SELECT json_build_object(
        'id', p.id, 'name', p.name, 'status', s.status,
        'billingFrequency', s.billing_frequency, 'active', s.status = 'active')
      FROM current_subscription(p_now) s JOIN plans p ON p.id = s.plan_id
      WHERE s.workspace_id = r.workspace_id AND r.role <> 'locked'),
    'workspaces', (
      SELECT coalesce(json_agg(json_build_object('id', w.id, 'name', w.name, 'role', m.role, 'paused', m.paused,
                                                'example', w.example_of IS NOT NULL)
                      ORDER BY m.created_at, w.id), '[]')
      FROM membership m JOIN workspace w ON w.id = m.workspace_id AND w.deleted_at IS NULL
      WHERE m.user_id = r.user_id),
    'currentWorkspaceId', r.workspace_id,
    'secondFactorDue', coalesce(r.role = 'locked', false)
  )::text
  FROM resolve_session(p_token, p_idle) r JOIN users u ON u.id = r.user_id
$function$

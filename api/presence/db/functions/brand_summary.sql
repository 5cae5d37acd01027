-- The dashboard in one round trip: the first statement resolves the session and binds the tenant,
-- the second reads under row security. Texts, in the order of `SummaryRow`; only the role when the
-- workspace has no such brand; NULL when the token opens no session.
CREATE OR REPLACE FUNCTION brand_summary(
  p_token bytea, p_idle interval, p_brand uuid, p_now timestamp with time zone)
RETURNS text[]
LANGUAGE plpgsql
AS $function$
DECLARE
  v_role text;
  v_row text[];
BEGIN
  SELECT coalesce(r.role, '') INTO v_role FROM resolve_session(p_token, p_idle) r;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  SELECT ARRAY[v_role,
      json_build_object(
        'brand', json_build_object('id', b.id, 'name', b.name, 'websiteUrl', b.website_url,
          'source', b.source, 'targetAudience', b.target_audience),
        'plan', CASE WHEN c.plan_id IS NOT NULL THEN json_build_object('id', c.plan_id,
          'name', p.name, 'status', c.status, 'billingFrequency', c.billing_frequency,
          'active', c.status = 'active') END,
        'hasWebsite', b.website_url IS NOT NULL,
        'asOf', p_now)::text,
      v.document,
      to_json(b.created_at)#>>'{}', to_json(v.last_run_at)#>>'{}', c.plan_id::text, c.status,
      to_json(c.current_period_start)#>>'{}', to_json(c.current_period_end)#>>'{}',
      to_json(c.trial_end)#>>'{}', to_json(c.end_date)#>>'{}', c.metadata ->> 'pastDueSince', to_json(s.next_run_at)#>>'{}', s.skipped_reason]
    INTO v_row
    FROM brand b
    LEFT JOIN brand_results v ON v.workspace_id = b.workspace_id AND v.brand_id = b.id
    LEFT JOIN run_schedule s ON s.workspace_id = b.workspace_id AND s.brand_id = b.id
    LEFT JOIN current_subscription(p_now) c ON c.workspace_id = b.workspace_id
    LEFT JOIN plans p ON p.id = c.plan_id
    WHERE b.id = p_brand AND b.status <> 'deleted';
  RETURN coalesce(v_row, ARRAY[v_role]);
END $function$

-- What time alone has changed: access that ended, periods that must have moved on unheard, limits
-- that support had moved until now.
CREATE OR REPLACE FUNCTION billing_due(p_now timestamptz, p_limit integer)
RETURNS TABLE (workspace uuid, subscription uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  (SELECT s.workspace_id, s.id FROM subscriptions s
    LEFT JOIN plan_standing p ON p.workspace_id = s.workspace_id
    LEFT JOIN stripe_customer c ON c.workspace_id = s.workspace_id
    WHERE s.status <> 'expired' AND (
      s.access_until <= p_now AND (coalesce(p.plan_id, 0) <> 0 OR s.processor = 'manual')
      OR s.processor = 'stripe' AND coalesce(c.settled_at, s.created_at) <
        CASE WHEN s.current_period_end <= p_now AND s.access_until > p_now
          THEN greatest(s.current_period_end, p_now - interval '10 minutes')
          ELSE p_now - interval '1 day' END)
    ORDER BY s.access_until NULLS LAST LIMIT p_limit)
  UNION ALL
  (SELECT o.workspace_id, o.id FROM limit_override o WHERE o.expires_at <= p_now
    ORDER BY o.expires_at LIMIT p_limit)
$$

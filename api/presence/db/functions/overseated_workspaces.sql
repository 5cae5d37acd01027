-- More than one member may act, and no subscription gives access. When access ends is decided in
-- `billing/entitlements.py` and stored with the subscription.
CREATE OR REPLACE FUNCTION overseated_workspaces() RETURNS TABLE (workspace_id uuid, id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT m.workspace_id, m.workspace_id FROM membership m
    JOIN workspace w ON w.id = m.workspace_id AND w.deleted_at IS NULL
      AND coalesce(w.seats_settled_at < now() - interval '10 minutes', true)
    WHERE NOT m.paused AND NOT EXISTS (
      SELECT 1 FROM subscriptions s WHERE s.workspace_id = m.workspace_id
        AND s.status <> 'expired' AND (s.access_until IS NULL OR s.access_until > now()))
    GROUP BY m.workspace_id HAVING count(*) > 1 LIMIT 100
$$

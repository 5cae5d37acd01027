-- More than one member may act, and no subscription row that still counts says they may.
CREATE OR REPLACE FUNCTION overseated_workspaces() RETURNS TABLE (workspace_id uuid, id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT m.workspace_id, m.workspace_id FROM membership m
    JOIN workspace w ON w.id = m.workspace_id AND w.deleted_at IS NULL
      AND coalesce(w.seats_settled_at < now() - interval '10 minutes', true)
    WHERE NOT m.paused AND NOT EXISTS (
      SELECT 1 FROM subscriptions s WHERE s.workspace_id = m.workspace_id
        AND (s.end_date IS NULL OR s.end_date > now()) AND (
          s.status = 'active'
          OR s.status = 'canceled' AND s.current_period_end > now()
          OR s.status = 'trialing' AND coalesce(s.trial_end > now(), true)
          OR s.status = 'past_due' AND coalesce(
            (s.metadata ->> 'pastDueSince')::timestamptz, s.current_period_start)
            + interval '7 days' > now()))
    GROUP BY m.workspace_id HAVING count(*) > 1 LIMIT 100
$$

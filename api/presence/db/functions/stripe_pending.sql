CREATE OR REPLACE FUNCTION stripe_pending(p_now timestamptz, p_limit integer)
RETURNS TABLE (workspace uuid, delivery uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT workspace_id, id FROM stripe_delivery
    WHERE state = 'pending' AND next_attempt_at <= p_now
    ORDER BY next_attempt_at LIMIT p_limit
$$

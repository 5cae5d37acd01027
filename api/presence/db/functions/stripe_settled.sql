-- Whatever had arrived before Stripe was asked is part of its answer.
CREATE OR REPLACE FUNCTION stripe_settled(p_asked timestamptz, p_now timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  UPDATE stripe_delivery SET state = 'processed', processed_at = p_now, error = NULL,
      attempts = attempts + 1
    WHERE workspace_id = NULLIF(current_setting('app.workspace_id', true), '')::uuid
      AND state IN ('pending', 'failed')
      AND received_at <= p_asked
$$

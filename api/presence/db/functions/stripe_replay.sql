CREATE OR REPLACE FUNCTION stripe_replay(p_event text, p_now timestamptz, OUT delivery uuid,
  OUT workspace uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  UPDATE stripe_delivery d SET state = 'pending', next_attempt_at = p_now, error = NULL,
      workspace_id = coalesce(d.workspace_id, (SELECT c.workspace_id FROM stripe_customer c
        WHERE c.customer_id = d.customer_id ORDER BY c.created_at DESC LIMIT 1))
    WHERE d.event_id = p_event AND EXISTS (SELECT FROM stripe_customer c
      WHERE c.customer_id = d.customer_id)
    RETURNING d.id, d.workspace_id INTO delivery, workspace;
END $$

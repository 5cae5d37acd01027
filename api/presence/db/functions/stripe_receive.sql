-- An event is stored once. The workspace is that of the customer it is about, if it is one of ours.
CREATE OR REPLACE FUNCTION stripe_receive(
  p_event text, p_type text, p_customer text, p_wanted boolean,
  p_happened timestamptz, p_now timestamptz, OUT delivery uuid, OUT workspace uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  SELECT c.workspace_id INTO workspace FROM stripe_customer c
    WHERE c.customer_id = p_customer ORDER BY c.created_at DESC LIMIT 1;
  INSERT INTO stripe_delivery
    (event_id, event_type, customer_id, workspace_id, state, happened_at, next_attempt_at)
    VALUES (p_event, p_type, p_customer, workspace,
      CASE WHEN NOT p_wanted THEN 'ignored' WHEN workspace IS NULL THEN 'unmatched'
        ELSE 'pending' END, p_happened, p_now + interval '1 minute')
    ON CONFLICT (event_id) DO NOTHING RETURNING id INTO delivery;
END $$

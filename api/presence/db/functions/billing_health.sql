-- Numbers for an alert and a metric; no row leaves.
CREATE OR REPLACE FUNCTION billing_health(
  p_since timestamptz, OUT drifted bigint, OUT customers bigint,
  OUT pending bigint, OUT failed bigint, OUT unmatched bigint, OUT oldest timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT
    (SELECT count(*) FROM stripe_customer WHERE drift <> '[]' AND reconciled_at >= p_since),
    (SELECT count(*) FROM stripe_customer),
    count(*) FILTER (WHERE state = 'pending'), count(*) FILTER (WHERE state = 'failed'),
    count(*) FILTER (WHERE state = 'unmatched'),
    min(received_at) FILTER (WHERE state = 'pending')
  FROM stripe_delivery
$$

-- Which subscription row counts at a moment, in one place for what reads it without the service: not
-- expired, not past its end, and a canceled one only until its period is over. The caller's rights
-- apply, and the caller's clock decides.
CREATE OR REPLACE FUNCTION current_subscription(p_now timestamptz) RETURNS SETOF subscriptions
LANGUAGE sql STABLE
AS $$
  SELECT * FROM subscriptions
  WHERE status <> 'expired'
    AND (end_date IS NULL OR end_date > p_now)
    AND (status <> 'canceled' OR current_period_end > p_now)
$$

CREATE OR REPLACE FUNCTION stripe_delivery_failed(
  p_id uuid, p_error text, p_next timestamptz, p_most integer) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  UPDATE stripe_delivery SET attempts = attempts + 1, error = left(p_error, 500),
      next_attempt_at = p_next,
      state = CASE WHEN attempts + 1 >= p_most THEN 'failed' ELSE state END
    WHERE id = p_id AND workspace_id = NULLIF(current_setting('app.workspace_id', true), '')::uuid
      AND state = 'pending'
$$

CREATE OR REPLACE FUNCTION engine_health(p_gates bytea[], p_now timestamptz)
RETURNS TABLE (gate bytea, state text, until timestamptz, last_error text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT id,
    CASE WHEN open_until IS NOT NULL THEN 'down' WHEN paused_until > p_now THEN 'slowed'
      WHEN failures > 0 THEN 'unsteady' ELSE 'ok' END,
    coalesce(open_until, CASE WHEN paused_until > p_now THEN paused_until END),
    engine_gate.last_error
  FROM engine_gate WHERE id = ANY (p_gates)
$$

CREATE OR REPLACE FUNCTION engine_finish(
  p_gate bytea, p_slot uuid, p_now timestamptz, p_outcome text, p_code text, p_tokens bigint,
  p_pause_s double precision, p_threshold integer, p_open_s double precision
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  v_gate engine_gate;
  v_second bigint := floor(extract(epoch FROM p_now));
  v_tokens bigint;
BEGIN
  SELECT * INTO v_gate FROM engine_gate WHERE id = p_gate FOR UPDATE;
  DELETE FROM engine_slot WHERE id = p_slot RETURNING tokens INTO v_tokens;
  v_tokens := coalesce(p_tokens, v_tokens, 0);
  IF v_tokens > 0 THEN
    INSERT INTO engine_window (gate, second, tokens) VALUES (p_gate, v_second, v_tokens)
      ON CONFLICT (gate, second) DO UPDATE SET tokens = engine_window.tokens + v_tokens;
  END IF;
  IF p_pause_s > 0 THEN
    UPDATE engine_gate
      SET paused_until = greatest(paused_until, p_now + make_interval(secs => p_pause_s))
      WHERE id = p_gate;
  END IF;
  IF p_outcome = 'ok' THEN
    IF v_gate.failures > 0 OR v_gate.open_until IS NOT NULL THEN
      UPDATE engine_gate SET failures = 0, opens = 0, open_until = NULL, probe_until = NULL,
        last_error = '' WHERE id = p_gate;
    END IF;
  ELSIF p_outcome = 'slow-down' THEN
    UPDATE engine_gate SET probe_until = NULL, last_error = p_code WHERE id = p_gate;
  ELSIF v_gate.open_until <= p_now
    OR (v_gate.open_until IS NULL AND v_gate.failures + 1 >= p_threshold) THEN
    UPDATE engine_gate SET failures = failures + 1, opens = opens + 1, probe_until = NULL,
      last_error = p_code,
      open_until = p_now + make_interval(secs => least(300, p_open_s * 2 ^ least(opens, 10)))
      WHERE id = p_gate;
  ELSE
    UPDATE engine_gate SET failures = failures + 1, last_error = p_code WHERE id = p_gate;
  END IF;
END $$

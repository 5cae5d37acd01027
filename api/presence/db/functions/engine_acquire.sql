-- A grant counts for 65 s, not 60: the provider counts a request when it arrives, up to some
-- seconds after the grant, and workers' clocks differ a little. Tokens of a request count as
-- estimated until it ended, and as used from then on, because a provider may count them at either
-- end. The row lock on the gate makes looking and taking one step for all workers.
CREATE OR REPLACE FUNCTION engine_acquire(
  p_gate bytea, p_slot uuid, p_now timestamptz, p_lease_s double precision,
  p_concurrency integer, p_requests integer, p_token_limit bigint, p_tokens integer
) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  v_gate engine_gate;
  v_second bigint := floor(extract(epoch FROM p_now));
  v_lease interval := make_interval(secs => p_lease_s);
  v_busy integer;
  v_flying bigint;
  v_requests bigint;
  v_tokens bigint;
  v_free bigint;
BEGIN
  SELECT * INTO v_gate FROM engine_gate WHERE id = p_gate FOR UPDATE;
  IF NOT FOUND THEN
    INSERT INTO engine_gate (id) VALUES (p_gate) ON CONFLICT DO NOTHING;
    SELECT * INTO v_gate FROM engine_gate WHERE id = p_gate FOR UPDATE;
  END IF;
  IF v_gate.open_until > p_now THEN
    RETURN 'open ' || extract(epoch FROM v_gate.open_until - p_now);
  ELSIF v_gate.probe_until > p_now THEN
    RETURN 'probing ' || extract(epoch FROM v_gate.probe_until - p_now);
  ELSIF v_gate.paused_until > p_now THEN
    RETURN 'paused ' || extract(epoch FROM v_gate.paused_until - p_now);
  END IF;
  DELETE FROM engine_slot WHERE gate = p_gate AND expires_at <= p_now;
  SELECT count(*), coalesce(sum(tokens), 0) INTO v_busy, v_flying
    FROM engine_slot WHERE gate = p_gate;
  IF v_busy >= p_concurrency THEN
    RETURN 'busy 0';
  END IF;
  DELETE FROM engine_window WHERE gate = p_gate AND second <= v_second - 66;
  SELECT coalesce(sum(requests), 0), coalesce(sum(tokens), 0) INTO v_requests, v_tokens
    FROM engine_window WHERE gate = p_gate;
  IF v_requests >= p_requests
    OR (v_tokens + v_flying > 0 AND v_tokens + v_flying + p_tokens > p_token_limit) THEN
    SELECT min(second) INTO v_free FROM (
      SELECT second, sum(requests) OVER (ORDER BY second) AS gone_requests,
        sum(tokens) OVER (ORDER BY second) AS gone_tokens
      FROM engine_window WHERE gate = p_gate) w
      WHERE gone_requests > v_requests - p_requests
        AND gone_tokens >= least(v_tokens, v_tokens + v_flying + p_tokens - p_token_limit);
    RETURN 'rate ' || greatest(0, coalesce(v_free + 66 - extract(epoch FROM p_now), 0));
  END IF;
  INSERT INTO engine_slot (id, gate, tokens, expires_at)
    VALUES (p_slot, p_gate, p_tokens, p_now + v_lease);
  INSERT INTO engine_window (gate, second, requests) VALUES (p_gate, v_second, 1)
    ON CONFLICT (gate, second) DO UPDATE SET requests = engine_window.requests + 1;
  IF v_gate.open_until IS NOT NULL THEN
    UPDATE engine_gate SET probe_until = p_now + v_lease WHERE id = p_gate;
  END IF;
  RETURN 'go 0';
END $$

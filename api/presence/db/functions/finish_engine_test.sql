CREATE OR REPLACE FUNCTION finish_engine_test(
  p_test uuid, p_told jsonb, p_now timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  UPDATE engine_test SET state = p_told ->> 'state', model = p_told ->> 'model',
    error_code = p_told ->> 'error_code', message = p_told ->> 'message',
    answer = p_told ->> 'answer', latency_ms = (p_told ->> 'latency_ms')::integer,
    input_tokens = (p_told ->> 'input_tokens')::integer,
    output_tokens = (p_told ->> 'output_tokens')::integer,
    cost_usd = (p_told ->> 'cost_usd')::numeric, finished_at = p_now
  WHERE id = p_test AND state = 'waiting'
$$

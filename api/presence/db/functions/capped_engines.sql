-- Which engines staff's monthly cap holds back; what was spent is nobody's but theirs to know.
CREATE OR REPLACE FUNCTION capped_engines(p_now timestamptz) RETURNS SETOF varchar
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT s.engine FROM engine_switch s
  WHERE s.monthly_cap_usd IS NOT NULL AND s.monthly_cap_usd <=
    (SELECT coalesce(sum(u.cost_usd), 0) FROM engine_usage u
      WHERE u.engine = s.engine AND u.key_source = 'deployment'
        AND u.asked_at >= date_trunc('month', p_now))
    + (SELECT coalesce(sum(t.cost_usd), 0) FROM engine_test t
      WHERE t.engine = s.engine AND t.asked_at >= date_trunc('month', p_now))
    + (SELECT coalesce(sum(d.cost_usd), 0) FROM engine_watch_day d
      WHERE d.engine = s.engine
        AND d.day >= (date_trunc('month', p_now AT TIME ZONE 'UTC'))::date)
$$

CREATE OR REPLACE FUNCTION ceilings_of(p_day date)
RETURNS TABLE (engine text, used_usd numeric, reserved_usd numeric)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT c.engine::text, CASE WHEN c.day < p_day THEN 0 ELSE c.used_usd END, c.reserved_usd
    FROM spending_ceiling c
$$

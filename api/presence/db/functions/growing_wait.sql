-- From the `p_free`-th failure on, each doubles the wait since the last.
CREATE OR REPLACE FUNCTION growing_wait(
  p_failures bigint, p_last timestamptz, p_free integer, p_first interval, p_longest interval
) RETURNS timestamptz
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT CASE WHEN p_failures >= p_free
    THEN p_last + least(p_longest, p_first * power(2, least(p_failures - p_free, 20))) END
$$

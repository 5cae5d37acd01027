CREATE OR REPLACE FUNCTION prediction_record() RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT jsonb_build_object(
    'predictions', count(*) FILTER (WHERE status = 'done'),
    'verified', count(*) FILTER (WHERE actual IS NOT NULL),
    'inInterval', count(*) FILTER (WHERE (actual ->> 'points')::float8 BETWEEN low AND high),
    'meanAbsoluteError', avg(abs((actual ->> 'points')::float8 - points)))
  FROM what_if
$$

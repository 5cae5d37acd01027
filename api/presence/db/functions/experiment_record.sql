-- Counts and numbers over all tenants, never a text; groups of fewer workspaces are left out.
CREATE OR REPLACE FUNCTION experiment_record(p_least integer) RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  WITH judged AS (
    SELECT e.workspace_id, e.advice, e.verdict, e.difference, e.prediction
    FROM experiment e
    WHERE e.status = 'ended' AND e.verdict IN ('worked', 'did not work')
      AND NOT e.registered_late AND e.difference IS NOT NULL),
  grouped AS (
    SELECT advice, count(*) AS tried, count(*) FILTER (WHERE verdict = 'worked') AS worked,
           jsonb_agg(round(difference::numeric, 1) ORDER BY difference) AS effects
    FROM judged WHERE advice <> ''
    GROUP BY advice HAVING count(DISTINCT workspace_id) >= greatest(p_least, 5)),
  sealed AS (
    SELECT jsonb_agg(jsonb_build_object('chance', round((prediction ->> 'chance')::numeric, 3),
                                        'gained', difference > 0)) AS pairs
    FROM judged WHERE prediction IS NOT NULL
    HAVING count(DISTINCT workspace_id) >= greatest(p_least, 5))
  SELECT jsonb_build_object(
    'advice', coalesce((SELECT jsonb_agg(to_jsonb(g) ORDER BY g.advice) FROM grouped g), '[]'),
    'predictions', coalesce((SELECT pairs FROM sealed), '[]'))
$$

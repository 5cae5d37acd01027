CREATE OR REPLACE FUNCTION stranded_checks(p_quiet interval, p_limit integer)
RETURNS TABLE (workspace_id uuid, check_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT c.workspace_id, c.id FROM site_check c
  WHERE c.result IS NULL AND c.created_at < now() - p_quiet
    AND c.created_at > now() - interval '1 day'
    AND NOT EXISTS (SELECT FROM procrastinate_jobs j
                    WHERE j.task_name = 'materials.check_site' AND j.status IN ('todo', 'doing')
                      AND j.args ->> 'check_id' = c.id::text)
  ORDER BY c.created_at LIMIT p_limit
$$

-- A report whose job is neither waiting nor at work will never be made.
CREATE OR REPLACE FUNCTION stranded_reports(p_quiet interval, p_limit integer)
RETURNS TABLE (workspace_id uuid, report_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT r.workspace_id, r.id FROM report r
  WHERE r.status IN ('queued', 'running') AND r.changed_at < now() - p_quiet
    AND NOT EXISTS (SELECT FROM procrastinate_jobs j
                    WHERE j.task_name = 'reports.make' AND j.status IN ('todo', 'doing')
                      AND j.args ->> 'report_id' = r.id::text)
  ORDER BY r.changed_at LIMIT p_limit
$$

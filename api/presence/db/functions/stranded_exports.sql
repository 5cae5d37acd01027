-- An export whose job is neither waiting nor at work will never be made.
CREATE OR REPLACE FUNCTION stranded_exports(p_quiet interval, p_limit integer)
RETURNS TABLE (workspace_id uuid, view_export_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT e.workspace_id, e.id FROM view_export e
  WHERE e.status IN ('queued', 'running') AND e.changed_at < now() - p_quiet
    AND NOT EXISTS (SELECT FROM procrastinate_jobs j
                    WHERE j.task_name = 'exports.make' AND j.status IN ('todo', 'doing')
                      AND j.args ->> 'view_export_id' = e.id::text)
  ORDER BY e.changed_at LIMIT p_limit
$$

-- A log whose job is neither waiting nor at work will never be read to its end.
CREATE OR REPLACE FUNCTION stranded_log_uploads(p_quiet interval, p_limit integer)
RETURNS TABLE (workspace_id uuid, upload_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT u.workspace_id, u.id FROM traffic_upload u
  WHERE u.status IN ('queued', 'reading') AND u.changed_at < now() - p_quiet
    AND NOT EXISTS (SELECT FROM procrastinate_jobs j
                    WHERE j.task_name = 'traffic.read_upload' AND j.status IN ('todo', 'doing')
                      AND j.args ->> 'upload_id' = u.id::text)
  ORDER BY u.changed_at LIMIT p_limit
$$

-- A run whose job is neither waiting nor at work will never be ended by a worker.
CREATE OR REPLACE FUNCTION stranded_runs(p_quiet interval, p_limit integer)
RETURNS TABLE (workspace_id uuid, run_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT r.workspace_id, r.id FROM run r
  WHERE r.status IN ('queued', 'running')
    AND greatest(r.created_at, r.heartbeat_at) < now() - p_quiet
    AND NOT EXISTS (SELECT FROM procrastinate_jobs j
                    WHERE j.id = r.job_id AND j.status IN ('todo', 'doing'))
  ORDER BY r.created_at LIMIT p_limit
$$

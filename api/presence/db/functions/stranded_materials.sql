-- Work on a material whose job is neither waiting nor at work will never end.
CREATE OR REPLACE FUNCTION stranded_materials(p_quiet interval, p_limit integer)
RETURNS TABLE (workspace_id uuid, material_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT m.workspace_id, m.id FROM material m
  WHERE m.status IN ('queued', 'fetching', 'analysing') AND m.changed_at < now() - p_quiet
    AND m.deleted_at IS NULL AND NOT (m.is_primary AND m.kind = 'website')
    AND NOT EXISTS (SELECT FROM procrastinate_jobs j
                    WHERE j.task_name = 'materials.analyse' AND j.status IN ('todo', 'doing')
                      AND j.args ->> 'material_id' = m.id::text)
  ORDER BY m.changed_at LIMIT p_limit
$$

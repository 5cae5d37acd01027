-- Sources whose old rows were last looked for long ago.
CREATE OR REPLACE FUNCTION traffic_to_clean(p_every interval, p_limit integer)
RETURNS TABLE (workspace_id uuid, source_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT s.workspace_id, s.id FROM traffic_source s
  WHERE s.cleaned_at < now() - p_every
  ORDER BY s.cleaned_at LIMIT p_limit
$$

CREATE OR REPLACE FUNCTION expired_files(p_now timestamptz, p_limit integer)
RETURNS TABLE (workspace_id uuid, file_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT f.workspace_id, f.id FROM made_file f WHERE f.expires_at <= p_now
  ORDER BY f.expires_at LIMIT p_limit
$$

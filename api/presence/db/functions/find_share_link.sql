-- Whoever holds a link's token is of no workspace; ids are all that is told here.
CREATE OR REPLACE FUNCTION find_share_link(
  p_hash bytea) RETURNS TABLE (workspace_id uuid, share_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT s.workspace_id, s.id FROM share_link s
    JOIN workspace w ON w.id = s.workspace_id AND w.deleted_at IS NULL
    WHERE s.token_hash = p_hash
$$

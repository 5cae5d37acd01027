-- A source's token says whose it is and opens nothing else: the caller may only add to its counts.
-- Whether a brand that is there takes lines, brands say themselves.
CREATE OR REPLACE FUNCTION traffic_source_of(p_hash bytea)
RETURNS TABLE (workspace_id uuid, source_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT s.workspace_id, s.id FROM traffic_source s
  JOIN workspace w ON w.id = s.workspace_id AND w.deleted_at IS NULL
  JOIN brand b ON b.workspace_id = s.workspace_id AND b.id = s.brand_id AND b.status <> 'deleted'
  WHERE s.token_hash = p_hash
$$

CREATE OR REPLACE FUNCTION find_invitation(
  p_hash bytea) RETURNS TABLE (workspace_id uuid, invitation_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT l.workspace_id, l.invitation_id FROM invitation_link l
    JOIN workspace w ON w.id = l.workspace_id AND w.deleted_at IS NULL
    WHERE l.token_hash = p_hash
$$

-- Ids only: the values are read and replaced under the binding of whom they belong to.
CREATE OR REPLACE FUNCTION sealed_by(
  p_names bytea[]) RETURNS TABLE (workspace_id uuid, user_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT c.workspace_id, NULL::uuid FROM engine_credential c
    WHERE substring(c.secret FROM 2 FOR 4) = ANY (p_names)
  UNION SELECT e.workspace_id, NULL FROM endpoint e
    WHERE substring(e.secret FROM 2 FOR 4) = ANY (p_names)
      OR substring(e.former_secret FROM 2 FOR 4) = ANY (p_names)
  UNION SELECT s.workspace_id, NULL FROM share_link s
    WHERE substring(s.sealed_token FROM 2 FOR 4) = ANY (p_names)
  UNION SELECT NULL, f.user_id FROM second_factor f
    WHERE substring(f.key FROM 2 FOR 4) = ANY (p_names)
  LIMIT 200
$$

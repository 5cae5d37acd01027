CREATE OR REPLACE FUNCTION challenged(p_hash bytea, p_kind text)
RETURNS TABLE (challenge_id uuid, user_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT c.id, c.user_id FROM login_challenge c JOIN users u ON u.id = c.user_id AND u.is_active
   WHERE c.token_hash = p_hash
     AND c.kind = p_kind -- guard: identity.half-login-of-its-kind
     AND c.expires_at > now() -- guard: identity.half-login-in-time
$$

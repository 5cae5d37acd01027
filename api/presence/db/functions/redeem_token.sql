-- A link of a mail of somebody whose account was closed does nothing.
CREATE OR REPLACE FUNCTION redeem_token(p_hash bytea, p_purposes text[])
RETURNS TABLE (token_id uuid, user_id uuid)
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  UPDATE one_time_token t SET used_at = now()
    FROM users u
   WHERE t.token_hash = p_hash
     AND t.purpose = ANY (p_purposes) -- guard: identity.link-redeemed-for-its-purpose
     AND t.used_at IS NULL -- guard: identity.link-redeemed-once
     AND t.expires_at > now() -- guard: identity.link-redeemed-in-time
     AND u.id = t.user_id AND u.is_active
  RETURNING t.id, t.user_id
$$

CREATE OR REPLACE FUNCTION token_owner(p_hash bytea, p_purposes text[]) RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT t.user_id FROM one_time_token t
    JOIN users u ON u.id = t.user_id
     AND u.is_active -- guard: identity.link-of-the-disabled
   WHERE t.token_hash = p_hash
     AND t.purpose = ANY (p_purposes) -- guard: identity.link-looked-at-for-its-purpose
     AND t.used_at IS NULL -- guard: identity.link-looked-at-unused
     AND t.expires_at > now() -- guard: identity.link-looked-at-in-time
$$

CREATE OR REPLACE FUNCTION has_second_factor(p_user uuid) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT EXISTS (SELECT FROM second_factor f
                  WHERE f.user_id = p_user AND f.confirmed_at IS NOT NULL)
      OR EXISTS (SELECT FROM passkey k WHERE k.user_id = p_user)
$$

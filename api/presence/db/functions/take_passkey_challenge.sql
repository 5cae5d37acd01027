-- Used up in the same statement that finds it: of two callers at once, one gets it.
CREATE OR REPLACE FUNCTION take_passkey_challenge(p_challenge bytea, p_purpose text, p_holder bytea)
RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  DELETE FROM passkey_challenge c
   WHERE c.challenge_hash = p_challenge AND c.purpose = p_purpose AND c.holder = p_holder
     AND c.expires_at > now();
  RETURN FOUND;
END $$

-- A few that nobody answered go with each new one, so the table stays as short as its traffic.
CREATE OR REPLACE FUNCTION keep_passkey_challenge(
  p_challenge bytea, p_purpose text, p_holder bytea, p_expires timestamptz
) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  DELETE FROM passkey_challenge WHERE challenge_hash IN (
    SELECT c.challenge_hash FROM passkey_challenge c WHERE c.expires_at <= now()
     ORDER BY c.expires_at LIMIT 20 FOR UPDATE SKIP LOCKED);
  INSERT INTO passkey_challenge (challenge_hash, purpose, holder, expires_at)
    VALUES (p_challenge, p_purpose, p_holder, p_expires);
$$

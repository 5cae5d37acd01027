-- Locks are taken in one order of kinds, each transaction at most one of a kind, so guesses that
-- share an address, a network or a password wait for each other and never in a circle. A refused
-- guess is not kept: whoever goes on trying makes nobody wait longer.
CREATE OR REPLACE FUNCTION begin_guess(
  p_attempt uuid, p_subject text, p_person uuid, p_address text, p_network text,
  p_secret bytea, p_device bytea,
  p_per_pair integer, p_pair_window interval, p_per_account integer, p_account_window interval,
  p_per_address integer, p_per_network integer, p_window interval,
  p_per_secret integer, p_secret_window interval, p_first interval, p_longest interval
) RETURNS TABLE (wait_seconds integer, user_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  v_account bytea := sha256(convert_to(lower(p_subject), 'UTF8'));
  v_known boolean;
  v_origin text;
  v_now timestamptz;
  v_until timestamptz;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(encode(v_account, 'hex'), 1));
  SELECT u.id INTO user_id FROM users u WHERE u.email = lower(p_subject);
  v_known := EXISTS (
    SELECT 1 FROM login_device d
     WHERE d.token_hash = p_device AND d.user_id = coalesce(p_person, begin_guess.user_id));
  v_origin := CASE WHEN v_known THEN 'device ' || encode(p_device, 'hex')
                   ELSE 'address ' || p_address END;
  IF NOT v_known THEN
    PERFORM pg_advisory_xact_lock(hashtextextended(p_address, 11));
    PERFORM pg_advisory_xact_lock(hashtextextended(p_network, 12));
    IF p_secret IS NOT NULL THEN
      PERFORM pg_advisory_xact_lock(hashtextextended(encode(p_secret, 'hex'), 13));
    END IF;
  END IF;
  v_now := clock_timestamp();
  v_until := greatest(
    (SELECT a.attempted_at + p_pair_window FROM login_attempt a
      WHERE a.account = v_account AND a.origin = v_origin AND a.attempted_at > v_now - p_pair_window
      ORDER BY a.attempted_at DESC OFFSET p_per_pair - 1 LIMIT 1),
    (SELECT a.attempted_at + p_account_window FROM login_attempt a
      WHERE a.account = v_account AND a.attempted_at > v_now - p_account_window
        AND CASE WHEN v_known THEN a.origin = v_origin ELSE NOT a.known_device END
      ORDER BY a.attempted_at DESC OFFSET p_per_account - 1 LIMIT 1));
  IF NOT v_known THEN
    v_until := greatest(v_until,
      (SELECT growing_wait(count(*), max(g.attempted_at), p_per_address, p_first, p_longest)
         FROM login_guess g WHERE g.source = p_address AND g.attempted_at > v_now - p_window),
      (SELECT growing_wait(count(*), max(g.attempted_at), p_per_network, p_first, p_longest)
         FROM login_guess g WHERE g.network = p_network AND g.attempted_at > v_now - p_window),
      (SELECT growing_wait(count(DISTINCT g.account), max(g.attempted_at),
                           p_per_secret, p_first, p_longest)
         FROM login_guess g
        WHERE g.secret = p_secret AND g.attempted_at > v_now - p_secret_window));
  END IF;
  wait_seconds := greatest(0, ceil(coalesce(extract(epoch FROM v_until - v_now), 0)));
  IF wait_seconds = 0 THEN
    INSERT INTO login_attempt (id, account, origin, known_device, attempted_at)
      VALUES (p_attempt, v_account, v_origin, v_known, v_now);
    IF NOT v_known THEN
      INSERT INTO login_guess (id, account, source, network, secret, attempted_at)
        VALUES (p_attempt, v_account, p_address, p_network, p_secret, v_now);
    END IF;
    DELETE FROM login_attempt WHERE ctid IN (
      SELECT ctid FROM login_attempt
      WHERE attempted_at < v_now - greatest(p_pair_window, p_account_window) LIMIT 100);
    DELETE FROM login_guess WHERE ctid IN (
      SELECT ctid FROM login_guess
      WHERE attempted_at < v_now - greatest(p_window, p_secret_window)
      LIMIT 100 FOR UPDATE SKIP LOCKED);
  END IF;
  RETURN NEXT;
END $$

-- The advisory lock makes counting and reserving one step for all processes: the number of checked
-- guesses can never pass the limit, however many arrive at once. An attempt counts from the moment
-- it is reserved; `finish_login` takes the reservation of a successful one back.
CREATE OR REPLACE FUNCTION begin_login(
  p_attempt uuid, p_email text, p_address text, p_device bytea,
  p_per_pair integer, p_pair_window interval, p_per_account integer, p_account_window interval
) RETURNS TABLE (wait_seconds integer, user_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  v_account bytea := sha256(convert_to(lower(p_email), 'UTF8'));
  v_user uuid;
  v_known boolean;
  v_origin text;
  v_now timestamptz;
  v_pair timestamptz;
  v_total timestamptz;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(encode(v_account, 'hex'), 1));
  v_now := clock_timestamp();
  SELECT u.id INTO v_user FROM users u WHERE u.email = lower(p_email);
  v_known := EXISTS (
    SELECT 1 FROM login_device d WHERE d.token_hash = p_device AND d.user_id = v_user);
  v_origin := CASE WHEN v_known THEN 'device ' || encode(p_device, 'hex')
                   ELSE 'address ' || p_address END;
  SELECT a.attempted_at + p_pair_window INTO v_pair FROM login_attempt a
    WHERE a.account = v_account AND a.origin = v_origin AND a.attempted_at > v_now - p_pair_window
    ORDER BY a.attempted_at DESC OFFSET p_per_pair - 1 LIMIT 1;
  SELECT a.attempted_at + p_account_window INTO v_total FROM login_attempt a
    WHERE a.account = v_account AND a.attempted_at > v_now - p_account_window
      AND CASE WHEN v_known THEN a.origin = v_origin ELSE NOT a.known_device END
    ORDER BY a.attempted_at DESC OFFSET p_per_account - 1 LIMIT 1;
  user_id := v_user;
  wait_seconds := ceil(coalesce(extract(epoch FROM greatest(v_pair, v_total) - v_now), 0));
  IF wait_seconds <= 0 THEN
    wait_seconds := 0;
    INSERT INTO login_attempt (id, account, origin, known_device, attempted_at)
      VALUES (p_attempt, v_account, v_origin, v_known, v_now);
    DELETE FROM login_attempt WHERE ctid IN (
      SELECT ctid FROM login_attempt
      WHERE attempted_at < v_now - greatest(p_pair_window, p_account_window) LIMIT 100);
  END IF;
  RETURN NEXT;
END $$

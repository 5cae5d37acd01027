-- True for a turn that was taken, false for none, NULL where none is needed.
CREATE OR REPLACE FUNCTION take_server_turn(
  p_server bytea, p_name_there bytea, p_every_s double precision, p_slack_s double precision,
  p_now timestamptz
) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  v_every interval := make_interval(secs => p_every_s);
BEGIN
  IF EXISTS (SELECT 1 FROM site_visit WHERE site = p_name_there AND visited_at > p_now) THEN
    RETURN NULL;
  END IF;
  INSERT INTO site_visit AS s (site, visited_at) VALUES (p_server, p_now + v_every)
    ON CONFLICT (site) DO UPDATE SET visited_at = greatest(s.visited_at, p_now) + v_every
    WHERE s.visited_at <= p_now + make_interval(secs => p_slack_s);
  RETURN FOUND;
END $$

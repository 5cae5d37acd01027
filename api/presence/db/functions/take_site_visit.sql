-- Seconds until the site may be looked at again; 0 when it may be now, which is then taken.
CREATE OR REPLACE FUNCTION take_site_visit(
  p_site bytea, p_every_s double precision, p_now timestamptz)
RETURNS double precision
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  v_at timestamptz;
BEGIN
  INSERT INTO site_visit AS s (site, visited_at) VALUES (p_site, p_now)
    ON CONFLICT (site) DO UPDATE SET visited_at = excluded.visited_at
    WHERE s.visited_at <= p_now - make_interval(secs => p_every_s)
    RETURNING s.visited_at INTO v_at;
  IF v_at IS NOT NULL THEN
    RETURN 0;
  END IF;
  SELECT visited_at INTO v_at FROM site_visit WHERE site = p_site;
  RETURN least(p_every_s, greatest(1, extract(epoch FROM v_at - p_now) + p_every_s));
END $$

CREATE OR REPLACE FUNCTION book_site_visit(
  p_site bytea, p_every_s double precision, p_now timestamptz)
RETURNS timestamptz
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  INSERT INTO site_visit AS s (site, visited_at) VALUES (p_site, p_now)
    ON CONFLICT (site) DO UPDATE
    SET visited_at = greatest(p_now, s.visited_at + make_interval(secs => p_every_s))
    RETURNING s.visited_at
$$

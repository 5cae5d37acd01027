CREATE OR REPLACE FUNCTION prove_server(
  p_server bytea, p_name_there bytea, p_back_s double precision, p_until timestamptz
) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  INSERT INTO site_visit AS s (site, visited_at) VALUES (p_name_there, p_until)
    ON CONFLICT (site) DO UPDATE SET visited_at = greatest(s.visited_at, excluded.visited_at);
  UPDATE site_visit SET visited_at = visited_at - make_interval(secs => p_back_s)
    WHERE site = p_server AND p_back_s > 0;
$$

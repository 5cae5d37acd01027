-- The run whose results an aspect ('content' or 'technical') of a brand shows: the newest that
-- ended with any, else the newest.
CREATE OR REPLACE FUNCTION shown_run(
  p_brand uuid, p_aspect text) RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT r.id FROM run r WHERE r.brand_id = p_brand AND r.kind IN ('full', p_aspect)
  ORDER BY r.status IN ('completed', 'partial') DESC, r.created_at DESC LIMIT 1
$$

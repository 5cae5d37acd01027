-- Whose digest is due, who has no schedule yet, and whose clock is another than the schedule's.
CREATE OR REPLACE FUNCTION due_digests(p_now timestamptz, p_limit integer) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  (SELECT d.user_id FROM digest d WHERE d.next_at <= p_now ORDER BY d.next_at LIMIT p_limit)
  UNION
  (SELECT u.id FROM users u LEFT JOIN digest d ON d.user_id = u.id
    WHERE d.user_id IS NULL OR d.time_zone <> u.time_zone LIMIT p_limit)
$$

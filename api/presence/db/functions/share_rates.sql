-- Adds what a process counted since it last asked, and tells what all processes counted together.
-- A line is {policy, subject, number, seconds, used}; `number` says which window it belongs to.
CREATE OR REPLACE FUNCTION share_rates(
  p_lines jsonb) RETURNS TABLE (policy text, subject text, used integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  DELETE FROM rate_window WHERE ctid IN (
    SELECT ctid FROM rate_window WHERE ends_at < now() LIMIT 100 FOR UPDATE SKIP LOCKED);
  RETURN QUERY
    INSERT INTO rate_window AS r (policy, subject, number, used, ends_at)
    SELECT l.policy, l.subject, l.number, l.used,
           to_timestamp((l.number + 1) * l.seconds)
      FROM jsonb_to_recordset(p_lines)
        AS l(policy text, subject text, number bigint, seconds integer, used integer)
      ORDER BY l.policy, l.subject
    ON CONFLICT (policy, subject) DO UPDATE SET
      used = CASE WHEN r.number = excluded.number THEN r.used + excluded.used
                  WHEN r.number < excluded.number THEN excluded.used ELSE r.used END,
      number = greatest(r.number, excluded.number),
      ends_at = greatest(r.ends_at, excluded.ends_at)
    RETURNING r.policy::text, r.subject::text, r.used;
END $$

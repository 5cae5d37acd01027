-- Runs that are over, or gone with their workspace, and hold something nevertheless.
CREATE OR REPLACE FUNCTION sweep_spending(p_before timestamp with time zone)
RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $function$
DECLARE
  v_runs uuid[];
BEGIN
  SELECT array_agg(run_id) INTO v_runs FROM (
    SELECT DISTINCT h.run_id FROM spending_hold h LEFT JOIN run r ON r.id = h.run_id
     WHERE h.touched_at < p_before AND (r.id IS NULL OR r.status NOT IN ('queued', 'running'))
     LIMIT 200) lost;
  DELETE FROM spending_account WHERE period_start < p_before - interval '70 days' AND reserved = 0;
  DELETE FROM site_visit WHERE visited_at < p_before - interval '1 day';
  DELETE FROM spending_share WHERE day < p_before - interval '2 days' AND reserved_usd = 0;
  RETURN release_spending(coalesce(v_runs, '{}'), p_before);
END $function$

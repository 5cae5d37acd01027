-- `p_before` spares what was touched since: a run that is asked again in this very moment.
CREATE OR REPLACE FUNCTION release_spending(p_runs uuid[], p_before timestamp with time zone)
RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $function$
DECLARE
  v_ids uuid[];
  v_engines text[];
BEGIN
  SELECT array_agg(h.id) INTO v_ids FROM (
    SELECT id FROM spending_hold
     WHERE run_id = ANY (p_runs) AND (p_before IS NULL OR touched_at < p_before)
     ORDER BY run_id, engine, id FOR UPDATE) h;
  IF v_ids IS NULL THEN
    RETURN 0;
  END IF;
  PERFORM FROM spending_account a WHERE EXISTS (
      SELECT FROM spending_hold h WHERE h.id = ANY (v_ids) AND h.period_start = a.period_start
         AND (a.kind = 'address' AND h.address = a.subject
           OR a.kind = 'person' AND h.person = a.subject))
    ORDER BY kind, subject, period_start FOR UPDATE;
  UPDATE spending_account a
     SET reserved = greatest(0, a.reserved - w.answers),
         reserved_usd = greatest(0, a.reserved_usd - w.usd)
    FROM (SELECT v.kind, v.subject, h.period_start, sum(h.outstanding) AS answers,
                 sum(h.outstanding * h.unit_usd) AS usd
            FROM spending_hold h,
                 LATERAL (VALUES ('address', h.address), ('person', h.person)) v(kind, subject)
           WHERE h.id = ANY (v_ids) AND v.subject IS NOT NULL GROUP BY 1, 2, 3) w
   WHERE a.kind = w.kind AND a.subject = w.subject AND a.period_start = w.period_start;
  SELECT array_agg(DISTINCT engine) INTO v_engines FROM spending_hold
   WHERE id = ANY (v_ids) AND outstanding * unit_usd > 0;
  IF v_engines IS NOT NULL THEN
    PERFORM FROM spending_ceiling WHERE engine = ANY (v_engines || '*'::text)
      ORDER BY engine FOR UPDATE;
    UPDATE spending_ceiling c SET reserved_usd = greatest(0, c.reserved_usd - w.usd)
      FROM (SELECT coalesce(engine, '*') AS engine, sum(outstanding * unit_usd) AS usd
              FROM spending_hold WHERE id = ANY (v_ids)
             GROUP BY GROUPING SETS ((engine), ())) w
     WHERE c.engine = w.engine;
  END IF;
  PERFORM FROM spending_share s WHERE EXISTS (
      SELECT FROM spending_hold h WHERE h.id = ANY (v_ids) AND s.payer = ANY (h.payers))
    ORDER BY payer, engine FOR UPDATE;
  UPDATE spending_share s SET reserved_usd = greatest(0, s.reserved_usd - w.usd)
    FROM (SELECT p.payer, coalesce(h.engine, '*') AS engine, sum(h.outstanding * h.unit_usd) AS usd
            FROM spending_hold h, unnest(h.payers) AS p(payer)
           WHERE h.id = ANY (v_ids) GROUP BY GROUPING SETS ((p.payer, h.engine), (p.payer))) w
   WHERE s.payer = w.payer AND s.engine = w.engine;
  DELETE FROM spending_hold WHERE id = ANY (v_ids);
  RETURN cardinality(v_ids);
END $function$

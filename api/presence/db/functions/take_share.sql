-- After `take_spending` and in the same transaction: what a run holds is the payer's as well. One
-- row is answered, and nothing taken, when a share would be passed: the engine, "*" for all.
CREATE OR REPLACE FUNCTION take_share(
  p_run uuid, p_payers bytea[], p_lines jsonb, p_total numeric, p_share numeric, p_now timestamptz
) RETURNS TABLE (what text, allowed numeric, spent numeric)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  v_row record;
  v_wanted jsonb;
BEGIN
  SELECT jsonb_agg(jsonb_build_object('engine', w.engine, 'cost', w.cost, 'most', w.most))
    INTO v_wanted FROM (
      SELECT l.engine, l.answers * l.unit_usd AS cost, l.ceiling * p_share AS most
        FROM jsonb_to_recordset(p_lines)
          AS l(engine text, answers integer, unit_usd numeric, ceiling numeric)
       WHERE l.answers * l.unit_usd > 0
      UNION ALL
      SELECT '*', sum(l.answers * l.unit_usd), p_total * p_share
        FROM jsonb_to_recordset(p_lines) AS l(answers integer, unit_usd numeric)
      HAVING sum(l.answers * l.unit_usd) > 0) w;
  IF v_wanted IS NULL THEN
    RETURN;
  END IF;
  PERFORM open_shares(p_payers,
    (SELECT array_agg(w->>'engine') FROM jsonb_array_elements(v_wanted) w),
    (p_now AT TIME ZONE 'UTC')::date);
  FOR v_row IN
    SELECT s.engine, s.used_usd + s.reserved_usd AS spent, w.cost, w.most
      FROM spending_share s
      JOIN jsonb_to_recordset(v_wanted) AS w(engine text, cost numeric, most numeric)
        ON w.engine = s.engine
     WHERE s.payer = ANY (p_payers) ORDER BY s.engine, s.payer
  LOOP
    IF v_row.spent + v_row.cost > v_row.most THEN
      RETURN QUERY SELECT v_row.engine::text, v_row.most, v_row.spent;
      RETURN;
    END IF;
  END LOOP;
  UPDATE spending_share s SET reserved_usd = s.reserved_usd + w.cost
    FROM jsonb_to_recordset(v_wanted) AS w(engine text, cost numeric)
   WHERE s.engine = w.engine AND s.payer = ANY (p_payers);
  UPDATE spending_hold SET payers = p_payers WHERE run_id = p_run AND payers IS NULL;
END $$

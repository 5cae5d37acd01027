-- Looking and taking are one step under row locks, always in this order: holds by run and engine,
-- the account of the address, that of the person, ceilings by engine. Nothing was taken when a row
-- is answered: `what` is "answers" or "usd" for the person's account, else the engine whose ceiling
-- would be passed, "*" for all together.
CREATE OR REPLACE FUNCTION take_spending(
  p_run uuid, p_person bytea, p_address bytea, p_period timestamptz,
  p_answers integer, p_usd numeric, p_lines jsonb, p_total numeric, p_now timestamptz
) RETURNS TABLE (what text, allowed numeric, spent numeric)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  v_row record;
  v_answers integer;
  v_cost numeric;
  v_priced text[];
  v_day date := (p_now AT TIME ZONE 'UTC')::date;
BEGIN
  SELECT sum(l.answers), sum(l.answers * l.unit_usd),
         array_agg(l.engine) FILTER (WHERE l.unit_usd > 0)
    INTO v_answers, v_cost, v_priced
    FROM jsonb_to_recordset(p_lines) AS l(engine text, answers integer, unit_usd numeric);
  INSERT INTO spending_account (kind, subject, period_start)
    SELECT k, s, p_period FROM (VALUES ('address', p_address), ('person', p_person)) v(k, s)
     WHERE s IS NOT NULL ORDER BY k ON CONFLICT DO NOTHING;
  FOR v_row IN
    SELECT * FROM spending_account WHERE period_start = p_period
       AND (kind = 'address' AND subject = p_address OR kind = 'person' AND subject = p_person)
     ORDER BY kind FOR UPDATE
  LOOP
    IF v_row.used + v_row.reserved + v_answers > p_answers THEN
      RETURN QUERY SELECT 'answers', p_answers::numeric, (v_row.used + v_row.reserved)::numeric;
      RETURN;
    ELSIF v_row.used_usd + v_row.reserved_usd + v_cost > p_usd THEN
      RETURN QUERY SELECT 'usd', p_usd, v_row.used_usd + v_row.reserved_usd;
      RETURN;
    END IF;
  END LOOP;
  IF v_priced IS NOT NULL THEN
    PERFORM open_ceilings(v_priced || '*'::text, v_day);
    FOR v_row IN
      SELECT c.engine, c.used_usd + c.reserved_usd AS spent, w.cost, w.most
        FROM spending_ceiling c JOIN (
          SELECT l.engine, l.answers * l.unit_usd AS cost, l.ceiling AS most
            FROM jsonb_to_recordset(p_lines)
              AS l(engine text, answers integer, unit_usd numeric, ceiling numeric)
           WHERE l.unit_usd > 0
          UNION ALL SELECT '*', v_cost, p_total) w ON w.engine = c.engine
       ORDER BY c.engine
    LOOP
      IF v_row.spent + v_row.cost > v_row.most THEN
        RETURN QUERY SELECT v_row.engine::text, v_row.most::numeric, v_row.spent::numeric;
        RETURN;
      END IF;
    END LOOP;
    UPDATE spending_ceiling c SET reserved_usd = c.reserved_usd + w.cost
      FROM (SELECT l.engine, l.answers * l.unit_usd AS cost
              FROM jsonb_to_recordset(p_lines)
                AS l(engine text, answers integer, unit_usd numeric)
            UNION ALL SELECT '*', v_cost) w
     WHERE c.engine = w.engine AND w.cost > 0;
  END IF;
  UPDATE spending_account
     SET reserved = reserved + v_answers, reserved_usd = reserved_usd + v_cost
   WHERE period_start = p_period
     AND (kind = 'address' AND subject = p_address OR kind = 'person' AND subject = p_person);
  INSERT INTO spending_hold
      (run_id, engine, person, address, period_start, outstanding, unit_usd, touched_at)
    SELECT p_run, l.engine, p_person, p_address, p_period, l.answers, l.unit_usd, p_now
      FROM jsonb_to_recordset(p_lines) AS l(engine text, answers integer, unit_usd numeric);
END $$

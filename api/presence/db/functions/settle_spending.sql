-- What was asked without anything being held is charged to whom the caller names.
CREATE OR REPLACE FUNCTION settle_spending(
  p_run uuid, p_engine text, p_asked integer, p_completed integer, p_spent numeric,
  p_person bytea, p_address bytea, p_period timestamp with time zone, p_now timestamp with time zone)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $function$
DECLARE
  v_hold spending_hold;
  v_left integer := p_asked;
  v_back integer;
  v_back_usd numeric := 0;
  v_charged boolean := false;
  v_holds uuid[] := '{}';
  v_backs numeric[] := '{}';
BEGIN
  FOR v_hold IN
    SELECT * FROM spending_hold WHERE run_id = p_run AND engine = p_engine
     ORDER BY touched_at, id FOR UPDATE
  LOOP
    v_back := least(v_hold.outstanding, v_left);
    CONTINUE WHEN v_charged AND v_back = 0;
    UPDATE spending_hold SET outstanding = outstanding - v_back, touched_at = p_now
     WHERE id = v_hold.id;
    PERFORM charge_spending(v_hold.person, v_hold.address, v_hold.period_start,
      CASE WHEN v_charged THEN 0 ELSE p_completed END,
      CASE WHEN v_charged THEN 0 ELSE p_spent END, v_back, v_back * v_hold.unit_usd);
    v_charged := true;
    v_holds := v_holds || v_hold.id;
    v_backs := v_backs || v_back * v_hold.unit_usd;
    v_left := v_left - v_back;
    v_back_usd := v_back_usd + v_back * v_hold.unit_usd;
  END LOOP;
  IF NOT v_charged AND p_period IS NOT NULL THEN
    INSERT INTO spending_account (kind, subject, period_start)
      SELECT k, s, p_period FROM (VALUES ('address', p_address), ('person', p_person)) v(k, s)
       WHERE s IS NOT NULL ORDER BY k ON CONFLICT DO NOTHING;
    PERFORM charge_spending(p_person, p_address, p_period, p_completed, p_spent, 0, 0);
  END IF;
  IF v_back_usd > 0 OR p_spent > 0 THEN
    PERFORM open_ceilings(ARRAY[p_engine, '*'], (p_now AT TIME ZONE 'UTC')::date);
    UPDATE spending_ceiling
       SET used_usd = used_usd + p_spent, reserved_usd = greatest(0, reserved_usd - v_back_usd)
     WHERE engine IN (p_engine, '*');
  END IF;
  FOR v_number IN 1 .. cardinality(v_holds) LOOP
    PERFORM charge_share((SELECT payers FROM spending_hold WHERE id = v_holds[v_number]),
      p_engine, CASE WHEN v_number = 1 THEN p_spent ELSE 0 END, v_backs[v_number], p_now);
  END LOOP;
END $function$

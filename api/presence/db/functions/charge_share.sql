CREATE OR REPLACE FUNCTION charge_share(
  p_payers bytea[], p_engine text, p_spent numeric, p_back_usd numeric, p_now timestamptz
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  IF p_payers IS NULL OR p_spent <= 0 AND p_back_usd <= 0 THEN
    RETURN;
  END IF;
  PERFORM open_shares(p_payers, ARRAY[p_engine, '*'], (p_now AT TIME ZONE 'UTC')::date);
  UPDATE spending_share
     SET used_usd = used_usd + p_spent, reserved_usd = greatest(0, reserved_usd - p_back_usd)
   WHERE payer = ANY (p_payers) AND engine IN (p_engine, '*');
END $$

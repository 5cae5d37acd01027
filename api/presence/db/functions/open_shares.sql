CREATE OR REPLACE FUNCTION open_shares(p_payers bytea[], p_engines text[], p_day date) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  INSERT INTO spending_share (payer, engine, day)
    SELECT p, e, p_day FROM unnest(p_payers) p, unnest(p_engines) e ORDER BY p, e
    ON CONFLICT DO NOTHING;
  PERFORM FROM spending_share WHERE payer = ANY (p_payers) AND engine = ANY (p_engines)
    ORDER BY payer, engine FOR UPDATE;
  UPDATE spending_share SET day = p_day, used_usd = 0
   WHERE payer = ANY (p_payers) AND engine = ANY (p_engines) AND day < p_day;
END $$

CREATE OR REPLACE FUNCTION charge_spending(
  p_person bytea, p_address bytea, p_period timestamptz,
  p_used integer, p_used_usd numeric, p_back integer, p_back_usd numeric
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  PERFORM FROM spending_account WHERE period_start = p_period
    AND (kind = 'address' AND subject = p_address OR kind = 'person' AND subject = p_person)
    ORDER BY kind FOR UPDATE;
  UPDATE spending_account
     SET used = used + p_used, used_usd = used_usd + p_used_usd,
         reserved = greatest(0, reserved - p_back),
         reserved_usd = greatest(0, reserved_usd - p_back_usd)
   WHERE period_start = p_period
     AND (kind = 'address' AND subject = p_address OR kind = 'person' AND subject = p_person);
END $$

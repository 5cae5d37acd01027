-- What is left is read by the screens without a lock.
CREATE OR REPLACE FUNCTION spending_of(p_person bytea, p_address bytea, p_period timestamptz)
RETURNS TABLE (used integer, reserved integer, used_usd numeric, reserved_usd numeric)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT coalesce(max(a.used), 0), coalesce(max(a.reserved), 0),
         coalesce(max(a.used_usd), 0), coalesce(max(a.reserved_usd), 0)
    FROM spending_account a WHERE a.period_start = p_period
     AND (a.kind = 'address' AND a.subject = p_address
       OR a.kind = 'person' AND a.subject = p_person)
$$

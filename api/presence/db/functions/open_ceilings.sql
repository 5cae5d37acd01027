-- A day's spending starts anew, what is still held goes on counting: on no day is more spent than
-- the ceiling, also by runs that were promised their answers the day before.
CREATE OR REPLACE FUNCTION open_ceilings(p_engines text[], p_day date) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  INSERT INTO spending_ceiling (engine, day)
    SELECT e, p_day FROM unnest(p_engines) e ORDER BY e ON CONFLICT DO NOTHING;
  PERFORM FROM spending_ceiling WHERE engine = ANY (p_engines) ORDER BY engine FOR UPDATE;
  UPDATE spending_ceiling SET day = p_day, used_usd = 0
   WHERE engine = ANY (p_engines) AND day < p_day;
END $$

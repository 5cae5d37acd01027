-- A worker asks as nobody; it learns which engine, and tells what came of it, once.
CREATE OR REPLACE FUNCTION engine_test_of(p_test uuid) RETURNS varchar
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT engine FROM engine_test WHERE id = p_test AND state = 'waiting' $$

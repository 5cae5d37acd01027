-- The bound user's example, if one is open.
CREATE OR REPLACE FUNCTION my_example() RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT w.id FROM workspace w
    WHERE w.example_of = (SELECT NULLIF(current_setting('app.user_id', true), '')::uuid)
      AND w.deleted_at IS NULL
$$

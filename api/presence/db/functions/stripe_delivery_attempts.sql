CREATE OR REPLACE FUNCTION stripe_delivery_attempts(p_id uuid) RETURNS integer
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT attempts FROM stripe_delivery
    WHERE id = p_id AND workspace_id = NULLIF(current_setting('app.workspace_id', true), '')::uuid
$$

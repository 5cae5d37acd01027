CREATE OR REPLACE FUNCTION stripe_delivery_state(p_id uuid) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT state FROM stripe_delivery
    WHERE id = p_id AND workspace_id = NULLIF(current_setting('app.workspace_id', true), '')::uuid
$$

CREATE OR REPLACE FUNCTION billing_reconcilable(p_before timestamptz, p_limit integer)
RETURNS TABLE (workspace uuid, customer uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT workspace_id, id FROM stripe_customer
    WHERE coalesce(reconciled_at, created_at) < p_before
    ORDER BY reconciled_at NULLS FIRST LIMIT p_limit
$$

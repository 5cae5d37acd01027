-- Owners who chose to be one, and of those the ones with a seat, before others; somebody who was
-- made an owner is paid for by whoever paid then, while that person is still here.
CREATE OR REPLACE FUNCTION workspace_payer()
RETURNS TABLE (user_id uuid, email text, confirmed boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $function$
  SELECT u.id, u.email::text, u.email_verified
    FROM (SELECT o.workspace_id, coalesce(o.payer_id, o.user_id) AS payer_id
            FROM membership o WHERE o.workspace_id = (SELECT NULLIF(current_setting('app.workspace_id', true), '')::uuid) AND o.role = 'owner'
           ORDER BY o.payer_id IS NOT NULL, o.paused, o.created_at, o.user_id LIMIT 1) chosen
    JOIN membership m ON m.workspace_id = chosen.workspace_id AND m.user_id = chosen.payer_id
    JOIN users u ON u.id = m.user_id
$function$

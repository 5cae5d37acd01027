CREATE OR REPLACE FUNCTION staff_may_fetch(p_staff uuid)
RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $function$
  SELECT EXISTS (
    SELECT FROM staff f
     WHERE f.id = p_staff AND f.status = 'active' AND f.role IN ('support-l2', 'admin'))
$function$

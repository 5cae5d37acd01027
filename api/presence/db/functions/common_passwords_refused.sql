CREATE OR REPLACE FUNCTION common_passwords_refused()
RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $function$
  SELECT EXISTS (
    SELECT FROM membership m JOIN workspace w ON w.id = m.workspace_id AND w.deleted_at IS NULL
     WHERE m.user_id = (SELECT NULLIF(current_setting('app.user_id', true), '')::uuid) AND w.refuse_common_passwords)
$function$

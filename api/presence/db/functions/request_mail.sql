-- A person is written to by themselves or by a workspace they belong to; a repetition is no mail.
CREATE OR REPLACE FUNCTION request_mail(
  p_id uuid, p_user uuid, p_workspace uuid, p_template text, p_subject uuid)
RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $function$
BEGIN
  IF p_workspace IS DISTINCT FROM (SELECT NULLIF(current_setting('app.workspace_id', true), '')::uuid) AND p_workspace IS NOT NULL
    OR p_user IS DISTINCT FROM (SELECT NULLIF(current_setting('app.user_id', true), '')::uuid) AND NOT EXISTS (
      SELECT FROM membership m WHERE m.user_id = p_user AND m.workspace_id = (SELECT NULLIF(current_setting('app.workspace_id', true), '')::uuid))
  THEN
    RAISE insufficient_privilege USING MESSAGE = 'This session may not write to that person.';
  END IF;
  INSERT INTO mail (id, user_id, workspace_id, template, subject_id)
    VALUES (p_id, p_user, p_workspace, p_template, p_subject)
    ON CONFLICT ON CONSTRAINT uq_mail_user_id_template_subject_id DO NOTHING;
  RETURN FOUND;
END $function$

-- What staff did to a workspace is remembered when the workspace is gone.
CREATE OR REPLACE FUNCTION keep_staff_log() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  UPDATE audit_log SET workspace_id = NULL WHERE workspace_id = OLD.id AND staff_id IS NOT NULL;
  RETURN OLD;
END $$

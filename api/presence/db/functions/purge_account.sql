CREATE OR REPLACE FUNCTION purge_account(p_user uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  PERFORM FROM users WHERE id = p_user AND deletion_at <= now() FOR UPDATE;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  DELETE FROM workspace w
   WHERE EXISTS (SELECT FROM membership m WHERE m.workspace_id = w.id AND m.user_id = p_user)
     AND NOT EXISTS (SELECT FROM membership m WHERE m.workspace_id = w.id AND m.user_id <> p_user);
  DELETE FROM users WHERE id = p_user;
  RETURN true;
END $$

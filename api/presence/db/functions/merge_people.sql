-- Two accounts of one person become one: what the first belongs to becomes the second's.
CREATE OR REPLACE FUNCTION merge_people(p_from uuid, p_into uuid) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE moved integer;
BEGIN
  INSERT INTO membership (workspace_id, user_id, role, paused)
    SELECT workspace_id, p_into, role, paused FROM membership WHERE user_id = p_from
  ON CONFLICT (workspace_id, user_id) DO UPDATE SET role = CASE
    WHEN array_position(ARRAY['owner', 'admin', 'editor', 'billing', 'viewer']::varchar[],
        excluded.role)
      < array_position(ARRAY['owner', 'admin', 'editor', 'billing', 'viewer']::varchar[],
        membership.role)
    THEN excluded.role ELSE membership.role END;
  UPDATE api_key SET user_id = p_into WHERE user_id = p_from;
  UPDATE subscriptions SET user_id = p_into WHERE user_id = p_from;
  UPDATE support_request SET user_id = p_into WHERE user_id = p_from;
  UPDATE conclusion_decision SET assignee_id = p_into WHERE assignee_id = p_from;
  DELETE FROM membership WHERE user_id = p_from;
  GET DIAGNOSTICS moved = ROW_COUNT;
  RETURN moved;
END $$

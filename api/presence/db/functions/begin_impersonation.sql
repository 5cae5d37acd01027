CREATE OR REPLACE FUNCTION begin_impersonation(p_link bytea, p_session uuid, p_token bytea)
RETURNS timestamp with time zone
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $function$
DECLARE v impersonation;
BEGIN
  UPDATE impersonation i
     SET started_at = now(),
         link_hash = NULL -- guard: impersonation.link-once -> link_hash = i.link_hash
   WHERE i.link_hash = p_link
     AND i.link_expires_at > now() -- guard: impersonation.link-in-time
     AND i.ended_at IS NULL
     AND i.ends_at > now()
     AND EXISTS (SELECT FROM staff s
                  WHERE s.id = i.staff_id AND s.status = 'active' AND s.role IN ('support-l2', 'admin'))
     AND EXISTS (SELECT FROM users u WHERE u.id = i.user_id AND u.is_active)
     AND EXISTS (
       SELECT FROM membership m JOIN workspace w ON w.id = m.workspace_id AND w.deleted_at IS NULL
        WHERE m.workspace_id = i.workspace_id AND m.user_id = i.user_id) -- guard: impersonation.link-of-member
  RETURNING * INTO v;
  IF v.id IS NULL THEN
    RETURN NULL;
  END IF;
  INSERT INTO login_session
    (id, token_hash, user_id, workspace_id, user_agent, expires_at, impersonation_id)
  VALUES (p_session, p_token, v.user_id, v.workspace_id, 'Presence support', v.ends_at, v.id);
  RETURN v.ends_at;
END $function$

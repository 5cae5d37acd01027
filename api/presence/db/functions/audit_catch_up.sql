-- Links entries of before in order; 0 when there are none left and later ones link themselves.
CREATE OR REPLACE FUNCTION audit_catch_up(p_workspace uuid, p_most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  v_head audit_chain;
  v_last audit_log;
  v_entry audit_log;
  v_number integer := 0;
BEGIN
  SELECT * INTO v_head FROM audit_chain WHERE workspace_id = p_workspace FOR UPDATE;
  IF v_head.caught_up IS NOT false THEN
    RETURN 0;
  END IF;
  SELECT a.* INTO v_last FROM audit_link l JOIN audit_log a ON a.id = l.entry_id
   WHERE l.workspace_id = p_workspace AND l.sequence = v_head.sequence;
  FOR v_entry IN
    SELECT * FROM audit_log a WHERE a.workspace_id = p_workspace
       AND (v_last.id IS NULL OR (a.created_at, a.id) > (v_last.created_at, v_last.id))
     ORDER BY a.created_at, a.id LIMIT p_most
  LOOP
    v_number := v_number + 1;
    v_head.hash := audit_append(v_entry, v_head.sequence + v_number, v_head.hash);
  END LOOP;
  IF v_number < p_most THEN
    -- Written meanwhile by a transaction that had begun earlier.
    FOR v_entry IN
      SELECT * FROM audit_log a WHERE a.workspace_id = p_workspace
         AND a.created_at > now() - interval '2 days'
         AND NOT EXISTS (SELECT FROM audit_link l
           WHERE l.workspace_id = p_workspace AND l.entry_id = a.id)
       ORDER BY a.created_at, a.id
    LOOP
      v_number := v_number + 1;
      v_head.hash := audit_append(v_entry, v_head.sequence + v_number, v_head.hash);
    END LOOP;
    v_head.caught_up := true;
  END IF;
  UPDATE audit_chain SET sequence = v_head.sequence + v_number, hash = v_head.hash,
    caught_up = v_head.caught_up, sealed_at = clock_timestamp() WHERE workspace_id = p_workspace;
  RETURN CASE WHEN v_head.caught_up THEN 0 ELSE v_number END;
END $$

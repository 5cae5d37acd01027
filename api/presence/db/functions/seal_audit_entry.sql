-- An entry of a workspace that has not caught up is linked with those before it.
CREATE OR REPLACE FUNCTION seal_audit_entry() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  v_head audit_chain;
  v_entry audit_log;
BEGIN
  INSERT INTO audit_chain (workspace_id, sequence, hash, sealed_at, caught_up)
  SELECT w.id, 0, decode(repeat('00', 32), 'hex'), now(), true FROM workspace w
   WHERE w.id = NEW.workspace_id ON CONFLICT (workspace_id) DO NOTHING;
  SELECT * INTO v_head FROM audit_chain WHERE workspace_id = NEW.workspace_id FOR UPDATE;
  SELECT * INTO v_entry FROM audit_log WHERE id = NEW.id AND workspace_id = NEW.workspace_id;
  IF v_head.caught_up AND v_entry.id IS NOT NULL THEN
    UPDATE audit_chain SET sequence = v_head.sequence + 1, sealed_at = clock_timestamp(),
      hash = audit_append(v_entry, v_head.sequence + 1, v_head.hash)
     WHERE workspace_id = NEW.workspace_id;
  END IF;
  RETURN NULL;
END $$

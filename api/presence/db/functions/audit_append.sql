CREATE OR REPLACE FUNCTION audit_append(
  p_entry audit_log, p_sequence bigint, p_previous bytea) RETURNS bytea
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  v_salt bytea := uuid_send(gen_random_uuid());
  v_staff_salt bytea := uuid_send(gen_random_uuid());
  v_digest bytea := audit_digest(v_salt,
    jsonb_build_array(p_entry.actor_name, p_entry.before, p_entry.after));
  v_staff_digest bytea := audit_digest(v_staff_salt,
    jsonb_build_array(p_entry.staff_id, p_entry.reason, p_entry.address));
  v_hash bytea := audit_hash(p_entry, p_sequence, p_previous, v_digest, v_staff_digest);
BEGIN
  INSERT INTO audit_link (
    workspace_id, sequence, entry_id, salt, staff_salt, digest, staff_digest, hash)
  VALUES (p_entry.workspace_id, p_sequence, p_entry.id, v_salt, v_staff_salt, v_digest,
    v_staff_digest, v_hash);
  RETURN v_hash;
END $$

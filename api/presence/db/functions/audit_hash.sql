-- The hash of an entry, by the digests that stand in its link.
CREATE OR REPLACE FUNCTION audit_hash(
  p_entry audit_log, p_sequence bigint, p_previous bytea, p_digest bytea, p_staff_digest bytea
) RETURNS bytea
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT audit_digest('', jsonb_build_array(
    'presence-audit-1', p_entry.workspace_id, p_sequence, encode(p_previous, 'hex'), p_entry.id,
    to_char(p_entry.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    p_entry.actor_id, p_entry.on_behalf_of, p_entry.via, p_entry.action, p_entry.target,
    encode(p_digest, 'hex'), encode(p_staff_digest, 'hex')))
$$

"""Each entry of a workspace's audit log is a link of a chain: its number, and a hash over the last.

A trigger links an entry when its transaction commits, whoever wrote it: the chain's head is locked
last and for an instant, so writers neither wait for each other's work nor for each other in a
circle. An entry's hash covers salted digests of what is personal in it, so a value that has to be
erased leaves the chain whole. What stood here before is linked in order, in short transactions.

Revision ID: 0038_audit_chain
"""

from __future__ import annotations

from alembic import op

from presence.db.rls import resolver_function, resolver_reads, tenant_table

revision = "0038_audit_chain"
down_revision = "0037_spending"
branch_labels = None
depends_on = None

TABLES = """
CREATE TABLE audit_chain (
  workspace_id uuid NOT NULL DEFAULT NULLIF(current_setting('app.workspace_id', true), '')::uuid,
  sequence bigint NOT NULL,
  hash bytea NOT NULL,
  sealed_at timestamptz NOT NULL,
  caught_up boolean NOT NULL,
  CONSTRAINT pk_audit_chain PRIMARY KEY (workspace_id),
  CONSTRAINT fk_audit_chain_workspace_id
    FOREIGN KEY (workspace_id) REFERENCES workspace (id) ON DELETE CASCADE
);
CREATE TABLE audit_link (
  workspace_id uuid NOT NULL DEFAULT NULLIF(current_setting('app.workspace_id', true), '')::uuid,
  sequence bigint NOT NULL,
  entry_id uuid NOT NULL,
  salt bytea,
  staff_salt bytea,
  digest bytea NOT NULL,
  staff_digest bytea NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT pk_audit_link PRIMARY KEY (workspace_id, sequence),
  CONSTRAINT uq_audit_link_workspace_id_entry_id UNIQUE (workspace_id, entry_id),
  CONSTRAINT fk_audit_link_workspace_id
    FOREIGN KEY (workspace_id) REFERENCES workspace (id) ON DELETE CASCADE
)
"""
LINK_COLUMNS = "workspace_id, sequence, entry_id, salt, digest, staff_digest, hash"
# One spelling for each value, the same as `presence verify-audit` writes: keys by code point, no
# spaces, numbers without zeros at their ends.
CANONICAL = """
CREATE FUNCTION audit_canonical(p_value jsonb) RETURNS text
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  RETURN CASE jsonb_typeof(p_value)
    WHEN 'object' THEN '{' || coalesce((
      SELECT string_agg(to_json(e.key)::text || ':' || audit_canonical(e.value), ','
        ORDER BY e.key COLLATE "C") FROM jsonb_each(p_value) e), '') || '}'
    WHEN 'array' THEN '[' || coalesce((
      SELECT string_agg(audit_canonical(e.value), ',' ORDER BY e.number)
        FROM jsonb_array_elements(p_value) WITH ORDINALITY AS e (value, number)), '') || ']'
    WHEN 'number' THEN trim_scale((p_value #>> '{}')::numeric)::text
    ELSE coalesce(p_value::text, 'null') END;
END $$
"""
DIGEST = """
CREATE FUNCTION audit_digest(p_salt bytea, p_value jsonb) RETURNS bytea
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT sha256(p_salt || convert_to(audit_canonical(p_value), 'UTF8')) $$
"""
# The hash of an entry, by the digests that stand in its link.
HASH = """
CREATE FUNCTION audit_hash(
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
"""
APPEND = """
CREATE FUNCTION audit_append(p_entry audit_log, p_sequence bigint, p_previous bytea) RETURNS bytea
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
"""
# An entry of a workspace that has not caught up is linked with those before it.
SEAL = """
CREATE FUNCTION seal_audit_entry() RETURNS trigger
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
"""
# Links entries of before in order; 0 when there are none left and later ones link themselves.
CATCH_UP = """
CREATE FUNCTION audit_catch_up(p_workspace uuid, p_most integer) RETURNS integer
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
"""
TRIGGER = """
CREATE CONSTRAINT TRIGGER seal_audit_entry AFTER INSERT ON audit_log
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.workspace_id IS NOT NULL)
  EXECUTE FUNCTION seal_audit_entry()
"""
BEGIN_CHAINS = """
INSERT INTO audit_chain (workspace_id, sequence, hash, sealed_at, caught_up)
SELECT w.id, 0, decode(repeat('00', 32), 'hex'), now(), false FROM workspace w
"""
# Five hundred entries take a few hundredths of a second, for which a workspace's writers wait.
ALL_CAUGHT_UP = """
DO $$
DECLARE
  v_workspace uuid;
BEGIN
  LOOP
    SELECT workspace_id INTO v_workspace FROM audit_chain WHERE NOT caught_up LIMIT 1;
    EXIT WHEN NOT FOUND;
    PERFORM audit_catch_up(v_workspace, 500);
    COMMIT;
  END LOOP;
END $$
"""
HELPERS = {
    "audit_canonical(jsonb)": CANONICAL,
    "audit_digest(bytea, jsonb)": DIGEST,
    "audit_hash(audit_log, bigint, bytea, bytea, bytea)": HASH,
    "audit_append(audit_log, bigint, bytea)": APPEND,
}
DOORS = {"seal_audit_entry()": SEAL, "audit_catch_up(uuid, integer)": CATCH_UP}


def upgrade() -> None:
    """Create the chain, link what is written from now on, then what was written before."""
    for statement in TABLES.split(";\n"):
        op.execute(statement)
    for table, verbs in (("audit_chain", "INSERT, UPDATE"), ("audit_link", "INSERT")):
        tenant_table(
            table, grants="SELECT" if table == "audit_chain" else f"SELECT ({LINK_COLUMNS})"
        )
        resolver_reads(table)
        for verb in verbs.split(", "):
            rule = "WITH CHECK (true)" if verb == "INSERT" else "USING (true) WITH CHECK (true)"
            op.execute(
                f"CREATE POLICY resolver_{verb.lower()} ON {table} FOR {verb} TO resolver {rule}"
            )
        op.execute(f"GRANT {verbs} ON {table} TO resolver")
    for function in (*HELPERS.values(), *DOORS.values()):
        op.execute(function)
    for signature in DOORS:
        resolver_function(signature)
        op.execute(f"REVOKE ALL ON FUNCTION {signature} FROM customer")
    op.execute(TRIGGER)
    op.execute(BEGIN_CHAINS)
    with op.get_context().autocommit_block():
        op.execute(ALL_CAUGHT_UP)


def downgrade() -> None:
    """Leave the log without its chain."""
    op.execute("DROP TRIGGER IF EXISTS seal_audit_entry ON audit_log")
    for signature in (*DOORS, *reversed(HELPERS)):
        op.execute(f"DROP FUNCTION IF EXISTS {signature}")
    op.execute("DROP TABLE audit_link")
    op.execute("DROP TABLE audit_chain")

"""Row security as migration operations: the only place where policies are written.

Invariant: a tenant table has ENABLE and FORCE row security and one policy whose USING and WITH
CHECK are the same expression. NULLIF is needed because a local setting that has ended reads as an
empty string, and the sub-select so that it is evaluated once per statement.
"""

from __future__ import annotations

from alembic import op
from sqlalchemy import text

CURRENT_WORKSPACE = text("NULLIF(current_setting('app.workspace_id', true), '')::uuid")
WORKSPACE = "(SELECT NULLIF(current_setting('app.workspace_id', true), '')::uuid)"
USER = "(SELECT NULLIF(current_setting('app.user_id', true), '')::uuid)"
NOBODY = f"({WORKSPACE} IS NULL AND {USER} IS NULL)"


def force_row_security(table: str) -> None:
    """ENABLE and FORCE: without FORCE the owner would bypass every policy."""
    op.execute(f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY")
    op.execute(f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY")


def tenant_table(table: str, *, grants: str = "SELECT, INSERT, UPDATE, DELETE") -> None:
    """Make `table` (with a `workspace_id uuid` column) visible only to its own workspace."""
    force_row_security(table)
    expression = f"workspace_id = {WORKSPACE}"
    op.execute(
        f"CREATE POLICY tenant ON {table} TO customer "
        f"USING ({expression}) WITH CHECK ({expression})"
    )
    auditor_reads(table)
    op.execute(f"GRANT {grants} ON {table} TO customer")


def auditor_reads(table: str) -> None:
    """The auditor (invariants and usage metrics, never the API) may read every row."""
    op.execute(f"CREATE POLICY auditor_read ON {table} FOR SELECT TO auditor USING (true)")
    op.execute(f"GRANT SELECT ON {table} TO auditor")


def resolver_reads(table: str) -> None:
    """SECURITY DEFINER functions owned by `resolver` may read every row of `table`."""
    op.execute(f"CREATE POLICY resolver_read ON {table} FOR SELECT TO resolver USING (true)")
    op.execute(f"GRANT SELECT ON {table} TO resolver")


def operator_reads(table: str, rule: str, columns: str = "") -> None:
    """The console's role may read rows that satisfy `rule`; only `columns` if any are given."""
    op.execute(f"CREATE POLICY operator_read ON {table} FOR SELECT TO operator USING ({rule})")
    op.execute(f"GRANT SELECT {f'({columns})' if columns else ''} ON {table} TO operator")


def operator_writes(table: str, verbs: str, rule: str, columns: str = "") -> None:
    """The console's role may run `verbs` on rows that satisfy `rule` before and after."""
    for verb in verbs.split(", "):
        using = "" if verb == "INSERT" else f" USING ({rule})"
        check = "" if verb == "DELETE" else f" WITH CHECK ({rule})"
        name = f"operator_{verb.lower()}"
        op.execute(f"CREATE POLICY {name} ON {table} FOR {verb} TO operator{using}{check}")
        op.execute(f"GRANT {verb} {columns} ON {table} TO operator")


def operator_forgets() -> None:
    """Revoke every privilege and policy of the console's role."""
    op.execute(
        "DO $$ DECLARE p record; BEGIN"
        " FOR p IN SELECT policyname, tablename FROM pg_policies WHERE schemaname = 'public'"
        " AND policyname LIKE 'operator\\_%' LOOP"
        " EXECUTE format('DROP POLICY %I ON %I', p.policyname, p.tablename); END LOOP; END $$"
    )
    op.execute("REVOKE ALL ON ALL TABLES IN SCHEMA public FROM operator")
    op.execute("REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM operator")


# By the key, so that no part looks at a row twice.
_DELETE_PARTS = """
DO $$
DECLARE
  v_last uuid := '00000000-0000-0000-0000-000000000000';
  v_part uuid[];
BEGIN
  LOOP
    SELECT array_agg(p.id ORDER BY p.id) INTO v_part FROM (
      SELECT id FROM {table} WHERE id > v_last AND {rule} ORDER BY id LIMIT 100) p;
    EXIT WHEN v_part IS NULL;
    DELETE FROM {table} WHERE id = ANY (v_part) AND {rule};
    COMMIT;
    v_last := v_part[array_upper(v_part, 1)];
  END LOOP;
END $$
"""


def delete_in_parts(table: str, rule: str, verb: str) -> None:
    """Delete the rows of `table` (with an `id uuid`) that satisfy `rule`, and let none follow.

    The table stays open: each part is a transaction that locks its own rows. Meanwhile the owner
    sees every row, and no `verb` (INSERT or UPDATE) by anybody leaves a row that satisfies the
    rule. Needs an autocommit block; ended half-way, it may begin again. `stop_deleting` once the
    rule has lost its column or its meaning.
    """
    stop_deleting(table)
    op.execute(
        f"CREATE POLICY none_follow ON {table} AS RESTRICTIVE FOR {verb}"
        f" WITH CHECK (({rule}) IS NOT TRUE)"
    )
    op.execute(f"CREATE POLICY deleting ON {table} TO CURRENT_USER USING (true)")
    op.execute(_DELETE_PARTS.format(table=table, rule=f"({rule})"))


def stop_deleting(table: str) -> None:
    """Take back what `delete_in_parts` allowed and refused."""
    for policy in ("deleting", "none_follow"):
        op.execute(f"DROP POLICY IF EXISTS {policy} ON {table}")


def resolver_function(signature: str) -> None:
    """Transfer a SECURITY DEFINER function to `resolver`; only `customer` may call it."""
    op.execute(f"ALTER FUNCTION {signature} OWNER TO resolver")
    op.execute(f"REVOKE ALL ON FUNCTION {signature} FROM PUBLIC")
    op.execute(f"GRANT EXECUTE ON FUNCTION {signature} TO customer")

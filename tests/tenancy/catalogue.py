"""What must hold for every table, view, function and role, read from PostgreSQL's own catalogue.

`violations` answers sentences; an empty list means row security is complete. Tables that are not
scoped to a workspace are named here, each with its reason; any other is judged as a tenant table.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import asyncpg

from presence.migrations.registry import metadata

WORKSPACE_KEY = "NULLIF(current_setting('app.workspace_id'::text, true), ''::text)"
USER_KEY = "NULLIF(current_setting('app.user_id'::text, true), ''::text)"

# Global: the same for everybody, or of no tenant. Customers may only do what is listed.
GLOBAL = {
    "alembic_version": {"SELECT"},
    "plans": {"SELECT"},
    "plan_features": {"SELECT"},
    "engine_switch": {"SELECT"},
    "feature_flag": {"SELECT"},
    "procrastinate_jobs": {"SELECT", "INSERT", "UPDATE", "DELETE"},
    "procrastinate_events": {"SELECT", "INSERT", "UPDATE", "DELETE"},
    "procrastinate_periodic_defers": {"SELECT", "INSERT", "UPDATE", "DELETE"},
    "procrastinate_workers": {"SELECT", "INSERT", "UPDATE", "DELETE"},
}
# Scoped to the user instead of the workspace, by this column.
USER_SCOPED = {"users": "id"} | dict.fromkeys(
    (
        "login_session",
        "login_device",
        "login_challenge",
        "one_time_token",
        "google_identity",
        "second_factor",
        "recovery_code",
        "mail",
        "data_export",
        "digest",
        "digest_issue",
    ),
    "user_id",
)
# Reached through functions only.
HIDDEN = {
    "login_attempt",
    "engine_gate",
    "engine_window",
    "engine_slot",
    "rate_window",
    "stripe_delivery",
}
# Staff's own, of no tenant: only the operator, and no customer, may read or write them.
STAFF = {
    "staff",
    "staff_session",
    "staff_identity",
    "staff_call",
    "staff_note",
    "approval",
    "impersonation",
    "engine_test",
}
HIDDEN |= STAFF
# Some of its rows have no workspace, and no customer sees those.
PARTLY_STAFF = {"audit_log"}
# The tenant itself: its key is `id`.
TENANT_KEY = {"workspace": "id"}
# A person is found by e-mail and a browser by its random token before any tenant is known.
GLOBAL_KEYS = {"uq_users_email", "uq_login_session_token_hash"}
EXTRA_POLICIES = {
    ("users", "colleague"),
    ("notification", "member"),
    ("notification_choice", "member"),
}
BOUND_WORKSPACE = f'( SELECT ({WORKSPACE_KEY})::uuid AS "nullif")'
BOUND_USER = f'( SELECT ({USER_KEY})::uuid AS "nullif")'
BOUND_TO_NOBODY = f"(({BOUND_WORKSPACE} IS NULL) AND ({BOUND_USER} IS NULL))"
# Where staff reach other rows than those they are bound to, or all while bound to nobody.
OPERATOR_BEYOND = {
    # what is done to a person is told while bound to that person, to their workspace's entries too
    ("audit_log", "SELECT"): (
        f"(({BOUND_WORKSPACE} IS NULL) OR (workspace_id = {BOUND_WORKSPACE}))"
    ),
    ("audit_log", "INSERT"): (
        f"((NOT (workspace_id IS DISTINCT FROM {BOUND_WORKSPACE})) AND (staff_id IS NOT NULL))"
    ),
    # members of the bound workspace are people of any
    ("users", "SELECT"): f"(({BOUND_USER} IS NULL) OR (id = {BOUND_USER}))",
    # a message of Stripe's may be of nobody yet; its rows hold no customer's data
    ("stripe_delivery", "UPDATE"): "true",
}
VERBS = ("SELECT", "INSERT", "UPDATE", "DELETE")

TABLES = """
SELECT c.relname, c.relrowsecurity, c.relforcerowsecurity, pg_get_userbyid(c.relowner) AS owner
FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
ORDER BY 1
"""
POLICIES = "SELECT * FROM pg_policies WHERE schemaname = 'public' ORDER BY tablename, policyname"
GRANTS = """
SELECT c.relname, r.role, v.verb
FROM pg_class c, unnest(ARRAY['customer', 'auditor', 'resolver', 'operator']) r(role),
  unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER', 'REFERENCES']) v(verb)
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
  AND (has_table_privilege(r.role, c.oid, v.verb)
    OR v.verb IN ('SELECT', 'INSERT', 'UPDATE') AND has_any_column_privilege(r.role, c.oid, v.verb))
"""
SCOPE_COLUMNS = """
SELECT c.relname, a.attnotnull, pg_get_expr(d.adbin, d.adrelid) AS value
FROM pg_class c
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'workspace_id' AND NOT a.attisdropped
LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
"""
UNIQUE_KEYS = """
SELECT t.relname, i.relname AS key, x.indisprimary,
  ARRAY(SELECT a.attname::text FROM unnest(x.indkey) WITH ORDINALITY k(attnum, n)
        JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.attnum ORDER BY k.n) AS columns,
  ARRAY(SELECT format_type(a.atttypid, NULL) FROM unnest(x.indkey) WITH ORDINALITY k(attnum, n)
        JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.attnum ORDER BY k.n) AS types
FROM pg_index x JOIN pg_class t ON t.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
WHERE t.relnamespace = 'public'::regnamespace AND x.indisunique
"""
FOREIGN_KEYS = """
SELECT o.conname, o.conrelid::regclass::text AS source, o.confrelid::regclass::text AS target,
  ARRAY(SELECT a.attname::text FROM unnest(o.conkey) WITH ORDINALITY k(num, n)
        JOIN pg_attribute a ON a.attrelid = o.conrelid AND a.attnum = k.num ORDER BY n) AS here,
  ARRAY(SELECT a.attname::text FROM unnest(o.confkey) WITH ORDINALITY k(num, n)
        JOIN pg_attribute a ON a.attrelid = o.confrelid AND a.attnum = k.num ORDER BY n) AS there
FROM pg_constraint o WHERE o.contype = 'f' AND o.connamespace = 'public'::regnamespace
"""
FUNCTIONS = """
SELECT p.oid::regprocedure::text AS name, pg_get_userbyid(p.proowner) AS owner, p.proconfig,
  has_function_privilege('public', p.oid, 'EXECUTE') AS public
FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace AND p.prosecdef
"""
VIEWS = """
SELECT c.relname, c.relkind::text, coalesce(c.reloptions, '{}') AS options
FROM pg_class c LEFT JOIN pg_depend d ON d.objid = c.oid AND d.deptype = 'e'
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('v', 'm') AND d.objid IS NULL
"""
# The auditor sees what the server is busy with, which is no tenant's row.
INHERITED = {"auditor": {"pg_read_all_stats"}}
ROLES = """
SELECT r.rolname, r.rolsuper OR r.rolbypassrls OR r.rolcreaterole OR r.rolcreatedb AS mighty,
  ARRAY(SELECT pg_get_userbyid(m.roleid)::text FROM pg_auth_members m
        WHERE m.member = r.oid) AS groups,
  has_schema_privilege(r.oid, 'public', 'CREATE') AS creates
FROM pg_roles r WHERE r.rolname IN ('owner', 'customer', 'operator', 'auditor', 'resolver')
"""


async def violations(connection: asyncpg.Connection) -> list[str]:
    """Every breach of the rules, as sentences."""
    tables = {row["relname"]: row for row in await connection.fetch(TABLES)}
    scoped = {name for name in tables if name not in GLOBAL}
    policies: dict[str, list[Any]] = defaultdict(list)
    for row in await connection.fetch(POLICIES):
        policies[row["tablename"]].append(row)
    grants: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for row in await connection.fetch(GRANTS):
        grants[row["relname"]].add((row["role"], row["verb"]))
    found: list[str] = []
    for name in sorted(scoped):
        found += _row_security(tables[name], policies[name], grants[name])
    for name in tables:
        found += _rights(name, tables[name]["owner"], grants[name])
    for table, policy in EXTRA_POLICIES:
        if policy not in {p["policyname"] for p in policies[table]}:
            found.append(f"{table} lacks its policy {policy}")
    found += await _columns(connection, scoped)
    found += await _keys(connection, scoped)
    found += await _others(connection)
    return found


def _row_security(table: Any, policies: list[Any], grants: set[tuple[str, str]]) -> list[str]:
    name, found = table["relname"], []
    if not (table["relrowsecurity"] and table["relforcerowsecurity"]):
        found.append(f"{name} does not ENABLE and FORCE row security")
    for policy in policies:
        open_to_all = policy["qual"] in (None, "true") and policy["with_check"] in (None, "true")
        if "public" in policy["roles"] or (open_to_all and "customer" in policy["roles"]):
            found.append(f"{name}: policy {policy['policyname']} is open")
        if "operator" in policy["roles"] and name not in STAFF and not _is_staffs(name, policy):
            found.append(f"{name}: policy {policy['policyname']} opens it to operator")
    main = [p for p in policies if "customer" in p["roles"] and p["cmd"] == "ALL"]
    if name not in HIDDEN and not any(_is_scope(name, policy) for policy in main):
        found.append(f"{name} has no policy with USING and WITH CHECK on its scope")
    for role, verb in sorted(grants):
        if verb in VERBS and not any(
            role in p["roles"] and p["cmd"] in ("ALL", verb) for p in policies
        ):
            found.append(f"{name}: {role} was granted {verb} without a policy")
    if ("auditor", "SELECT") not in grants:
        found.append(f"{name} cannot be read by auditor")
    return found


def _is_scope(table: str, policy: Any) -> bool:
    column = _scope_column(table)
    key = USER_KEY if table in USER_SCOPED else WORKSPACE_KEY
    expected = f"({column} = ( SELECT ({key})::uuid AS "
    qual = str(policy["qual"])
    return qual.startswith(expected) and qual == policy["with_check"]


def _is_staffs(table: str, policy: Any) -> bool:
    """Whether it leads the operator to the bound rows, and for reading to all while unbound."""
    own = f"({_scope_column(table)} = {BOUND_USER if table in USER_SCOPED else BOUND_WORKSPACE})"
    expected = {own, OPERATOR_BEYOND.get((table, policy["cmd"]), own)}
    if policy["cmd"] == "SELECT":
        expected.add(f"({BOUND_TO_NOBODY} OR {own})")
    return {policy["qual"], policy["with_check"]} - {None} <= expected


def _scope_column(table: str) -> str:
    return USER_SCOPED.get(table) or TENANT_KEY.get(table, "workspace_id")


def _rights(name: str, owner: str, grants: set[tuple[str, str]]) -> list[str]:
    found = [] if owner == "owner" else [f"{name} belongs to {owner}"]
    allowed = GLOBAL.get(name, set(VERBS) if name not in HIDDEN else set())
    found += [
        f"{name}: customer may {verb}"
        for role, verb in sorted(grants)
        if role == "customer" and verb not in allowed
    ]
    found += [
        f"{name}: auditor may {verb}"
        for role, verb in sorted(grants)
        if role == "auditor" and verb != "SELECT"
    ]
    return found


async def _columns(connection: asyncpg.Connection, scoped: set[str]) -> list[str]:
    rows = {row["relname"]: row for row in await connection.fetch(SCOPE_COLUMNS)}
    found = []
    for name in sorted(scoped - set(USER_SCOPED) - set(TENANT_KEY) - HIDDEN):
        row = rows.get(name)
        if row is None or not (row["attnotnull"] or name in PARTLY_STAFF):
            found.append(f"{name} has no workspace_id NOT NULL")
        elif row["value"] is None or WORKSPACE_KEY not in row["value"]:
            found.append(f"{name}.workspace_id is not filled from the binding")
    return found


async def _keys(connection: asyncpg.Connection, scoped: set[str]) -> list[str]:
    found = []
    for row in await connection.fetch(UNIQUE_KEYS):
        surrogate = row["indisprimary"] and row["columns"] == ["id"] and row["types"] == ["uuid"]
        tenant = row["relname"] in scoped - set(USER_SCOPED) - HIDDEN
        known = surrogate or row["key"] in GLOBAL_KEYS
        if tenant and not known and row["columns"][0] != "workspace_id":
            found.append(f"unique key {row['key']} tells that another tenant's row exists")
    tenants = scoped - set(USER_SCOPED) - HIDDEN - set(TENANT_KEY)
    missing = _declared_keys()
    for row in await connection.fetch(FOREIGN_KEYS):
        pairs = set(zip(row["here"], row["there"], strict=True))
        missing.discard((row["source"], row["target"], frozenset(pairs)))
        if row["target"] in tenants and ("workspace_id", "workspace_id") not in pairs:
            found.append(f"foreign key {row['conname']} accepts another tenant's row")
    found += [
        f"{source} may point to rows of {target} that do not exist" for source, target, _ in missing
    ]
    return found


def _declared_keys() -> set[tuple[str, str, frozenset[tuple[str, str]]]]:
    """(table, target, column pairs) of every foreign key the models declare."""
    return {
        (
            table.name,
            key.referred_table.name,
            frozenset((e.parent.name, e.column.name) for e in key.elements),
        )
        for table in metadata.tables.values()
        for key in table.foreign_key_constraints
    }


async def _others(connection: asyncpg.Connection) -> list[str]:
    found = []
    for row in await connection.fetch(FUNCTIONS):
        pinned = any(
            c.startswith("search_path=") and c.endswith("pg_temp") for c in row["proconfig"] or ()
        )
        if row["owner"] != "resolver" or not pinned or row["public"]:
            found.append(f"function {row['name']} is not pinned, resolver's and closed to PUBLIC")
    for row in await connection.fetch(VIEWS):
        if row["relkind"] == "m" or "security_invoker=true" not in row["options"]:
            found.append(f"view {row['relname']} does not run with its caller's rights")
    for row in await connection.fetch(ROLES):
        if row["mighty"]:
            found.append(f"role {row['rolname']} is mightier than it may be")
        inherited = set(row["groups"]) - INHERITED.get(row["rolname"], set())
        if row["rolname"] not in ("owner", "resolver") and (inherited or row["creates"]):
            found.append(f"role {row['rolname']} inherits rights or creates objects")
    return found

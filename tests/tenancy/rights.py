"""What each role may do, grant by grant: tables, columns, views, sequences, functions, the schema.

`rights_astray` compares every access list of the database with what is written here, so a grant too
many and a grant too few are both told. Invariant: what is expected is kept by hand (the console's
role in `operator_rights`); only what an owner holds by birth is PostgreSQL's own word.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import asyncpg

from tests.tenancy.kinds import HIDDEN
from tests.tenancy.operator_rights import READS, READS_BY_COLUMN, UPDATE_COLUMNS, WRITES

# Letters of an access list: a INSERT, r SELECT, w UPDATE, d DELETE, U USAGE, C CREATE, X EXECUTE.
_ORDER = "arwdDxtm"
_LETTERS = {"INSERT": "a", "SELECT": "r", "UPDATE": "w", "DELETE": "d"}
OF_A_TENANT = "arwd"
# The customer's role, where that is not all of a tenant's rows.
CUSTOMER = dict.fromkeys(HIDDEN, "") | {
    "alembic_version": "r",
    "plans": "r",
    "plan_features": "r",
    "engine_switch": "r",
    # of the deployment's own keys
    "engine_watch_break": "ar",
    "engine_watch_day": "arw",
    "feature_flag": "",
    "key_check": "arw",
    "feature_exception": "r",
    # append-only
    "audit_chain": "r",
    "audit_link": "",
    "audit_log": "ar",
    "engine_usage": "ar",
    "subscription_events": "ar",
    "support_request": "ar",
    # kept for the books
    "engine_budget": "arw",
    "payments": "arw",
    "subscriptions": "arw",
    # asked for and made by staff
    "workspace_export": "rw",
}
CUSTOMER_READS_COLUMNS = {
    "audit_link": {
        "digest", "entry_id", "hash", "salt", "sequence", "staff_digest", "workspace_id",
    },
    "feature_flag": {"enabled", "expires_at", "key", "percent", "plans"},
}  # fmt: skip
# The owner of the functions that find out who is asking, and of what no customer reaches at all.
_RESOLVER = {
    "r": (
        "conclusion_decision delivery digest endpoint engine_credential engine_switch "
        "engine_usage engine_watch_day google_identity "
        "impersonation invitation_link limit_override login_challenge login_device made_file "
        "material one_time_token plan_features plan_standing plans procrastinate_jobs report run "
        "run_schedule share_link site_check staff stripe_customer subscriptions support_request "
        "second_factor view_export what_if experiment audit_log passkey traffic_source "
        "traffic_upload"
    ),
    "rd": "api_key users workspace",
    "ard": "login_attempt login_guess login_session membership passkey_challenge",
    "ar": "mail audit_link",
    "rw": "engine_test",
    "arw": "stripe_delivery audit_chain",
    "arwd": (
        "engine_gate engine_slot engine_window rate_window site_visit spending_account "
        "spending_ceiling spending_hold spending_share"
    ),
}
RESOLVER = {table: verbs for verbs, tables in _RESOLVER.items() for table in tables.split()}
RESOLVER_READS_COLUMNS = {"brand": {"id", "status", "workspace_id"}}
RESOLVER_UPDATES_COLUMNS = {
    "api_key": {"last_used_at", "user_id"},
    "audit_log": {"workspace_id"},
    "conclusion_decision": {"assignee_id"},
    "impersonation": {"link_hash", "started_at"},
    "login_guess": {"id"},
    "login_session": {"last_seen_at"},
    "membership": {"last_active_at", "role"},
    "one_time_token": {"used_at"},
    "passkey_challenge": {"expires_at"},
    "subscriptions": {"user_id"},
    "support_request": {"user_id"},
    "users": {"deletion_at"},
}
# Of these the auditor reads all but what opens a door, or is a customer's own file.
AUDITOR_READS_COLUMNS = {
    "traffic_source": {
        "brand_id", "cleaned_at", "created_at", "deleted_at", "id", "kind", "name", "prefix",
        "received_at", "workspace_id",
    },
    "traffic_upload_part": {"number", "upload_id", "workspace_id"},
    "traffic_report_row": {"number", "report_id", "workspace_id"},
}  # fmt: skip
SEQUENCES = {
    "procrastinate_jobs_id_seq": ("customer", "operator"),
    "procrastinate_events_id_seq": ("customer", "operator"),
    "procrastinate_periodic_defers_id_seq": ("customer",),
    "procrastinate_workers_id_seq": ("customer",),
}
VIEWS = {"answer_brief", "engine_score", "shown_score"}
# Functions that run with the resolver's rights: a door in row security each, so each is named.
_CUSTOMERS_OWN = (
    "begin_impersonation billing_due billing_reconcilable book_site_visit capped_engines "
    "challenged common_passwords_refused count_workspaces deleted_workspaces due_deletions "
    "due_deliveries "
    "due_digests due_endpoint_digests due_experiments due_held_assistants due_schedules "
    "end_session "
    "engine_acquire engine_finish experiment_record "
    "engine_test_of expired_files find_invitation find_share_link find_user finish_engine_test "
    "first_workspace forget_keys google_account impersonation_of impersonation_stands "
    "keep_staff_log left_ownerless "
    "factor_demanded keep_passkey_challenge locked_workspaces my_example my_workspaces "
    "overseated_workspaces "
    "passkey_owner prediction_record prove_server purge_account redeem_token "
    "release_spending resolve_api_key resolve_session sealed_by settle_spending share_rates "
    "spending_of staff_may_fetch stranded_checks stranded_exports stranded_log_uploads "
    "stranded_materials stranded_reports stranded_runs stripe_delivery_attempts "
    "stripe_delivery_failed stripe_delivery_state stripe_pending stripe_receive sweep_spending "
    "take_passkey_challenge take_server_turn take_share take_site_visit take_spending "
    "token_owner traffic_source_of traffic_to_clean user_document "
    "workspace_of_run workspace_payer"
)
_NOBODYS = "audit_catch_up seal_audit_entry"
_OF_BOTH = (
    "begin_guess begin_login billing_health ceilings_of engine_health finish_login request_mail "
    "stripe_replay "
    "stripe_settled"
)
_OPERATORS_OWN = "failed_logins merge_people unlock_login"
# Steps of the others, called by none but them.
_INNER = "charge_share charge_spending open_ceilings open_shares"
DOORS = (
    dict.fromkeys(_INNER.split(), ())
    | dict.fromkeys(_CUSTOMERS_OWN.split(), ("customer",))
    | dict.fromkeys(_OF_BOTH.split(), ("customer", "operator"))
    | dict.fromkeys(_OPERATORS_OWN.split(), ("operator",))
    | dict.fromkeys(_NOBODYS.split(), ())
)
SCHEMA = {
    "=U/owner",
    "owner=UC/owner",
    "resolver=UC/owner",
    *(f"{role}=U/owner" for role in ("customer", "operator", "auditor")),
}
# The auditor sees what the server is busy with, which is no tenant's row.
MEMBERSHIPS = {"owner": {"resolver"}, "auditor": {"pg_read_all_stats"}}

RELATIONS = """
SELECT c.relname::text AS name, c.relkind::text AS kind, pg_get_userbyid(c.relowner)::text AS owner,
  c.relacl::text[] AS given,
  acldefault(CASE c.relkind WHEN 'S' THEN 's'::"char" ELSE 'r'::"char" END, c.relowner)::text[]
    AS born
FROM pg_class c
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'S', 'f')
"""
COLUMNS = """
SELECT c.relname::text AS name, a.attname::text AS attribute, a.attacl::text[] AS given
FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
  AND a.attacl IS NOT NULL
"""
FUNCTIONS = """
SELECT p.oid::regprocedure::text AS signature, p.proname::text AS name, p.prosecdef AS door,
  pg_get_userbyid(p.proowner)::text AS owner, p.proacl::text[] AS given,
  acldefault('f', p.proowner)::text[] AS born
FROM pg_proc p
LEFT JOIN pg_depend d
  ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
WHERE p.pronamespace = 'public'::regnamespace AND d.objid IS NULL
"""
WHOLE = """
SELECT (SELECT nspacl::text[] FROM pg_namespace WHERE nspname = 'public') AS schema,
  (SELECT datacl::text[] FROM pg_database WHERE datname = current_database()) AS database,
  ARRAY(SELECT defaclacl::text FROM pg_default_acl) AS later,
  ARRAY(SELECT ARRAY[pg_get_userbyid(m.member), pg_get_userbyid(m.roleid)]::text[]
    FROM pg_auth_members m
    WHERE pg_get_userbyid(m.member) IN ('owner', 'customer', 'operator', 'auditor', 'resolver'))
    AS members
"""


async def rights_astray(connection: asyncpg.Connection) -> list[str]:
    """Every grant that is missing or too many, as sentences."""
    return [
        *await relations_astray(connection),
        *await functions_astray(connection),
        *await whole_astray(connection),
    ]


async def held(connection: asyncpg.Connection) -> dict[str, set[tuple[str, str]]]:
    """(role, letter) of every relation, on the whole or on any of its columns."""
    found: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for row in (*await connection.fetch(RELATIONS), *await connection.fetch(COLUMNS)):
        for entry in row["given"] or ():
            role, _, rest = entry.partition("=")
            found[row["name"]] |= {(role, letter) for letter in rest.partition("/")[0]}
    return found


async def relations_astray(connection: asyncpg.Connection) -> list[str]:
    """Tables with their columns, views and sequences."""
    rows = await connection.fetch(RELATIONS)
    columns = {(r["name"], r["attribute"]): r["given"] for r in await connection.fetch(COLUMNS)}
    found = [f"{name} is gone" for name in sorted(_named() - {row["name"] for row in rows})]
    expected: dict[tuple[str, str], set[str]] = defaultdict(set)
    for table, attribute, given in _expected_columns():
        expected[table, attribute].add(given)
    for row in rows:
        found += _compared(row["name"], row["given"] or row["born"], _expected(row))
    for table, attribute in sorted(expected.keys() | columns.keys()):
        given = columns.get((table, attribute), [])
        found += _compared(f"{table}.{attribute}", given, expected[table, attribute])
    return found


async def functions_astray(connection: asyncpg.Connection) -> list[str]:
    """Functions; those that run with their caller's rights are everybody's."""
    rows = await connection.fetch(FUNCTIONS)
    doors = {row["name"] for row in rows if row["door"]}
    found = [f"function {name} is not declared" for name in sorted(doors - DOORS.keys())]
    found += [f"function {name} is gone" for name in sorted(DOORS.keys() - doors)]
    for row in rows:
        expected = set(row["born"])
        if row["door"]:
            expected -= {f"=X/{row['owner']}"}
            expected |= {f"{role}=X/{row['owner']}" for role in DOORS.get(row["name"], ())}
        found += _compared(f"function {row['signature']}", row["given"] or row["born"], expected)
    return found


async def whole_astray(connection: asyncpg.Connection) -> list[str]:
    """The schema, the database, what later objects would be born with, and the roles' groups."""
    row = await connection.fetchrow(WHOLE)
    found = _compared("schema public", row["schema"] or [], SCHEMA)
    if row["database"] is not None:
        found.append(f"the database gives {row['database']}")
    found += [f"later objects are born with {given}" for given in row["later"]]
    groups: dict[str, set[str]] = defaultdict(set)
    for member, group in row["members"]:
        groups[member].add(group)
    for role in sorted(groups.keys() | MEMBERSHIPS.keys()):
        expected = MEMBERSHIPS.get(role, set())
        found += [f"role {role} inherits {g}" for g in sorted(groups[role] - expected)]
        found += [f"role {role} is not in {g}" for g in sorted(expected - groups[role])]
    return found


def _compared(name: str, given: list[str], expected: set[str]) -> list[str]:
    """Entries of an access list, `role=letters/grantor`, against the expected ones."""
    held = set(given)
    found = [f"{name}: {entry} is too much" for entry in sorted(held - expected)]
    return found + [f"{name}: {entry} is missing" for entry in sorted(expected - held)]


def _named() -> set[str]:
    """Everything this file and the console's list speak of."""
    lists: tuple[Any, ...] = (
        CUSTOMER,
        CUSTOMER_READS_COLUMNS,
        RESOLVER,
        RESOLVER_READS_COLUMNS,
        RESOLVER_UPDATES_COLUMNS,
        AUDITOR_READS_COLUMNS,
    )
    return set(SEQUENCES) | VIEWS | set(READS) | set(WRITES) | {n for part in lists for n in part}


def _expected(row: Any) -> set[str]:
    """The access list of one relation."""
    name, given = row["name"], set(row["born"])
    if row["kind"] == "S":
        return given | {f"{role}=U/owner" for role in SEQUENCES.get(name, ())}
    if name in VIEWS:
        return given | {"customer=r/owner"}
    each = {
        "customer": CUSTOMER.get(name, OF_A_TENANT),
        "auditor": "" if name in AUDITOR_READS_COLUMNS else "r",
        "resolver": RESOLVER.get(name, ""),
        "operator": _operators(name),
    }
    return given | {f"{role}={letters}/owner" for role, letters in each.items() if letters}


def _operators(table: str) -> str:
    """The console's letters on the whole table."""
    verbs = WRITES.get(table, set()) - ({"UPDATE"} if table in UPDATE_COLUMNS else set())
    letters = {_LETTERS[verb] for verb in verbs}
    if table in READS and table not in READS_BY_COLUMN:
        letters.add("r")
    return "".join(sorted(letters, key=_ORDER.index))


def _expected_columns() -> Iterator[tuple[str, str, str]]:
    """(table, column, role) with the letters of each role that has any; one entry per role."""
    letters: dict[tuple[str, str, str], str] = defaultdict(str)
    parts = (
        ("customer", "r", CUSTOMER_READS_COLUMNS),
        ("operator", "r", {table: READS[table] for table in READS_BY_COLUMN}),
        ("operator", "w", UPDATE_COLUMNS),
        ("resolver", "r", RESOLVER_READS_COLUMNS),
        ("resolver", "w", RESOLVER_UPDATES_COLUMNS),
        ("auditor", "r", AUDITOR_READS_COLUMNS),
    )
    for role, letter, tables in parts:
        for table, columns in tables.items():
            for column in columns:
                letters[table, column, role] += letter
    for (table, column, role), given in letters.items():
        yield table, column, f"{role}={given}/owner"

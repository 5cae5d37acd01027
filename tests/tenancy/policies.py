"""What every policy must say, read from PostgreSQL's own catalogue.

Whatever a customer's role reaches is its scope, or stands here word for word. Invariant: a policy
that widens is compared as a whole, never by its name and never by how it begins.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import asyncpg

from tests.tenancy.kinds import GLOBAL, HIDDEN, STAFF, USER_SCOPED, scope_of
from tests.tenancy.rights import held

WORKSPACE_KEY = "NULLIF(current_setting('app.workspace_id'::text, true), ''::text)"
USER_KEY = "NULLIF(current_setting('app.user_id'::text, true), ''::text)"
BOUND_WORKSPACE = f'( SELECT ({WORKSPACE_KEY})::uuid AS "nullif")'
BOUND_USER = f'( SELECT ({USER_KEY})::uuid AS "nullif")'
BOUND_TO_NOBODY = f"(({BOUND_WORKSPACE} IS NULL) AND ({BOUND_USER} IS NULL))"
_MY_OWN_OR_OF_A_JOB = f"((user_id = {BOUND_USER}) OR ({BOUND_USER} IS NULL))"
_SITS_WITH_ME = f"((m.user_id = users.id) AND (m.workspace_id = {BOUND_WORKSPACE}))"
# (table, name) -> (kind, verb, USING, WITH CHECK) of what customers have beside their scope.
CUSTOMER_BESIDE = {
    # who sits in the same workspace has a name
    ("users", "colleague"): (
        "PERMISSIVE",
        "SELECT",
        f"(EXISTS ( SELECT 1\n   FROM membership m\n  WHERE {_SITS_WITH_ME}))",  # noqa: S608
        None,
    ),
    # of the workspace's, only what is told to me
    ("notification", "member"): ("RESTRICTIVE", "ALL", _MY_OWN_OR_OF_A_JOB, None),
    ("notification_choice", "member"): ("RESTRICTIVE", "ALL", _MY_OWN_OR_OF_A_JOB, None),
}
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
# Whose policies there are; the auditor's and the resolver's open nothing to anybody else.
ROLES = {"customer", "operator", "auditor", "resolver"}
VERBS = {"a": "INSERT", "r": "SELECT", "w": "UPDATE", "d": "DELETE"}

TABLES = """
SELECT c.relname::text AS relname, c.relrowsecurity, c.relforcerowsecurity
FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
  AND ($1::text IS NULL OR c.relname = $1) ORDER BY 1
"""
POLICIES = """
SELECT * FROM pg_policies WHERE schemaname = 'public' AND ($1::text IS NULL OR tablename = $1)
ORDER BY tablename, policyname
"""


async def policies_astray(connection: asyncpg.Connection, table: str | None = None) -> list[str]:
    """Every breach of the rules in all tables, or in one of them."""
    tables = await connection.fetch(TABLES, table)
    policies: dict[str, list[Any]] = defaultdict(list)
    for row in await connection.fetch(POLICIES, table):
        policies[row["tablename"]].append(row)
    grants = await held(connection)
    found: list[str] = []
    for row in tables:
        if row["relname"] in GLOBAL:
            if policies[row["relname"]]:
                found.append(f"{row['relname']} is global and has a policy")
            continue
        found += _row_security(row, policies[row["relname"]])
        found += _unanswered(row["relname"], policies[row["relname"]], grants[row["relname"]])
    there = {(name, p["policyname"]) for name in policies for p in policies[name]}
    found += [
        f"{name} lacks its policy {policy}"
        for name, policy in CUSTOMER_BESIDE
        if table in (None, name) and (name, policy) not in there
    ]
    return found


def _row_security(table: Any, policies: list[Any]) -> list[str]:
    name, found = table["relname"], []
    if not (table["relrowsecurity"] and table["relforcerowsecurity"]):
        found.append(f"{name} does not ENABLE and FORCE row security")
    for policy in policies:
        roles = set(policy["roles"])
        if roles - ROLES:
            found.append(f"{name}: policy {policy['policyname']} is for {roles - ROLES}")
        if "customer" in roles and not _is_customers(name, policy):
            found.append(f"{name}: policy {policy['policyname']} opens it to customer")
        if "operator" in roles and name not in STAFF and not _is_staffs(name, policy):
            found.append(f"{name}: policy {policy['policyname']} opens it to operator")
    if name not in HIDDEN and not any(_is_scope(name, policy) for policy in policies):
        found.append(f"{name} has no policy with USING and WITH CHECK on its scope")
    return found


def _unanswered(name: str, policies: list[Any], grants: set[tuple[str, str]]) -> list[str]:
    """Verbs that a role was given and that no policy answers."""
    return [
        f"{name}: {role} was granted {VERBS[letter]} without a policy"
        for role, letter in sorted(grants)
        if role in ROLES
        and letter in VERBS
        and not any(role in p["roles"] and p["cmd"] in ("ALL", VERBS[letter]) for p in policies)
    ]


def _is_customers(table: str, policy: Any) -> bool:
    """Whether it is the table's scope, or what is written above for that name, exactly."""
    said = tuple(policy[part] for part in ("permissive", "cmd", "qual", "with_check"))
    beside = CUSTOMER_BESIDE.get((table, policy["policyname"]))
    return table not in HIDDEN and (_is_scope(table, policy) or said == beside)


def _is_scope(table: str, policy: Any) -> bool:
    own = _own(table)
    return (
        policy["roles"] == ["customer"]
        and (policy["permissive"], policy["cmd"]) == ("PERMISSIVE", "ALL")
        and policy["qual"] == policy["with_check"] == own
    )


def _is_staffs(table: str, policy: Any) -> bool:
    """Whether it leads the operator to the bound rows, and for reading to all while unbound."""
    own = _own(table)
    expected = {own, OPERATOR_BEYOND.get((table, policy["cmd"]), own)}
    if policy["cmd"] == "SELECT":
        expected.add(f"({BOUND_TO_NOBODY} OR {own})")
    return {policy["qual"], policy["with_check"]} - {None} <= expected


def _own(table: str) -> str:
    """The expression that leads to the rows of whoever is bound, and to no others."""
    return f"({scope_of(table)} = {BOUND_USER if table in USER_SCOPED else BOUND_WORKSPACE})"

"""The permissions of each staff role: one table, resource by action.

Invariant: nothing outside this module compares staff roles. Everybody may read, except where a
resource says otherwise; every change is listed, and what is not listed is refused.
"""

from __future__ import annotations

from presence.domains.operators.roles import ROLES, StaffRole

READING = ("list", "show")

L1: StaffRole = "support-l1"
L2: StaffRole = "support-l2"
BILLING: StaffRole = "billing-ops"
ADMIN: StaffRole = "admin"
AUDITOR: StaffRole = "auditor"
_EVERYBODY = frozenset(ROLES)
_SUPPORT = frozenset({L1, L2, ADMIN})
_SENIOR = frozenset({L2, ADMIN})
_MONEY = frozenset({L2, BILLING, ADMIN})
_PRICES = frozenset({BILLING, ADMIN})
_ONLY_ADMIN = frozenset({ADMIN})
_CONTROL = frozenset({L2, BILLING, ADMIN, AUDITOR})

_ACTIONS: dict[str, dict[str, frozenset[StaffRole]]] = {
    "workspaces": {
        "add-note": _SUPPORT | _PRICES,
        "grant": _MONEY,
        "override-limit": _SENIOR,
        "remove-override": _SENIOR,
        "pause": _SENIOR,
        "unpause": _SENIOR,
        "delete": _ONLY_ADMIN,
        "export": _SENIOR,
    },
    "workspace-exports": {"download": _SENIOR},
    "users": {
        "add-note": _SUPPORT | _PRICES,
        "resend-verification": _SUPPORT,
        "send-reset-link": _SUPPORT,
        "unlock": _SUPPORT,
        "revoke-sessions": _SENIOR,
        "disable": _SENIOR,
        "enable": _SENIOR,
        "merge": _SENIOR,
    },
    "members": {"change-role": _SENIOR, "remove": _SENIOR},
    "invitations": {"resend": _SUPPORT, "revoke": _SENIOR},
    "api-keys": {"revoke": _SENIOR},
    "plans": {
        "create": _PRICES,
        "edit": _PRICES,
        "activate": _PRICES,
        "deactivate": _PRICES,
        "prices": _MONEY,
    },
    "plan-features": {"create": _PRICES, "edit": _PRICES},
    "subscriptions": {
        "extend": _MONEY,
        "change-plan": _MONEY,
        "cancel-now": _MONEY,
        "cancel-at-end": _MONEY,
        "resume": _MONEY,
        "resync": _MONEY,
    },
    "payments": {"create": _PRICES},
    "subscription-events": {"create": _PRICES},
    "limit-overrides": {},
    "webhook-deliveries": {"replay": _MONEY, "mark-handled": _MONEY},
    "brands": {"rerun": _SENIOR, "reparse": _SENIOR},
    "runs": {"cancel": _SENIOR, "retry-failed": _SUPPORT, "rerun": _SENIOR},
    "answers": {},
    "findings": {},
    "category-gaps": {},
    "jobs": {"retry": _SUPPORT, "cancel": _SENIOR, "move-to-front": _SENIOR},
    "engines": {
        "enable": _ONLY_ADMIN,
        "disable": _ONLY_ADMIN,
        "set-model": _ONLY_ADMIN,
        "set-cap": _ONLY_ADMIN,
        "test-call": _SENIOR,
    },
    "engine-tests": {},
    "costs": {},
    "margins": {},
    "support-requests": {"assign": _SUPPORT, "reply": _SUPPORT, "close": _SUPPORT},
    "feature-flags": {
        "edit": _ONLY_ADMIN,
        "toggle": _ONLY_ADMIN,
        "add-exception": _ONLY_ADMIN,
        "remove-exception": _ONLY_ADMIN,
    },
    "webhooks": {"disable": _SENIOR, "enable": _SENIOR},
    "outgoing-messages": {"resend": _SUPPORT},
    "share-links": {"revoke": _SENIOR},
    "reports": {"retry": _SUPPORT, "cancel": _SENIOR},
    "exports": {"cancel": _SENIOR},
    "mail-log": {"resend": _SUPPORT},
    "notifications": {},
    "schedules": {},
    "audit-log": {},
    "notes": {},
    "staff": {
        "create": _ONLY_ADMIN,
        "change-role": _ONLY_ADMIN,
        "reset-sign-in": _ONLY_ADMIN,
        "disable": _ONLY_ADMIN,
        "enable": _ONLY_ADMIN,
    },
    "staff-roles": {},
    "approvals": {"approve": _ONLY_ADMIN, "reject": _ONLY_ADMIN, "withdraw": _SENIOR},
    "impersonations": {"create": _SENIOR, "end": _SENIOR},
    "attention": {},
}
# Who may read, where not everybody may.
_READERS: dict[str, frozenset[StaffRole]] = {
    "audit-log": _CONTROL,
    "staff": frozenset({ADMIN, AUDITOR}),
    "approvals": _CONTROL,
    "impersonations": _CONTROL,
}
_WORDS: dict[StaffRole, str] = {
    L1: "Reads everything about customers, sends mails again, runs failed jobs and analyses again.",
    L2: "Also gives plans, changes subscriptions and limits, and acts as a customer.",
    BILLING: "Looks after the price list, subscriptions and payments.",
    ADMIN: "May do everything, and decides about switches, engines, staff and deletions.",
    AUDITOR: "Reads everything, the audit log included, and changes nothing.",
}


def decide_may(role: StaffRole, resource: str, action: str) -> bool:
    """Whether the role may do it. Raises KeyError for an unlisted action."""
    if action in READING:
        return role in _READERS.get(resource, _EVERYBODY) and resource in _ACTIONS
    return role in _ACTIONS[resource][action]


def decide_changes(role: StaffRole, resource: str) -> bool:
    """Whether the role may do more than read there."""
    return any(role in roles for roles in _ACTIONS[resource].values())


def word_of(role: StaffRole) -> str:
    """The purpose of a role, in a sentence."""
    return _WORDS[role]


def allowed(role: StaffRole) -> dict[str, list[str]]:
    """Everything the role may do, in the form that the console's screens need."""
    found: dict[str, list[str]] = {}
    for resource, actions in _ACTIONS.items():
        names = [name for name in READING if decide_may(role, resource, name)]
        names += [name for name, roles in actions.items() if role in roles]
        if names:
            found[resource] = names
    return found

"""Who of staff may do what, written by hand from the product's description of the console.

Support-L1 reads, sends mails again and retries; Support-L2 also gives, prolongs, ends and acts as
a customer; Billing-ops looks after plans and money; Admin also decides about switches, engines,
staff and deletions; the Auditor reads everything. Invariant: nothing here comes from the product.
"""

from __future__ import annotations

from presence.domains.operators.roles import StaffRole

_LETTERS: dict[str, StaffRole] = {
    "1": "support-l1",
    "2": "support-l2",
    "b": "billing-ops",
    "a": "admin",
    "u": "auditor",
}
_READ = {"list": "12bau", "show": "12bau"}
_CONTROLLED = {"list": "2bau", "show": "2bau"}
_TABLE: dict[str, dict[str, str]] = {
    "workspaces": _READ
    | {"add-note": "12ba", "grant": "2ba", "override-limit": "2a", "remove-override": "2a"}
    | {"pause": "2a", "unpause": "2a", "export": "2a", "delete": "a"},
    "workspace-exports": _READ | {"download": "2a"},
    "users": _READ
    | {"add-note": "12ba", "resend-verification": "12a", "send-reset-link": "12a", "unlock": "12a"}
    | {"revoke-sessions": "2a", "disable": "2a", "enable": "2a", "merge": "2a"},
    "members": _READ | {"change-role": "2a", "remove": "2a"},
    "invitations": _READ | {"resend": "12a", "revoke": "2a"},
    "api-keys": _READ | {"revoke": "2a"},
    "plans": _READ
    | {"create": "ba", "edit": "ba", "activate": "ba", "deactivate": "ba", "prices": "2ba"},
    "plan-features": _READ | {"create": "ba", "edit": "ba"},
    "subscriptions": _READ
    | {"extend": "2ba", "change-plan": "2ba", "cancel-now": "2ba", "cancel-at-end": "2ba"}
    | {"resume": "2ba", "resync": "2ba"},
    "payments": _READ | {"create": "ba"},
    "subscription-events": _READ | {"create": "ba"},
    "limit-overrides": _READ,
    "webhook-deliveries": _READ | {"replay": "2ba", "mark-handled": "2ba"},
    "brands": _READ | {"rerun": "2a", "reparse": "2a"},
    "runs": _READ | {"retry-failed": "12a", "cancel": "2a", "rerun": "2a"},
    "answers": _READ,
    "findings": _READ,
    "category-gaps": _READ,
    "jobs": _READ | {"retry": "12a", "cancel": "2a", "move-to-front": "2a"},
    "engines": _READ
    | {"enable": "a", "disable": "a", "set-model": "a", "set-cap": "a", "test-call": "2a"},
    "engine-tests": _READ,
    "costs": _READ,
    "margins": _READ,
    "support-requests": _READ | {"assign": "12a", "reply": "12a", "close": "12a"},
    "feature-flags": _READ
    | {"edit": "a", "toggle": "a", "add-exception": "a", "remove-exception": "a"},
    "webhooks": _READ | {"disable": "2a", "enable": "2a"},
    "outgoing-messages": _READ | {"resend": "12a"},
    "share-links": _READ | {"revoke": "2a"},
    "reports": _READ | {"retry": "12a", "cancel": "2a"},
    "exports": _READ | {"cancel": "2a"},
    "mail-log": _READ | {"resend": "12a"},
    "notifications": _READ,
    "schedules": _READ,
    "notes": _READ,
    "audit-log": _CONTROLLED,
    "staff": {"list": "au", "show": "au", "create": "a", "disable": "a", "enable": "a"}
    | {"change-role": "a", "reset-sign-in": "a"},
    "staff-roles": _READ,
    "approvals": _CONTROLLED | {"approve": "a", "reject": "a", "withdraw": "2a"},
    "impersonations": _CONTROLLED | {"create": "2a", "end": "2a"},
    "attention": _READ,
}
MAY: dict[str, dict[str, frozenset[StaffRole]]] = {
    resource: {
        action: frozenset(_LETTERS[letter] for letter in letters)
        for action, letters in actions.items()
    }
    for resource, actions in _TABLE.items()
}

# What is open before anybody has signed in, and what asks for a sign-in and for no role.
OPEN = {
    "health_live",
    "health_ready",
    "operators_admin_ways_in",
    "operators_admin_log_in",
    "operators_admin_confirm",
    "operators_admin_invitation",
    "operators_admin_accept",
    "operators_admin_leave_for_provider",
    "operators_admin_come_back_from_provider",
}
OF_EVERYBODY_SIGNED_IN = {
    "operators_admin_me",
    "operators_admin_change_password",
    "operators_admin_log_out",
}

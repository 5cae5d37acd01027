"""What a role may do: the only table of actions and roles, and the screens' explanations.

Invariant: nothing else compares role names to decide; routes name an action (`Allowed`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from presence.domains.identity.errors import FACTOR_DUE, SecondFactorDue
from presence.domains.identity.service import LOCKED
from presence.domains.workspaces.errors import not_permitted, seat_paused

Role = Literal["owner", "admin", "editor", "viewer", "billing"]
Action = Literal[
    "view", "run", "brands", "members", "see_members", "seat", "billing", "settings",
    "engine_keys", "delete_workspace",
]  # fmt: skip
ROLES: tuple[Role, ...] = get_args(Role)
# The database's value for a member whose seat the plan no longer covers.
PAUSED = "paused"

# Product rules, section 7.4. `run` also covers prompts, materials, gaps, reports, annotations,
# what-if, import and review; `brands` also share links, schedules and integrations; `members`
# also API keys, webhooks and the audit log; `seat` is whoever belongs and is not paused: their own
# notifications and what the workspace used.
_PERMITTED: dict[Action, frozenset[Role]] = {
    "view": frozenset({"owner", "admin", "editor", "viewer"}),
    "run": frozenset({"owner", "admin", "editor"}),
    "brands": frozenset({"owner", "admin"}),
    "members": frozenset({"owner", "admin"}),
    "see_members": frozenset(ROLES),
    "seat": frozenset(ROLES),
    "billing": frozenset({"owner", "billing"}),
    "settings": frozenset({"owner", "admin"}),
    "engine_keys": frozenset({"owner", "admin"}),
    "delete_workspace": frozenset({"owner"}),
}
ACTIONS: tuple[Action, ...] = get_args(Action)
# What a role keeps while the seat is paused: paying is how a workspace regains its seats.
KEPT_PAUSED: frozenset[Action] = frozenset({"billing"})
# What a program may do with an API key; people, money, keys and secrets need somebody signed in.
FOR_KEYS: frozenset[Action] = frozenset({"view", "run", "brands", "see_members"})


@dataclass(frozen=True, slots=True)
class RoleLine:
    """One line of the explanation of roles, in the order of ROLES."""

    action: str
    roles: tuple[Role, ...]


@dataclass(frozen=True, slots=True)
class RoleCard:
    """A role as explained on screens."""

    role: Role
    name: str
    summary: str


ROLE_CARDS: tuple[RoleCard, ...] = (
    RoleCard("owner", "Owner", "Everything, including the plan, transfer and deletion."),
    RoleCard("admin", "Admin", "Brands, members, settings and assistant keys; not the plan."),
    RoleCard("editor", "Editor", "Runs analyses and edits questions, materials and gaps."),
    RoleCard("viewer", "Viewer", "Reads every result and exports tables."),
    RoleCard("billing", "Billing", "The plan and the invoices, nothing else."),
)
_SAID: tuple[tuple[str, Action], ...] = (
    ("View results and export tables", "view"),
    ("Run analyses, edit questions, competitors, materials and gaps", "run"),
    ("Reports, notes, tests of new copy, imported answers and reviews", "run"),
    ("Add and delete brands, share links, schedules, integrations", "brands"),
    ("See who belongs to the workspace", "see_members"),
    ("Invite and remove members, API keys, webhooks, audit log", "members"),
    ("Subscription and invoices", "billing"),
    ("Business settings", "settings"),
    ("Keys of AI assistants", "engine_keys"),
    ("Transfer or delete the workspace", "delete_workspace"),
    ("Own profile, sign-in and notifications", "seat"),
)


def decide_permitted(role: str | None, action: Action) -> bool:
    """Whether a member with `role` may do `action`; an unknown role may do nothing."""
    return role in _PERMITTED[action]


def require_permitted(role: str | None, action: Action) -> None:
    """Raise Forbidden unless `role` may do `action`; without a workspace there is no role."""
    if role == PAUSED:  # guard: team.paused-seat
        raise seat_paused()
    if role == LOCKED:  # guard: workspaces.locked
        raise SecondFactorDue(FACTOR_DUE)
    if role is not None and not decide_permitted(role, action):  # guard: team.role-permits
        raise not_permitted()


def explained() -> list[RoleLine]:
    """What each role may do, in words."""
    return [
        RoleLine(words, tuple(r for r in ROLES if r in _PERMITTED[action]))
        for words, action in _SAID
    ]

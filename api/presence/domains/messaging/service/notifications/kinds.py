"""Every kind of notification, who receives it, and by which channels by default.

Invariant: every kind of the API has a rule here, so there is always a recipient.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import get_args
from uuid import UUID

from presence.domains.messaging.schemas.notifications import Channel, Kind
from presence.domains.messaging.service.addresses import screen_address
from presence.domains.workspaces.service import Action

KINDS: tuple[Kind, ...] = get_args(Kind)
CHANNELS: tuple[Channel, ...] = get_args(Channel)


@dataclass(frozen=True, slots=True)
class Rule:
    """Who receives a kind: members who may do `audience`. `default` are the default channels.

    `path` is the screen that shows its subject.
    """

    audience: Action
    path: str = "/dashboard"
    default: frozenset[Channel] = frozenset({"in-app"})


_BOTH: frozenset[Channel] = frozenset({"in-app", "email"})
RULES: dict[Kind, Rule] = {
    "run-completed": Rule("view"),
    "run-failed": Rule("view"),
    "gaps-found": Rule("view", "/dashboard/ai-visibility-gaps"),
    "alert-fired": Rule("view", default=_BOTH),
    "experiment-judged": Rule("view", "/dashboard/experiments", _BOTH),
    "report-ready": Rule("run"),
    "export-ready": Rule("view"),
    "member-joined": Rule("members", "/dashboard/settings/users"),
    "plan-changed": Rule("billing", "/dashboard/settings/subscription"),
    "endpoint-disabled": Rule("members", "/dashboard/settings/integrations", _BOTH),
}


def path_of(kind: Kind, workspace_id: UUID | None, brand_id: UUID | None) -> str:
    """The path of the screen that shows the subject of a kind."""
    return screen_address(RULES[kind].path, workspace_id, brand_id)

"""Every kind of notification, who hears of it, and how unless they chose otherwise.

Invariant: every kind of the wire has a rule here, so there is always somebody to hear of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import get_args

from presence.domains.outputs.schemas.notifications import Channel, Kind
from presence.domains.workspaces.service import Action

KINDS: tuple[Kind, ...] = get_args(Kind)
CHANNELS: tuple[Channel, ...] = get_args(Channel)


@dataclass(frozen=True, slots=True)
class Rule:
    """Who hears of a kind: members who may do `audience`. `default` are the channels in use."""

    audience: Action
    default: frozenset[Channel] = frozenset({"in-app"})


RULES: dict[Kind, Rule] = {
    "run-completed": Rule("view"),
    "run-failed": Rule("view"),
    "gaps-found": Rule("view"),
    "report-ready": Rule("run"),
    "member-joined": Rule("members"),
    "plan-changed": Rule("billing"),
}

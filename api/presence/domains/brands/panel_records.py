"""What is said of a brand's panel: the questions proposed for it, and its versions."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from presence.analysis.types.answers import Intent

# What a proposal is made for, and why a question comes or goes.
ReasonName = Literal[
    "kind",
    "category",
    "more-categories",
    "audience",
    "place",
    "jobs",
    "qualities",
    "market",
    "language",
    "grammar",
]
Why = Literal["fits", "yours", "offer", "market", "language", "grammar"]
RevisionCause = Literal["first", "generated", "edited", "accepted", "restored", "filled", "shared"]
AskFirst = Literal["offer", "language"]


@dataclass(frozen=True, slots=True)
class Reason:
    """What has changed since the questions were written; empty texts say that there was nothing."""

    what: ReasonName
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class ProposedQuestion:
    """A question of a proposal; `id` is null for one that comes.

    Of what stays, "yours" is a question that a person added, chose or edited, which goes only when
    a person says so, and "market" one that is asked in another market from then on.
    """

    key: str
    id: UUID | None
    text: str
    intent: Intent
    topic: str
    locale: str
    why: Why


@dataclass(frozen=True, slots=True)
class Proposal:
    """A whole panel offered beside the present one."""

    reasons: tuple[Reason, ...]
    stays: tuple[ProposedQuestion, ...]
    goes: tuple[ProposedQuestion, ...]
    new: tuple[ProposedQuestion, ...]


@dataclass(frozen=True, slots=True)
class PanelState:
    """The questions in use, and what is offered beside them.

    `number` is the version in use, `asked` how many questions it asks and `places` how many this
    brand could ask within the plan. `ask` says what must be known before questions can be proposed.
    `kept` tells that a person saw this proposal and kept the questions in use.
    """

    number: int
    asked: int
    places: int
    proposal: Proposal | None = None
    ask: AskFirst | None = None
    kept: bool = False


@dataclass(frozen=True, slots=True)
class Revision:
    """A version of the panel against the one before."""

    number: int
    cause: RevisionCause
    at: datetime
    asked: int
    added: tuple[str, ...]
    removed: tuple[str, ...]
    reasons: tuple[Reason, ...]
    restored: int | None
    by: str | None


@dataclass(frozen=True, slots=True)
class RevisionChange:
    """What accepting or restoring did.

    `previous` is the version to go back to, `left` how many questions the plan has no room for,
    and `state` a word for what is asked now.
    """

    number: int
    previous: int
    state: str
    added: int
    removed: int
    left: int = 0


@dataclass(frozen=True, slots=True)
class MeasuredPanel:
    """The version a run measures with, and the grammar its questions were written by."""

    number: int
    grammar: str


@dataclass(frozen=True, slots=True)
class PanelHistory:
    """Versions, the newest first, and questions added or removed by hand since that one.

    `state` is a word for what is asked now.
    """

    state: str
    versions: tuple[Revision, ...]
    added: tuple[str, ...]
    removed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PanelTurn:
    """A moment at which a brand's questions changed."""

    at: datetime
    number: int
    added: int
    removed: int
    restored: int | None

"""What is reported about a brand's panel: the proposed questions and its versions."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from presence.analysis.types.answers import Intent

# Why a proposal is made, and why a question is added or removed.
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
    """What has changed since the questions were written; an empty text means it had no value."""

    what: ReasonName
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class ProposedQuestion:
    """A question of a proposal; `id` is null for a new one.

    Among the questions that stay, "yours" is one that a person added, chose or edited, which is
    removed only when a person says so; "market" is one that will be asked in another market.
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
    """A complete panel offered as an alternative to the current one."""

    reasons: tuple[Reason, ...]
    stays: tuple[ProposedQuestion, ...]
    goes: tuple[ProposedQuestion, ...]
    new: tuple[ProposedQuestion, ...]


@dataclass(frozen=True, slots=True)
class PanelState:
    """The questions in use and the alternative that is offered.

    `number` is the version in use, `asked` the number of questions it asks, and `places` how many
    this brand could ask within the plan. `ask` lists what must be known before questions can be
    proposed. `kept` is true if a person has seen this proposal and kept the questions in use.
    """

    number: int
    asked: int
    places: int
    proposal: Proposal | None = None
    ask: AskFirst | None = None
    kept: bool = False


@dataclass(frozen=True, slots=True)
class Revision:
    """A version of the panel compared with the previous one."""

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
    """The result of accepting a proposal or restoring a version.

    `previous` is the version to return to, `left` the number of questions that do not fit the plan,
    and `state` a fingerprint of the questions asked now.
    """

    number: int
    previous: int
    state: str
    added: int
    removed: int
    left: int = 0


@dataclass(frozen=True, slots=True)
class MeasuredPanel:
    """The version that a run measures, and the grammar its questions were written with."""

    number: int
    grammar: str


@dataclass(frozen=True, slots=True)
class PanelHistory:
    """Versions, newest first, and the questions added or removed by hand since the newest.

    `state` is a fingerprint of the questions asked now.
    """

    state: str
    versions: tuple[Revision, ...]
    added: tuple[str, ...]
    removed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class VersionChange:
    """A moment at which a brand's questions changed."""

    at: datetime
    number: int
    added: int
    removed: int
    restored: int | None

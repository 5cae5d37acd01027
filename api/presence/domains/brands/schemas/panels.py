"""The questions in use, what is offered beside them, and their versions on the wire."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, ClassVar
from uuid import UUID

from pydantic import Field, StringConstraints

from presence.analysis.types.answers import Intent
from presence.domains.brands.panel_records import AskFirst, ReasonName, RevisionCause, Why
from presence.http.schemas import ApiIn, ApiOut, unit

MOST_CHOSEN = 1_000
Count = Annotated[int, unit("count")]
Number = Annotated[int, unit("rank")]
Key = Annotated[str, StringConstraints(min_length=1, max_length=80)]


class ReasonOut(ApiOut):
    """What has changed since the questions were written; "" where there was or is nothing."""

    what: ReasonName
    before: str
    after: str


class ProposedQuestionOut(ApiOut):
    """A question of a proposal.

    `why` it stays: it fits, it is yours, or it stays and is asked in another market. Why it goes or
    comes: another offer, market or language, or newer questions. `id` is null for a new one.
    """

    key: str
    id: UUID | None
    text: str
    intent: Intent
    topic: str
    locale: str
    why: Why


class ProposalOut(ApiOut):
    """A whole panel offered beside the questions in use; nothing changes until it is accepted."""

    reasons: tuple[ReasonOut, ...]
    stays: tuple[ProposedQuestionOut, ...]
    goes: tuple[ProposedQuestionOut, ...]
    new: tuple[ProposedQuestionOut, ...]


class PanelOut(ApiOut):
    """The questions in use and what is offered beside them.

    `places` is how many questions this brand could ask within the plan. `ask` says what must be
    known before questions can be proposed: what the brand sells, or that we have no questions in
    its language. `kept`: somebody saw this proposal and kept the questions in use.
    """

    number: Number
    asked: Count
    places: Count
    proposal: ProposalOut | None
    ask: AskFirst | None
    kept: bool


class AcceptPanelIn(ApiIn):
    """Which proposed questions to take; without a list, all of them.

    Both are keys: `new` of questions that come, `removed` of those that go: proposed ones, or your
    own among those that stay.
    """

    sentences: ClassVar[dict[str, str]] = {
        "new": f"Choose up to {MOST_CHOSEN} questions that come",
        "removed": f"Choose up to {MOST_CHOSEN} questions that go",
    }

    new: Annotated[tuple[Key, ...], Field(max_length=MOST_CHOSEN)] | None = None
    removed: Annotated[tuple[Key, ...], Field(max_length=MOST_CHOSEN)] | None = None


class PanelChangeOut(ApiOut):
    """The version in use now. Restore `previous` to go back; `left` found no room in the plan.

    `state` stands for what is asked now: sent as If-Match of a restore, nothing that was changed
    since is lost.
    """

    number: Number
    previous: Number
    state: str
    added: Count
    removed: Count
    left: Count


class PanelVersionOut(ApiOut):
    """A version of the questions against the one before it.

    `cause` tells how it came about: the first one, one written anew, edited by hand, a proposal
    accepted, an earlier one restored, filled up by a larger plan, or shared with another brand.
    `by` is null where nobody did it by one press.
    """

    number: Number
    cause: RevisionCause
    at: datetime
    asked: Count
    added: tuple[str, ...]
    removed: tuple[str, ...]
    reasons: tuple[ReasonOut, ...]
    restored: Number | None
    by: str | None


class PanelHistoryOut(ApiOut):
    """Versions, the newest first, and what was added or removed by hand since the newest.

    `state` stands for what is asked now: sent as If-Match of a restore, nothing that was changed
    since is lost.
    """

    state: str
    versions: tuple[PanelVersionOut, ...]
    added: tuple[str, ...]
    removed: tuple[str, ...]

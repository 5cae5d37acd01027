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
    """What has changed since the prompts were written; a text is empty when there is none."""

    what: ReasonName
    before: str
    after: str


class ProposedQuestionOut(ApiOut):
    """A prompt of a proposal; `id` is null for a new one.

    `why` gives the reason. A prompt stays because it fits, because the customer added it, or in
    another market. It comes or goes because of a different offer, market or language, or newer
    prompts.
    """

    key: str
    id: UUID | None
    text: str
    intent: Intent
    topic: str
    locale: str
    why: Why


class ProposalOut(ApiOut):
    """A proposed set of prompts; nothing changes until it is accepted."""

    reasons: tuple[ReasonOut, ...]
    stays: tuple[ProposedQuestionOut, ...]
    goes: tuple[ProposedQuestionOut, ...]
    new: tuple[ProposedQuestionOut, ...]


class PanelOut(ApiOut):
    """The current prompts and the proposed replacement.

    `places` is how many prompts the plan allows this brand. `ask` says what must be known before
    prompts can be proposed: what the brand sells, or that no prompts exist in its language. `kept`
    is true when this proposal was declined.
    """

    number: Number
    asked: Count
    places: Count
    proposal: ProposalOut | None
    ask: AskFirst | None
    kept: bool


class AcceptPanelIn(ApiIn):
    """The proposed prompts to accept; null accepts all of them.

    Both lists hold keys: `new` of prompts to add, `removed` of prompts to remove. `removed` may
    also name the customer's own prompts among those that stay.
    """

    sentences: ClassVar[dict[str, str]] = {
        "new": f"Choose up to {MOST_CHOSEN} questions that come",
        "removed": f"Choose up to {MOST_CHOSEN} questions that go",
    }

    new: Annotated[tuple[Key, ...], Field(max_length=MOST_CHOSEN)] | None = None
    removed: Annotated[tuple[Key, ...], Field(max_length=MOST_CHOSEN)] | None = None


class PanelChangeOut(ApiOut):
    """The new version of the prompts.

    Restore version `previous` to undo the change. `left` counts prompts the plan had no room for.
    Send `state` as `If-Match` when restoring, to avoid overwriting later changes.
    """

    number: Number
    previous: Number
    state: str
    added: Count
    removed: Count
    left: Count


class PanelVersionOut(ApiOut):
    """A version of the prompts compared with the one before it.

    `cause` says how it came about: the first version, newly written prompts, manual edits, an
    accepted proposal, a restored version, a larger plan, or prompts shared with another brand. `by`
    is null when no person made the change in one step.
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
    """Versions, newest first, and the prompts added or removed since the newest.

    Send `state` as `If-Match` when restoring, to avoid overwriting later changes.
    """

    state: str
    versions: tuple[PanelVersionOut, ...]
    added: tuple[str, ...]
    removed: tuple[str, ...]

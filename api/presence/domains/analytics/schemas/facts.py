"""Key facts and interpretations on the wire."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, ClassVar, Literal
from uuid import UUID

from pydantic import Field

from presence.analysis.facts import MAX_VALUE, FactKind
from presence.analysis.types import Basis, Tone
from presence.domains.results.schemas.results import Count, Percent, Score10, Score100
from presence.http.schemas import ApiIn, ApiOut

MOST_FACTS = 20
Offset = Annotated[int, Field(json_schema_extra={"x-unit": "codepoint"})]
EngineState = Literal["answered", "not-asked", "not-connected", "disabled", "suspended", "locked"]


class FactOut(ApiOut):
    """A fact with its source and quote; both are empty for a fact that a person entered.

    `source` is the address of a page, `document:NAME`, or `profile:` followed by `description`,
    `audience` or `website`.
    """

    id: UUID
    kind: FactKind
    value: str
    status: Literal["proposed", "confirmed"]
    origin: Literal["found", "person"]
    source: str
    quote: str
    decided_at: datetime | None


class FactKindOut(ApiOut):
    """The weight of a kind of fact in the match score, and the maximum number per brand."""

    kind: FactKind
    weight: Annotated[float, Field(json_schema_extra={"x-unit": "weight"})]
    most: Count


class FactsOut(ApiOut):
    """A brand's key facts.

    With fewer than `least` confirmed facts there is no match score ("Not enough data").
    """

    brand_id: UUID
    facts: list[FactOut]
    confirmed: Count
    least: Count
    enough: bool
    version: str
    kinds: list[FactKindOut]


class FactIn(ApiIn):
    """A fact to keep (its id), to correct (its id with a new value) or to add (without an id)."""

    sentences: ClassVar[dict[str, str]] = {
        "kind": "Choose what kind of fact this is",
        "value": f"Write the fact in at most {MAX_VALUE} characters",
    }

    id: UUID | None = None
    kind: FactKind
    value: Annotated[str, Field(max_length=MAX_VALUE)]


class FactsIn(ApiIn):
    """All facts of a brand, in display order; facts that are left out are removed."""

    facts: Annotated[tuple[FactIn, ...], Field(max_length=MOST_FACTS)]


class FactStatementOut(ApiOut):
    """What an answer states about a fact, verbatim at [start, end) of its text."""

    kind: FactKind
    value: str
    said: str
    start: Offset
    end: Offset


class InterpretationOut(ApiOut):
    """A stored answer to "What is {brand}?" and its analysis.

    Ratings are null when there is nothing to compare with: no target audience, fewer than three
    facts, an answer that does not know the brand, or one too short to tell whether it speaks to the
    audience. `toneFriendly` is true from 60 %, `audienceMatch` from 6.0.
    """

    answer_id: UUID
    run_id: UUID
    excerpt: str
    model: str
    answered_at: datetime
    recognised: bool
    tone: Tone
    tone_match: Percent | None
    tone_friendly: bool | None
    relevance: Score10 | None
    audience_match: bool | None
    match_score: Score100 | None
    enough_facts: bool
    correct: list[FactStatementOut]
    wrong: list[FactStatementOut]
    missing: list[FactStatementOut]
    method: str
    version: str
    read_at: datetime


class InterpretationCardOut(ApiOut):
    """The interpretation of one engine; null unless `state` is `answered`."""

    engine: str
    engine_name: str
    basis: Basis
    surface: str
    state: EngineState
    how_to_connect: str
    interpretation: InterpretationOut | None


class InterpretationsOut(ApiOut):
    """One card per engine; `facts` counts the facts that answers are compared with."""

    brand_id: UUID
    question_about: str
    facts: Count
    least: Count
    cards: list[InterpretationCardOut]

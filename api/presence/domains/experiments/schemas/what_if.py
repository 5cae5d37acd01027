"""What-if experiments on the wire. Points and scores are 0..100, simulated."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, ClassVar, Literal
from uuid import UUID

from pydantic import Field

from presence.analysis.types import Verdict
from presence.domains.results.schemas.results import Count, Score100
from presence.domains.runs.schemas.runs import RunBasis
from presence.http.schemas import ApiIn, ApiOut

MAX_TEXT = 200_000


class EditIn(ApiIn):
    """A page or document to add, replace or remove; `source` is its URL or name."""

    sentences: ClassVar[dict[str, str]] = {"source": "Name the page or document"}
    as_given: ClassVar[frozenset[str]] = frozenset({"text"})

    action: Literal["add", "replace", "remove"]
    source: Annotated[str, Field(min_length=1, max_length=2048)]
    title: Annotated[str, Field(max_length=300)] = ""
    text: Annotated[str, Field(max_length=MAX_TEXT)] = ""


class WhatIfIn(ApiIn):
    """The edits to test, optionally those of a recommendation."""

    label: Annotated[str, Field(max_length=200)] = ""
    changes: Annotated[tuple[EditIn, ...], Field(max_length=20)] = ()
    recommendation_id: UUID | None = None


class EditOut(ApiOut):
    """An edit that was tested."""

    action: Literal["add", "replace", "remove"]
    source: str
    title: str
    text: str


class PromptOutcomeOut(ApiOut):
    """The result for one prompt before and after, with the simulator's first answer of each."""

    prompt_id: str
    prompt: str
    before: Score100
    after: Score100
    answer_before: str
    answer_after: str


class ActualOut(ApiOut):
    """The change a later run measured after the edits were published."""

    run_id: UUID
    basis: RunBasis
    points: Score100
    verdict: Verdict
    prompts: Count
    published: Annotated[float, Field(json_schema_extra={"x-unit": "ratio"})]


class WhatIfOut(ApiOut):
    """An experiment: its prediction with the 95 % interval, and the actual result."""

    id: UUID
    brand_id: UUID
    run_id: UUID
    label: str
    recommendation_key: str | None
    status: Literal["queued", "running", "done", "failed"]
    failure: str
    verdict: Literal["gain", "loss", "no expected change", "not enough data"] | None
    before: Score100 | None
    after: Score100 | None
    points: Score100 | None
    low: Score100 | None
    high: Score100 | None
    answers: Count | None
    changes: list[EditOut]
    prompts: list[PromptOutcomeOut]
    versions: list[str]
    actual: ActualOut | None
    verified_at: datetime | None
    finished_at: datetime | None
    created_at: datetime

"""Prompts and topics on the wire."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, ClassVar, Literal
from uuid import UUID

from pydantic import Field, StringConstraints

from presence.analysis.types.answers import Intent
from presence.domains.brands.records import PromptOrigin, PromptStatus
from presence.domains.brands.wording import (
    LONGEST,
    LONGEST_TOPIC,
    MOST_ROWS,
    SHORTEST,
    TOO_SHORT,
    TOPIC_TOO_LONG,
)
from presence.http.schemas import ApiIn, ApiOut, unit

NeutralIntent = Literal["discovery", "comparison", "problem", "how-to"]
Text = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=SHORTEST, max_length=LONGEST)
]
Topic = Annotated[str, StringConstraints(strip_whitespace=True, max_length=LONGEST_TOPIC)]
Count = Annotated[int, unit("count")]


class PromptOut(ApiOut):
    """A prompt; `topic` is empty without one.

    Branded prompts do not count in headline scores.
    """

    id: UUID
    text: str
    intent: Intent
    topic: str
    locale: str
    branded: bool
    status: PromptStatus
    origin: PromptOrigin
    version: Annotated[int, unit("count")]
    position: Annotated[int, unit("rank")] | None
    created_at: datetime


class PromptVersionsOut(PromptOut):
    """A prompt with all its versions, oldest first."""

    versions: list[PromptOut]


class PromptIn(ApiIn):
    """A prompt to add; intent and topic are derived from the text when omitted."""

    sentences: ClassVar[dict[str, str]] = {
        "text": TOO_SHORT,
        "intent": "Intent must be discovery, comparison, problem or how-to",
        "topic": TOPIC_TOO_LONG,
    }

    text: Text
    intent: NeutralIntent | None = None
    topic: Topic | None = None


class PromptChangeIn(ApiIn):
    """Changes to a prompt; a new text or intent creates a new version with a new id."""

    sentences: ClassVar[dict[str, str]] = {
        **PromptIn.sentences,
        "status": "Status must be active or paused",
    }

    text: Text | None = None
    intent: NeutralIntent | None = None
    topic: Topic | None = None
    status: Literal["active", "paused"] | None = None


class ImportRowIn(ApiIn):
    """One row of an import; problems are reported in the response, row by row."""

    text: Annotated[str, Field(max_length=20_000)]
    intent: Annotated[str, Field(max_length=100)] = ""
    topic: Annotated[str, Field(max_length=2_000)] = ""


class ImportIn(ApiIn):
    """A list of prompts to import."""

    rows: Annotated[list[ImportRowIn], Field(min_length=1, max_length=10 * MOST_ROWS)]


class RowNoteOut(ApiOut):
    """A note about one row of an import.

    `row` is the row number as a spreadsheet shows it; in JSON, the position counted from 1.
    """

    row: Annotated[int, unit("rank")]
    text: str
    code: str
    detail: str


class ImportOut(ApiOut):
    """The result of an import.

    `active` prompts are asked, `paused` ones did not fit the plan, `rejected` rows were not
    imported.
    """

    imported: Count
    active: Count
    paused: Count
    rejected: list[RowNoteOut]
    notices: list[RowNoteOut]


class TopicOut(ApiOut):
    """A topic with its number of prompts; the empty name stands for prompts without a topic."""

    name: str
    active: Count
    paused: Count


class TopicsOut(ApiOut):
    """Topics by name."""

    data: list[TopicOut]


class TopicRenameIn(ApiIn):
    """A topic and its new name.

    If a topic with the new name exists, the two are merged.
    """

    sentences: ClassVar[dict[str, str]] = {
        "name": TOPIC_TOO_LONG,
        "new_name": f"Name a topic in 1 to {LONGEST_TOPIC} characters",
    }
    as_given: ClassVar[frozenset[str]] = frozenset({"name"})

    name: Topic
    new_name: Annotated[Topic, StringConstraints(min_length=1)]


class RenamedOut(ApiOut):
    """How many prompts changed their topic, including earlier versions."""

    prompts: Count


class AcceptedPromptsOut(ApiOut):
    """The accepted prompts; `left` counts the suggestions the plan had no room for."""

    data: list[PromptOut]
    left: int = unit("count")

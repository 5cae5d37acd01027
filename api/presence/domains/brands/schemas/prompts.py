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
    """A question. A branded one never enters a headline number; `topic` "" means none."""

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
    """A question with every version of it, oldest first."""

    versions: list[PromptOut]


class PromptIn(ApiIn):
    """A question to add; intent and topic are read off the text when they are not given."""

    sentences: ClassVar[dict[str, str]] = {
        "text": TOO_SHORT,
        "intent": "Intent must be discovery, comparison, problem or how-to",
        "topic": TOPIC_TOO_LONG,
    }

    text: Text
    intent: NeutralIntent | None = None
    topic: Topic | None = None


class PromptChangeIn(ApiIn):
    """What changes of a question; another text or intent makes a new version with a new id."""

    sentences: ClassVar[dict[str, str]] = {
        **PromptIn.sentences,
        "status": "Status must be active or paused",
    }

    text: Text | None = None
    intent: NeutralIntent | None = None
    topic: Topic | None = None
    status: Literal["active", "paused"] | None = None


class ImportRowIn(ApiIn):
    """One row of a list. What is wrong with it is said in the answer, row by row."""

    text: Annotated[str, Field(max_length=20_000)]
    intent: Annotated[str, Field(max_length=100)] = ""
    topic: Annotated[str, Field(max_length=2_000)] = ""


class ImportIn(ApiIn):
    """A list of prompts as JSON; one more row than may be imported is still told so in words."""

    rows: Annotated[list[ImportRowIn], Field(min_length=1, max_length=10 * MOST_ROWS)]


class RowNoteOut(ApiOut):
    """A row and what is to be said about it. `row` is the one a spreadsheet shows; in JSON, its
    place from 1.
    """

    row: Annotated[int, unit("rank")]
    text: str
    code: str
    detail: str


class ImportOut(ApiOut):
    """What became of a list: asked, kept as paused for want of room, refused row by row."""

    imported: Count
    active: Count
    paused: Count
    rejected: list[RowNoteOut]
    notices: list[RowNoteOut]


class TopicOut(ApiOut):
    """A topic and its prompts; the name "" holds prompts without a topic."""

    name: str
    active: Count
    paused: Count


class TopicsOut(ApiOut):
    """Topics by name."""

    data: list[TopicOut]


class TopicRenameIn(ApiIn):
    """A topic and its new name; one that exists takes the prompts in."""

    sentences: ClassVar[dict[str, str]] = {
        "name": TOPIC_TOO_LONG,
        "new_name": f"Name a topic in 1 to {LONGEST_TOPIC} characters",
    }
    as_given: ClassVar[frozenset[str]] = frozenset({"name"})

    name: Topic
    new_name: Annotated[Topic, StringConstraints(min_length=1)]


class RenamedOut(ApiOut):
    """How many prompts changed their topic, older versions included."""

    prompts: Count


class AcceptedPromptsOut(ApiOut):
    """Suggested questions that are asked from now on, and how many the plan had no room for."""

    data: list[PromptOut]
    left: int = unit("count")

"""Notes and events on a brand's charts, on the wire."""

from __future__ import annotations

from datetime import date
from typing import Annotated, ClassVar, Literal
from uuid import UUID

from pydantic import StringConstraints

from presence.http.schemas import ApiIn, ApiOut

MarkKind = Literal[
    "personal", "workspace", "model", "break", "site", "material", "plan", "done", "questions"
]
MOST_TEXT = 300
Note = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=MOST_TEXT)]
_SENTENCES = {
    "day": "Give the day as YYYY-MM-DD",
    "text": f"Write 1 to {MOST_TEXT} characters",
    "scope": "Choose whether the note is personal or for the workspace",
}


class AnnotationIn(ApiIn):
    """A new note.

    A `personal` note is visible to its author only. A `workspace` note is visible to everyone who
    can see the brand, including through share links.
    """

    sentences: ClassVar[dict[str, str]] = _SENTENCES

    day: date
    text: Note
    scope: Literal["personal", "workspace"]


class AnnotationChangeIn(ApiIn):
    """Changes to a note; omitted fields are unchanged."""

    sentences: ClassVar[dict[str, str]] = _SENTENCES

    day: date | None = None
    text: Note | None = None


class AnnotationOut(ApiOut):
    """A note or an automatic event on a day.

    `id` is null for automatic events; `editable` says whether the caller can change the note.
    """

    id: UUID | None
    day: date
    text: str
    kind: MarkKind
    editable: bool


class AnnotationsOut(ApiOut):
    """Annotations in a range of days, oldest first."""

    data: list[AnnotationOut]

"""Materials on the wire."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, ClassVar
from uuid import UUID

from pydantic import AfterValidator, StringConstraints

from presence.analysis.crawler import normalize_url
from presence.analysis.types import AudienceFit
from presence.domains.materials.records import (
    INVALID_URL,
    Kind,
    MaterialDetail,
    MaterialIn,
    MaterialRef,
    Status,
)
from presence.http.listing import ListOut
from presence.http.schemas import ApiIn, ApiOut, unit

Score100 = Annotated[float, unit("score100")]
Score10 = Annotated[float, unit("score10")]
Count = Annotated[int, unit("count")]
Title = Annotated[str, StringConstraints(strip_whitespace=True, max_length=200)]
Details = Annotated[str, StringConstraints(strip_whitespace=True, max_length=2_000)]
MISSING_TITLE = "Please enter a title"


def _page(text: str) -> str:
    """An address as it will be fetched; a missing scheme is https."""
    try:
        return normalize_url(text)
    except ValueError as error:
        raise ValueError(INVALID_URL) from error


class PageIn(ApiIn):
    """A page of the brand's site to add; without `title`, the page's own title is used."""

    sentences: ClassVar[dict[str, str]] = {"url": INVALID_URL}

    url: Annotated[str, StringConstraints(min_length=1, max_length=2_048), AfterValidator(_page)]
    title: Title = ""
    description: Details = ""

    def named(self) -> MaterialIn:
        """What it is to be called."""
        return MaterialIn(self.title, self.description)


class DocumentIn(ApiIn):
    """The title and description of an uploaded document."""

    sentences: ClassVar[dict[str, str]] = {"doc_title": MISSING_TITLE}

    doc_title: Annotated[Title, StringConstraints(min_length=1)]
    description: Details = ""

    def named(self) -> MaterialIn:
        """What it is to be called."""
        return MaterialIn(self.doc_title, self.description)


class MaterialChangeIn(ApiIn):
    """Changes to a material; omitted fields are unchanged."""

    title: Title | None = None
    description: Details | None = None

    def changes(self) -> dict[str, str]:
        """Columns to change."""
        return self.model_dump(exclude_unset=True, exclude_none=True)


class MaterialOut(ApiOut):
    """A material in a list; `audienceFit` is null until it has been analyzed.

    `failure` is a sentence to show. The primary material is the website or document the brand was
    created from; its audience fit is the same as the brand's.
    """

    id: UUID
    brand_id: UUID
    kind: Kind
    is_primary: bool
    title: str
    url: str | None
    description: str
    status: Status
    failure: str | None
    word_count: Count
    language: str
    audience_fit: Annotated[int, unit("score100")] | None
    created_at: datetime
    analysed_at: datetime | None


class MaterialCountsOut(ApiOut):
    """Number of materials in each tab, regardless of filters."""

    all: Count
    recent: Count
    website: Count
    document: Count


class MaterialListOut(ListOut[MaterialOut]):
    """A page of materials, and the number of materials in each tab."""

    counts: MaterialCountsOut


class MaterialFitItemOut(ApiOut):
    """The score for needs, vocabulary, use cases or constraints, with the quote it is based on."""

    name: str
    score: Score10
    quote: str


class MaterialFitOut(ApiOut):
    """Audience fit with its interval, from `n` passages; fewer than five are exploratory."""

    value: Score100
    low: Score100
    high: Score100
    n: Count
    exploratory: bool
    relevance: Score10
    tone_match: Annotated[float, unit("percent")]
    tone: str
    items: list[MaterialFitItemOut]
    method: str
    model: str

    @classmethod
    def of(cls, fit: AudienceFit) -> MaterialFitOut:
        """The wire form of a fit."""
        return cls(
            value=fit.score.value,
            low=fit.score.low,
            high=fit.score.high,
            n=fit.score.n,
            exploratory=fit.score.exploratory,
            relevance=fit.relevance,
            tone_match=fit.tone_match,
            tone=fit.tone,
            items=[
                MaterialFitItemOut(name=i.name, score=i.score, quote=i.quote) for i in fit.items
            ],
            method=fit.method,
            model=fit.score.model,
        )


class MaterialDetailOut(MaterialOut):
    """A material with its analysis; `excerpt` is the beginning of its text."""

    file_name: str | None
    file_size: Annotated[int, unit("bytes")] | None
    excerpt: str
    fit: MaterialFitOut | None

    @classmethod
    def of(cls, found: MaterialDetail) -> MaterialDetailOut:
        """The wire form of a material."""
        shown = shown_in_list(found.ref).model_dump(by_alias=False)
        return cls(
            **shown,
            file_name=found.file_name,
            file_size=found.file_size,
            excerpt=found.excerpt,
            fit=None if found.fit is None else MaterialFitOut.of(found.fit),
        )


class MaterialWordingOut(ApiOut):
    """The text an edit starts from.

    It uses Markdown headings, and is empty when no text of the material is stored.
    """

    source: str
    title: str
    text: str


def shown_in_list(ref: MaterialRef) -> MaterialOut:
    """The wire form of a row."""
    return MaterialOut.model_validate(ref)

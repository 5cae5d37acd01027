"""Converts between rows and the analysis library's dataclasses.

Invariant: an answer loaded from its row is the answer the engine gave, with the row's id as its id,
so every conclusion that refers to an answer can be opened.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import Any, TypeAlias
from uuid import UUID

from presence.analysis.types import (
    Answer,
    Citation,
    EngineSpec,
    Extraction,
    PageFacts,
    PanelPrompt,
    Question,
    RawAnswer,
    RetrievedPassage,
    SiteCrawl,
)
from presence.core.ids import new_id
from presence.domains.runs.models import StoredAnswer
from presence.domains.runs.service.codec import Json, dump, dump_fields, load, storable_text

# The values of a row to insert, by column.
Row: TypeAlias = "dict[str, Json | UUID | datetime]"
CITATIONS = tuple[Citation, ...]
PASSAGES = tuple[RetrievedPassage, ...]


def crawl_rows(crawl: SiteCrawl) -> tuple[dict[str, Json], list[dict[str, Json]]]:
    """A crawl without its pages, and one row per page."""
    pages: list[dict[str, Json]]
    pages = [{"url": storable_text(page.url), "facts": dump(page)} for page in crawl.pages]
    return dump_fields(replace(crawl, pages=())), pages


def crawl_of(data: Any, facts: Iterable[Any]) -> SiteCrawl:
    """The crawl as it was before storing."""
    return replace(load(SiteCrawl, data), pages=tuple(load(PageFacts, page) for page in facts))


def answer_row(answer: Answer, question: Question, brand_id: UUID, prompt_id: UUID) -> Row:
    """The row of an answer; its idempotency key is run, prompt, engine and sample."""
    raw = answer.raw
    return {
        "id": new_id(),
        "brand_id": brand_id,
        "prompt_id": prompt_id,
        "prompt_key": answer.prompt.id,
        "engine": answer.engine.id,
        "engine_name": answer.engine.name,
        "model": raw.model or answer.engine.model,
        "surface": answer.engine.surface,
        "basis": answer.engine.basis,
        "sample": answer.sample,
        "question": storable_text(question.text),
        "status": raw.status,
        "text": storable_text(raw.text),
        "citations": None if raw.citations is None else dump(raw.citations, CITATIONS),
        "search_queries": dump(raw.search_queries, tuple[str, ...]),
        "passages": dump(raw.passages, PASSAGES),
        "raw": storable_text(raw.raw),
        "error": storable_text(raw.error),
        "latency_ms": raw.latency_ms,
        "input_tokens": raw.input_tokens,
        "output_tokens": raw.output_tokens,
        "cost_usd": raw.cost_usd,
        "answered_at": answer.answered_at,
    }


def answer_of(row: StoredAnswer, prompt: PanelPrompt, engine: EngineSpec) -> Answer:
    """The answer of a row."""
    raw = RawAnswer(
        status=row.status,  # type: ignore[arg-type]  # written by answer_row from the same Literal
        text=row.text,
        model=row.model,
        citations=None if row.citations is None else load(CITATIONS, row.citations),
        search_queries=tuple(row.search_queries),
        passages=load(PASSAGES, row.passages),
        latency_ms=row.latency_ms,
        input_tokens=row.input_tokens,
        output_tokens=row.output_tokens,
        cost_usd=row.cost_usd,
        raw=row.raw,
        error=row.error,
    )
    return Answer(str(row.id), prompt, engine, row.sample, row.answered_at, raw)


def extraction_row(extraction: Extraction, reading: str | None = None) -> Row:
    """The row of an extraction; `reading` is its version, which depends on the names used."""
    return {
        "answer_id": UUID(extraction.answer_id),
        "version": reading or extraction.version,
        "data": dump(extraction),
        "brand_named": extraction.brand_named,
        "position": extraction.position_of("brand"),
    }

"""Builds stored answers and their extractions for scoring tests, without reading any text."""

from __future__ import annotations

from datetime import UTC, datetime

from presence.analysis.types import (
    Answer,
    AnswerStatus,
    Basis,
    Citation,
    EngineSpec,
    Extraction,
    Intent,
    PanelPrompt,
    RawAnswer,
    RetrievedPassage,
    Sentiment,
)

AT = datetime(2026, 11, 21, tzinfo=UTC)
Pair = tuple[Answer, Extraction]


def engine(name: str = "sim", basis: Basis = "simulator", model: str = "m1") -> EngineSpec:
    """An engine of a basis."""
    surface = "simulator" if basis == "simulator" else "API"
    return EngineSpec(name, name.title(), "test", model, surface, basis)  # type: ignore[arg-type]


def answered(
    prompt: str,
    sample: int = 0,
    *,
    positions: dict[str, int] | None = None,
    by: EngineSpec | None = None,
    status: AnswerStatus = "completed",
    branded: bool = False,
    citations: tuple[Citation, ...] | None = None,
    cited_owned: bool | None = None,
    sentiment: Sentiment | None = None,
    recommended: bool = False,
    text: str = "Some answer.",
    question: str | None = None,
    intent: Intent = "discovery",
    passages: tuple[RetrievedPassage, ...] = (),
    model: str | None = None,
    topic: str = "topic",
) -> Pair:
    """One answer with what was read out of it; `positions` maps entity to rank."""
    spec = by or engine()
    asked = PanelPrompt(prompt, question or f"Question {prompt}?", intent, topic, branded=branded)
    key = f"{prompt}/{spec.id}/{sample}"
    raw = RawAnswer(status, text, model or spec.model, citations=citations, passages=passages)
    answer = Answer(key, asked, spec, sample, AT, raw)
    ranks = tuple(sorted((positions or {}).items(), key=lambda pair: pair[1]))
    extraction = Extraction(
        key, (), ranks, citations, (), sentiment, recommended, cited_owned, "test"
    )
    return answer, extraction


def split(pairs: list[Pair]) -> tuple[list[Answer], list[Extraction]]:
    """Answers and extractions apart."""
    return [a for a, _ in pairs], [e for _, e in pairs]

"""A furniture maker with its facts, and answers that engines might give about it."""

from __future__ import annotations

from datetime import UTC, datetime

from presence.analysis.extraction import EntitySet, extract_answer
from presence.analysis.facts import Fact
from presence.analysis.types import (
    Answer,
    BrandProfile,
    Competitor,
    EngineSpec,
    Extraction,
    PageFacts,
    PanelPrompt,
    RawAnswer,
    StructuredItem,
)

PROFILE = BrandProfile(
    "Harrow Oak",
    audience="Families in small homes who want solid wood tables",
    website="https://www.harrow-oak.example/",
    competitors=(Competitor("c1", "Marlow Tables"),),
)
FACTS = (
    Fact("category", "furniture workshop"),
    Fact("offering", "dining tables"),
    Fact("offering", "benches"),
    Fact("offering", "shelves"),
    Fact("place", "Sheffield"),
    Fact("priceRange", "£640–£1,980"),
    Fact("founded", "2009"),
    Fact("url", "harrow-oak.example"),
)
RIGHT = (
    "**Harrow Oak** is a furniture workshop based in Sheffield, founded in 2009. It builds dining"
    " tables, benches and shelves. Tables cost between £640 and £1,980."
    " See https://www.harrow-oak.example/tables."
)
ENGINE = EngineSpec("chatgpt", "ChatGPT", "OpenAI", "m", "API", "assistants")


def page(text: str, url: str = "https://harrow-oak.example/", *structured: str) -> PageFacts:
    """A page with this text and JSON-LD."""
    items = tuple(StructuredItem("json-ld", ("Organization",), raw) for raw in structured)
    now = datetime(2026, 1, 1, tzinfo=UTC)
    return PageFacts(url, url, 200, now, 0, main_text=text, structured=items)


def answer(text: str, profile: BrandProfile = PROFILE) -> tuple[Answer, Extraction]:
    """An engine's answer to the neutral question, and what is read in it."""
    prompt = PanelPrompt("k", f"What is {profile.name}?", "branded", profile.name, branded=True)
    made = Answer(
        "00000000-0000-0000-0000-000000000001",
        prompt,
        ENGINE,
        0,
        datetime(2026, 1, 1, tzinfo=UTC),
        RawAnswer("completed", text, "m"),
    )
    return made, extract_answer(made, EntitySet.of(profile))

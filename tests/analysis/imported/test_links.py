"""An imported answer is read like any other: links in its text are its citations."""

from __future__ import annotations

from datetime import UTC, datetime

from presence.analysis.extraction import EntitySet, extract_answer
from presence.analysis.imported import as_raw, parse
from presence.analysis.types import Answer, BrandProfile, EngineSpec, PanelPrompt


def test_links_in_the_text_of_an_imported_answer_become_citations() -> None:
    pasted = "Try [Acme](https://acme.example/desks) or see https://review.example/desks."
    answer = Answer(
        "a1",
        PanelPrompt("p1", "Which desk?", "discovery", "desks"),
        EngineSpec("imported", "Imported", "imported", "", "imported", "imported"),
        0,
        datetime(2026, 11, 2, tzinfo=UTC),
        as_raw(parse(pasted.encode())[0]),
    )
    entities = EntitySet.of(BrandProfile("Acme", website="https://acme.example"))
    found = extract_answer(answer, entities).citations or ()
    assert [c.url for c in found] == ["https://acme.example/desks", "https://review.example/desks"]
    assert [c.owner for c in found] == ["brand", None]

"""What answers say instead of the brand, verbatim, and which sources they cite.

Invariant: a quotation is a slice of the stored answer, and the marked words are at the same offsets
as on the answer's own page.
"""

from __future__ import annotations

from collections import Counter

from presence.analysis.gaps.excerpt import excerpt
from presence.domains.findings.schemas.evidence import AnswerOut, HighlightOut
from presence.domains.messaging.service.addresses import screen_address
from presence.domains.publishing.service.briefs.content import Brief
from presence.domains.publishing.service.reports.blocks import (
    GroupBlock,
    LinkBlock,
    ReportBlock,
    group,
    heading,
    table,
    words,
)
from presence.domains.results.service.score_words import day_text

MOST_QUOTES = 8
MOST_SOURCES = 20
_SCREEN = "/dashboard/ai-visibility-gaps/content"
_NOBODY = "No tracked competitor is named in these answers."
_NO_SOURCES = "The answers name no source."


def instead(brief: Brief) -> list[ReportBlock]:
    """Sentences that name others, each with its marked words and a link to the answer."""
    quoted = [(answer, marks) for answer in brief.answers if (marks := _other_mentions(answer))]
    cards: list[ReportBlock] = [
        _card(brief, answer, marks) for answer, marks in quoted[:MOST_QUOTES]
    ]
    more = len(quoted) - len(cards)
    said = f"{more} more answers name others; the gap's page opens them."
    return [
        heading(1, "Who is named instead"),
        *(cards or [words(_NOBODY)]),
        *([words(said, "muted")] if more else []),
    ]


def _other_mentions(answer: AnswerOut) -> list[HighlightOut]:
    return [mark for mark in answer.highlights if mark.kind == "competitor"]


def _card(brief: Brief, answer: AnswerOut, marks: list[HighlightOut]) -> GroupBlock:
    text = answer.text
    quote = excerpt(text, around=marks[0].start)
    start = text.find(quote)
    inside = [m for m in marks if start <= m.start and m.end <= start + len(quote)]
    named = ", ".join(f"“{text[m.start : m.end]}” (characters {m.start}–{m.end})" for m in inside)
    address = screen_address(_SCREEN, brief.workspace_id, brief.brand_id, answer=str(answer.id))
    asked = f"{answer.engine_name}, {answer.model or answer.surface}"
    return group(
        [
            heading(2, f"{asked}, {day_text(answer.answered_at, brief.zone)}"),
            words(quote, "quote"),
            words(named, "muted", lead="Marked:"),
            LinkBlock("Open the answer in Presence", f"{brief.links}{address}"),
        ],
        breaks=False,
    )


def sources(brief: Brief) -> list[ReportBlock]:
    """The pages that answers cite, most cited first, with the kind of each source."""
    counted: Counter[tuple[str, str]] = Counter()
    for answer in brief.answers:
        cited = {
            (one.url, one.source_class or "not classified")
            for one in answer.citations or ()
            if one.kind == "cited"
        }
        counted.update(cited)
    title = heading(1, "Sources cited")
    if not counted:
        return [title, words(_NO_SOURCES)]
    ranked = sorted(counted.items(), key=lambda item: (-item[1], item[0]))[:MOST_SOURCES]
    rows = [[url, kind, str(count)] for (url, kind), count in ranked]
    return [title, table(["Page", "Class", "Answers citing it"], rows, [False, False, True])]

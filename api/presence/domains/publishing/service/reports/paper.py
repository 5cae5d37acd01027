"""A report as a document: what its pages say, in order, whichever writer renders them.

Invariant: there is one such document; the PDF and the Word file contain the same words, tables and
pictures because both are written from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from presence.domains.analytics.schemas.analytics import PointOut, PointReadingOut
from presence.domains.findings.schemas.conclusions import (
    FindingRowOut,
    FindingsOut,
    GapOut,
    GapsOut,
    RecommendationOut,
    RecommendationsOut,
)
from presence.domains.publishing.service.reports import pictures
from presence.domains.publishing.service.reports.appendix import appendix
from presence.domains.publishing.service.reports.blocks import (
    ChartBlock,
    LinkBlock,
    Paper,
    ReportBlock,
    ScoreBlock,
    group,
    heading,
    table,
    words,
)
from presence.domains.publishing.service.reports.branding import Branding
from presence.domains.publishing.service.reports.content import Content
from presence.domains.publishing.service.reports.glyphs import unmarked
from presence.domains.publishing.service.reports.recent_changes import what_moved
from presence.domains.publishing.service.reports.tables import (
    UNANSWERED,
    Table,
    content_label,
    reading_text,
    tables_of,
)
from presence.domains.results.schemas.results import ScoreOut
from presence.domains.results.service.score_words import (
    METRICS,
    NOTHING,
    SCORES,
    basis_text,
    change_text,
    day_text,
    rounded,
    score_label,
    score_text,
)

LONG_QUOTE = 1500
_CONTENT, _TECHNICAL, _ADVICE = (
    "/dashboard/ai-visibility-gaps/content",
    "/dashboard/ai-visibility-gaps/technical",
    "/dashboard/recommendations",
)
SIMULATED = (
    "These numbers come from a simulation: a small assistant that searches the brand's own pages"
    " and those of its competitors. They say whether such an assistant would find and use the"
    " brand's words, not what a real assistant answers today."
)
_SUMMARY = (
    "Scores from 0 to 100 as of the latest analysis, {day}. The thin line over each bar is the 95 %"
    " interval: the true value lies in it in about 95 of 100 such measurements."
)
_VALUES = (
    "Values with their 95 % interval in brackets. --- means that too little was measured to give a"
    " number; it is not zero."
)
_NOT_MEASURED = (
    "Visibility: not measured. Connect an assistant or track a competitor to measure it."
)
_FIRST = "there is no earlier one to compare with"
# The tables of the document, with the reading that their chart compares.
_CHARTED = {"trends": "", "engines": "mentionRate", "prompts": "", "competitors": "shareOfVoice"}


def paper_of(content: Content) -> Paper:
    """The cover and the blocks."""
    by, accent = look_of(content.branding)
    return Paper(
        title=f"{content.brand}: AI visibility report",
        what="AI visibility report",
        brand=content.brand,
        by=by,
        accent=accent,
        website=content.website,
        day=day_text(content.made_at, content.zone),
        facts=_facts(content),
        notes=_notes(content),
        blocks=[
            *_summary(content),
            *_tables(content),
            *_conclusions(content),
            *appendix(content),
        ],
    )


def look_of(branding: Branding | None) -> tuple[str, str]:
    """The name on a document, and the colour of its links and pictures."""
    by = branding.name if branding and branding.name else "Presence"
    return by, branding.colour if branding and branding.colour else "#1f5f8b"


def _facts(content: Content) -> list[tuple[str, str]]:
    found = [
        ("Latest analysis", _analysed(content)),
        ("Period", content.span or ""),
        ("Numbers rest on", basis_text(content.results.basis)),
        ("Audience", content.audience),
    ]
    return [fact for fact in found if fact[1]]


def _notes(content: Content) -> list[ReportBlock]:
    hidden = [name for name, found in content.sections.items() if found is None]
    said = f"The plan of this workspace does not show: {', '.join(hidden)}."
    return [
        *([words(SIMULATED, "note")] if content.results.basis == "simulator" else []),
        *([words(said, "muted")] if hidden else []),
    ]


def _analysed(content: Content) -> str:
    run = content.results.run
    at = run and (run.finished_at or run.created_at)
    return day_text(at, content.zone) if at else NOTHING


def _summary(content: Content) -> list[ReportBlock]:
    if "summary" not in content.sections:
        return []
    blocks: list[ReportBlock] = [
        heading(1, "Summary"),
        *_unreadable(content),
        words(_SUMMARY.format(day=_analysed(content)), "muted"),
    ]
    scores = content.results.scores.by_metric()
    for name in SCORES:
        found = scores[name]
        if found is not None:
            blocks += _score(score_label(name, found.stands_for), found)
        elif name == "overall" and scores["content"]:
            blocks += [heading(2, SCORES[name]), words(_NOT_MEASURED)]
        if name == "content":
            blocks += _unanswered(content)
    moved = what_moved(content.results.changes, content.results.trend, content.zone, content.why)
    return [*blocks, heading(2, "What changed"), *moved]


def _unreadable(content: Content) -> list[ReportBlock]:
    """What invalidates every other number, to be placed before them."""
    said = content.results.unreadable
    return [words(said, "note", lead="Repair this first.")] if said else []


def _unanswered(content: Content) -> list[ReportBlock]:
    asked = content.results.unanswered
    return [table((UNANSWERED,), [[question] for question in asked], [False])] if asked else []


def _score(label: str, found: ScoreOut) -> list[ReportBlock]:
    value = str(found.value)
    around = f"{score_text(found).removeprefix(value).strip()} {found.band or ''}".strip()
    change = change_text(found.delta) if found.delta else _FIRST
    unit = found.unit.removesuffix("s") if found.n == 1 else found.unit
    counted = f"Counted from {rounded(found.n)} {unit}."
    said = f"{counted} Change since the analysis before: {change}."
    hint = " Exploratory: too few questions for a firm number." if found.exploratory else ""
    return [
        heading(2, label),
        ScoreBlock(value, around, pictures.whisker(label, found)),
        words(said + hint, "muted"),
    ]


def _tables(content: Content) -> list[ReportBlock]:
    return [
        block
        for found in tables_of(content)
        if found.key in _CHARTED
        for block in _table(found, content)
    ]


def _table(found: Table, content: Content) -> list[ReportBlock]:
    if not found.rows:
        return [heading(1, found.title), words("Nothing was measured in this period.")]
    picture = _picture(found, content)
    rows = [
        [
            reading_text(cell) if isinstance(cell, PointReadingOut) else _cell(found, cell, content)
            for cell in row
        ]
        for row in found.rows
    ]
    numeric = [column in found.readings or column == "Answers" for column in found.columns]
    return [
        heading(1, found.title),
        words(_VALUES, "muted"),
        *([picture] if picture else []),
        table(found.columns, rows, numeric),
    ]


def _cell(found: Table, cell: Any, content: Content) -> str:
    if cell is None:
        return NOTHING
    return day_text(cell, content.zone) if found.key == "trends" and _is_day(cell) else str(cell)


def _is_day(cell: Any) -> bool:
    return isinstance(cell, str) and len(cell) == 10 and cell[4] == cell[7] == "-"


def _picture(found: Table, content: Content) -> ChartBlock | None:
    if found.key == "trends":
        points = [row[1] for row in found.rows if isinstance(row[1], PointOut)]
        return pictures.trend_chart(content_label(content), points, content.zone)
    metric = METRICS.get(_CHARTED[found.key])
    if metric is None:
        return None
    at = found.columns.index(metric)
    cells = [(str(row[0]), row[at]) for row in found.rows]
    readings = [(label, cell) for label, cell in cells if isinstance(cell, PointReadingOut)]
    return pictures.bars(f"{metric}, {found.title.lower()}", readings)


@dataclass(frozen=True, slots=True)
class _Card:
    """A gap, finding or recommendation on paper."""

    name: str
    tag: str
    facts: str
    quote: str
    todo: str
    link: LinkBlock


def _conclusions(content: Content) -> list[ReportBlock]:
    gaps = content.section("gaps", GapsOut)
    findings = content.section("technical", FindingsOut)
    advice = content.section("recommendations", RecommendationsOut)
    blocks: list[ReportBlock] = []
    if gaps is not None:
        cards = [_gap(content, row) for row in gaps.data]
        blocks += _cards("Content gaps", "No content gaps were found.", cards, gaps.locked)
    if findings is not None:
        cards = [_finding(content, row) for row in findings.data]
        empty = "No technical problems were found."
        blocks += _cards("Technical findings", empty, cards, findings.locked)
    if advice is not None:
        cards = [_advice(content, row) for row in advice.data]
        empty = "There is nothing to recommend at present."
        blocks += _cards("Recommendations", empty, cards, advice.locked)
    return blocks


def _cards(title: str, empty: str, cards: Sequence[_Card], locked: int) -> list[ReportBlock]:
    shown: list[ReportBlock] = [
        group(
            [
                heading(2, card.name),
                words(card.tag, "muted"),
                *([words(card.facts)] if card.facts else []),
                *([words(unmarked(card.quote), "quote")] if card.quote else []),
                *([words(card.todo, lead="What to do.")] if card.todo else []),
                card.link,
            ],
            breaks=len(card.quote) > LONG_QUOTE,
        )
        for card in cards
    ]
    more = [words(f"{locked} more are not shown on the plan of this workspace.", "note")]
    return [heading(1, title), *(shown or [words(empty)]), *(more if locked else [])]


def _gap(content: Content, row: GapOut) -> _Card:
    address = _link(content, _CONTENT, gap=row.id)
    return _Card(
        row.prompt, row.gap_type, gap_facts(row), row.ai_response, row.attack_move, address
    )


def gap_facts(row: GapOut) -> str:
    """Who is ahead, in how many answers; a small number of answers is pointed out."""
    if row.kind != "competitor":
        return f"No own passage answers this question ({row.n} answers)."
    won = row.won_by or "present"
    said = f"{row.competitor} {won} in {row.rival_answers} of {row.n} answers"
    if row.too_early:
        return f"{said}, the brand in {row.brand_answers}. Improved, too early to close."
    few = " Few answers: read this as a hint." if row.few_answers else ""
    return f"{said}, the brand in {row.brand_answers}.{few}"


def _finding(content: Content, row: FindingRowOut) -> _Card:
    address = _link(content, _TECHNICAL, finding=row.id)
    return _Card(row.issue, f"Impact {row.impact.lower()}", row.why, "", row.action, address)


def _advice(content: Content, row: RecommendationOut) -> _Card:
    tag = f"{row.priority} priority, evidence grade {row.grade}"
    return _Card(row.title, tag, row.why, "", row.description, _link(content, _ADVICE))


def _link(content: Content, path: str, **drawer: UUID) -> LinkBlock:
    query = urlencode({"brand": content.brand_id, **drawer})
    return LinkBlock("Open in Presence", f"{content.links}{path}?{query}")

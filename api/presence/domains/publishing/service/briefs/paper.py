"""A content brief as a document: from the lost question to the page that could win it.

Invariant: every number appears in the gap as returned by the API, or is the interval of such a
count; every quotation is a slice of a stored answer or of the brand's own texts.
"""

from __future__ import annotations

from presence.analysis.scoring.intervals import wilson
from presence.domains.analytics.schemas.facts import FactOut
from presence.domains.publishing.service.briefs.content import Brief
from presence.domains.publishing.service.briefs.evidence import instead, sources
from presence.domains.publishing.service.reports.blocks import (
    Paper,
    ReportBlock,
    group,
    heading,
    table,
    words,
)
from presence.domains.publishing.service.reports.paper import SIMULATED, gap_facts, look_of
from presence.domains.results.service.score_words import NOTHING, basis_text, day_text, rounded

LONGEST_PASSAGE = 600
_NEAR = "Close enough for an answer to rest on it: sharpen it."
_FAR = "Too far from the question for an answer to rest on it."
_NO_SEARCH = "No assistant told what it searched for."
_NO_PASSAGE = "None of the brand's own words share a term with the question: write a new page."
_NO_FACTS = (
    "No fact of the brand is confirmed yet. Confirm them in the brand's facts, and ask for this"
    " brief again."
)
_NO_FINDING = "No check of this page is open."
_NO_PAGE = "There is no page yet, so there is nothing to check."
_OUTLINE = "Headings from the questions people and assistants ask, then the facts the page misses."
_COUNTED = (
    "Counted from {n} answers to this question. Each share is of one assistant's answers, with its"
    " {confidence} % Wilson interval; with few answers it is wide, and a difference inside it means"
    " nothing."
)
_READ = (
    "Who is named is read from the words of each answer; the marked words stand in it exactly so."
    " Own passages are ranked by the words they share with the question, as the built-in simulator"
    " ranks them."
)


def paper_of(brief: Brief) -> Paper:
    """The cover and the blocks."""
    gap = brief.gap
    bases = {answer.basis for answer in brief.answers}
    facts = [
        ("Question", gap.prompt),
        ("Intent", brief.question.intent),
        ("Topic", gap.topic),
        ("Gap", f"{gap.gap_type}, {gap.category}"),
        ("Answers", str(gap.n)),
        ("Numbers rest on", " ".join(basis_text(basis) for basis in sorted(bases))),
    ]
    by, accent = look_of(brief.branding)
    return Paper(
        title=f"{brief.brand}: content brief",
        what="Content brief",
        brand=brief.brand,
        by=by,
        accent=accent,
        website=brief.website,
        day=day_text(brief.made_at, brief.zone),
        facts=[fact for fact in facts if fact[1]],
        notes=[words(SIMULATED, "note")] if "simulator" in bases else [],
        blocks=[
            *_question(brief),
            *_counts(brief),
            *instead(brief),
            *sources(brief),
            *_own(brief),
            heading(1, "The move"),
            words(gap.attack_move),
            *_outline(brief),
            *_facts(brief),
            *_checklist(brief),
            *_method(brief),
        ],
    )


def _question(brief: Brief) -> list[ReportBlock]:
    first, *others = brief.question.wordings
    found = searches(brief)
    return [
        heading(1, "The question"),
        words(first, "quote"),
        *(words(f"“{other}”", lead="Also asked as") for other in others),
        heading(2, "What assistants searched for"),
        *([words(f"“{query}”") for query in found] or [words(_NO_SEARCH)]),
        *([heading(2, "Questions of the same topic")] if brief.question.neighbours else []),
        *(words(f"“{other}”") for other in brief.question.neighbours),
    ]


def searches(brief: Brief) -> list[str]:
    """What engines searched for to answer the question, without duplicates."""
    found = (query for answer in brief.answers for query in answer.search_queries)
    asked = {wording.casefold() for wording in brief.question.wordings}
    return [query for query in dict.fromkeys(found) if query.casefold() not in asked][:12]


def _counts(brief: Brief) -> list[ReportBlock]:
    gap = brief.gap
    columns = ["Assistant", "Answers", "Names the brand", "Share, 95 % interval", "Names others"]
    rows = [
        [
            engine.name,
            str(engine.n),
            str(engine.brand),
            share_text(engine.brand, engine.n),
            str(engine.rival),
        ]
        for engine in gap.engines
    ]
    total = ["All", str(gap.n), str(gap.brand_answers)]
    total += [share_text(gap.brand_answers, gap.n), str(gap.rival_answers)]
    return [
        heading(1, "Who was asked"),
        words(gap_facts(gap)),
        table(columns, [*rows, total], [False, True, True, True, True]),
    ]


def share_text(hits: int, n: int) -> str:
    """ "0–66 %", the interval of a share of answers; "---" if there are no answers."""
    if n < 1 or hits > n:
        return NOTHING
    found = wilson(hits, n)
    return f"{rounded(100 * found.low)}–{rounded(100 * found.high)} %"


def _own(brief: Brief) -> list[ReportBlock]:
    blocks: list[ReportBlock] = [
        group(
            [
                heading(2, one.heading or one.title or one.source),
                words(one.source.removeprefix("document:"), "muted"),
                words(one.text[:LONGEST_PASSAGE], "quote"),
                words(_NEAR if one.near else _FAR),
            ],
            breaks=False,
        )
        for one in brief.nearest
    ]
    return [heading(1, "Your own closest words"), *(blocks or [words(_NO_PASSAGE)])]


def _outline(brief: Brief) -> list[ReportBlock]:
    under = dict.fromkeys([*searches(brief), *brief.question.neighbours])
    missing = [fact for fact in brief.facts if not _said(brief, fact)]
    lines = [words(brief.gap.prompt, lead="H1")]
    lines += [words(text, lead="H2") for text in list(under)[:6]]
    lines += [words(f"{kind_text(f.kind)}: {f.value}", lead="To state") for f in missing]
    return [heading(1, "Outline of the page"), words(_OUTLINE, "muted"), *lines]


def _said(brief: Brief, fact: FactOut) -> bool:
    """Whether the closest passages state the fact verbatim."""
    return any(fact.value.casefold() in one.text.casefold() for one in brief.nearest)


def kind_text(kind: str) -> str:
    """ "founded" as "Founded"."""
    return kind.replace("-", " ").replace("_", " ").capitalize()


def _facts(brief: Brief) -> list[ReportBlock]:
    title = heading(1, "Confirmed facts to use")
    if not brief.facts:
        return [title, words(_NO_FACTS)]
    rows = [
        [fact.value, kind_text(fact.kind), "yes" if _said(brief, fact) else "no"]
        for fact in brief.facts
    ]
    return [title, table(["Fact", "Kind", "Said above"], rows, [False, False, False])]


def _checklist(brief: Brief) -> list[ReportBlock]:
    title = heading(1, "Checklist of the page")
    if brief.page is None:
        return [title, words(_NO_PAGE)]
    lines = [words(row.action, lead=f"☐ {row.issue}") for row in brief.findings]
    locked = f"{brief.locked_findings} more findings are not shown on the plan of this workspace."
    return [
        title,
        words(brief.page, "muted"),
        *(lines or [words(_NO_FINDING)]),
        *([words(locked, "note")] if brief.locked_findings else []),
    ]


def _method(brief: Brief) -> list[ReportBlock]:
    intervals = brief.method.intervals
    said = _COUNTED.format(n=brief.gap.n, confidence=rounded(intervals.confidence))
    models = dict.fromkeys(
        f"{answer.engine_name}, {answer.surface}, model {answer.model or 'not stated'}"
        for answer in brief.answers
    )
    few = [words("Few answers: read this as a hint.", "note")] if brief.gap.few_answers else []
    return [
        heading(1, "Method"),
        words(said),
        *few,
        words(_READ),
        words("; ".join(models) + ".", lead="Asked:"),
    ]

"""Turns content gaps into recommendations: gaps with the same cause become one.

Invariant: each recommendation links every gap (and its answer) it would close, and claims no more
than the share of prompts those gaps are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from presence.analysis.recommendations.grades import gap_support
from presence.analysis.scoring.combine import CONTENT_WEIGHT
from presence.analysis.types import ContentGap, EvidenceRef, Level, Priority, Recommendation

CATEGORY: Final = "Content"
LONGEST: Final = 600
_EVIDENCE_LIMIT: Final = 12
_QUOTE_LIMIT: Final = 240
_SEVERITY: Final = {"Major": 1.0, "Moderate": 0.6, "Minor": 0.3}
_PRIORITY: Final[dict[str, Priority]] = {"Major": "High", "Moderate": "Medium", "Minor": "Low"}
# Share of the full effect that is credited when ordering: being written about or rewritten often
# changes nothing, so the full prompt share is never promised.
_CREDITED: Final = 0.25
_EFFORT: Final[dict[str, Level]] = {
    "content structure": "Low",
    "pricing": "Low",
    "freshness": "Medium",
    "comparison": "Medium",
    "content depth": "Medium",
    "reviews": "Medium",
    "citations": "High",
    "brand authority": "High",
}
_TITLES: Final = {
    "content structure": "Answer first: restructure pages that almost answer",
    "pricing": "Answer the price questions on a page of their own",
    "freshness": "Publish dated answers to questions about now",
    "comparison": "Compare yourself openly with the alternatives",
    "content depth": "Write the answers your site does not have yet",
    "reviews": "Show reviews that assistants can quote",
    "citations": "Get into the sources that are cited instead of you",
    "brand authority": "Get named where rivals are named",
}


def gap_recommendations(gaps: Sequence[ContentGap], prompts: int | None) -> list[Recommendation]:
    """One recommendation per (category, rival) among the gaps, worst gap first within each.

    `prompts` is the number of non-branded prompts asked; unknown, the gaps' own prompts count
    as all of them.
    """
    groups: dict[tuple[str, str], list[ContentGap]] = {}
    for gap in gaps:
        groups.setdefault((gap.category, gap.competitor), []).append(gap)
    asked = max(prompts or 0, len({gap.prompt_id for gap in gaps}), 1)
    return [_recommendation(category, group, asked) for (category, _), group in groups.items()]


def _recommendation(category: str, group: Sequence[ContentGap], asked: int) -> Recommendation:
    lead = min(group, key=lambda g: (-_SEVERITY[g.gap_type], -g.n, g.prompt_id))
    support = gap_support(category)
    more = f" The same move fits {len(group) - 1} more questions." if len(group) > 1 else ""
    room = LONGEST - len(more)
    move = lead.attack_move
    action = move if len(move) <= room else move[: room - 1].rstrip() + "…"
    severity = sum(_SEVERITY[gap.gap_type] for gap in group)
    return Recommendation(
        category=CATEGORY,
        priority=_PRIORITY[lead.gap_type],
        title=_title(category, lead),
        description=action + more,
        grade=support.grade,
        effort=_EFFORT.get(category, "Medium"),
        evidence=_evidence(group),
        expected_gain=round(100.0 * CONTENT_WEIGHT * _CREDITED * severity / asked, 3),
        source_kind="gap",
        source_ref=f"{category}:{lead.prompt_id}",
        key=f"gap:{category}:{lead.competitor}",
        why=support.reason,
    )


def _title(category: str, lead: ContentGap) -> str:
    title = _TITLES.get(category, "Close the content gap")
    return f"{title} ({lead.competitor} is ahead)" if lead.kind == "competitor" else title


def _evidence(group: Sequence[ContentGap]) -> tuple[EvidenceRef, ...]:
    refs: list[EvidenceRef] = []
    for gap in group:
        refs.append(EvidenceRef("gap", gap.prompt_id, detail=f"{gap.gap_type}: {gap.prompt}"))
        if gap.answer_id is not None:
            quote = gap.ai_response[:_QUOTE_LIMIT]
            refs.append(EvidenceRef("answer", gap.answer_id, quote=quote))
    return tuple(refs[:_EVIDENCE_LIMIT])

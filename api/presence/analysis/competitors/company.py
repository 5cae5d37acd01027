"""How a candidate goes through the answer, and what company it keeps."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from presence.analysis.competitors.candidates import Case
from presence.analysis.competitors.layout import AnswerLine, Layout
from presence.analysis.competitors.lists import ItemHead
from presence.analysis.competitors.spans import Span
from presence.analysis.competitors.wording import Verdict

_UNSPACED = re.compile(r"[\u0590-\u06ff\u3040-\u30ff\u3400-\u9fff]")
_LATE: Final = 0.75


def company(
    case: Case,
    text: str,
    layout: Layout,
    verdicts: Mapping[Verdict, int],
    tracked: Sequence[Span],
    heads: Mapping[int, Sequence[ItemHead]],
) -> dict[str, float]:
    """Properties of the candidate in the whole answer; `heads` by the start of their line."""
    edge = "" if _UNSPACED.search(case.name) else r"\b"
    starts = [m.start() for m in re.finditer(rf"{edge}{re.escape(case.name)}{edge}", text)]
    starts = starts or [case.first.span.start]
    lines = {layout.line_at(start).start: layout.line_at(start) for start in starts}
    kinds = {line.kind for line in lines.values()}
    sections = {line.section for line in lines.values()}
    first = starts[0]
    found = {
        "part of a longer name": float(all(place.role == "part" for place in case.places)),
        "twice": float(len(lines) == 2),
        "often": float(len(lines) > 2),
        "in several sections": float(len(sections) > 1),
        "in list and prose": float("prose" in kinds and len(kinds) > 1),
        "late": float(bool(text) and first / len(text) > _LATE),
        "at the very beginning": float(not text[:first].strip(" \n*#_")),
        "picked": float(verdicts.get("pick", 0) > 0),
        "judged well": float(verdicts.get("good", 0) > 0),
        "judged badly": float(verdicts.get("bad", 0) > 0),
        "spoken of": float(sum(verdicts.values()) > 0),
    }
    return (
        found
        | _beside_tracked(lines.values(), layout, tracked)
        | _behind_heads(case, layout, heads)
    )


def _beside_tracked(
    lines: Collection[AnswerLine], layout: Layout, tracked: Sequence[Span]
) -> dict[str, float]:
    """How near the candidate stands to the brand and those tracked."""
    if not tracked:
        return {"none tracked": 1.0}
    theirs = [layout.line_at(span.start) for span in tracked]
    order = {line.start: number for number, line in enumerate(layout.lines)}
    gap = min(abs(order[a.start] - order[b.start]) for a in lines for b in theirs)
    numbers = [order[line.start] for line in theirs]
    own = min(order[line.start] for line in lines)
    return {
        "on a line with a tracked name": float(gap == 0),
        "a line from a tracked name": float(gap == 1),
        "far from tracked names": min(1.0, gap / 6),
        "in a section with a tracked name": float(
            any(a.section == b.section for a in lines for b in theirs)
        ),
        "after all tracked names": float(own > max(numbers)),
        "before all tracked names": float(own < min(numbers)),
        "on lines like tracked names": float(any(a.kind == b.kind for a in lines for b in theirs)),
        "tracked names in prose": float(all(line.kind == "prose" for line in theirs)),
        "tracked names in lists": float(any(line.kind in ("item", "row") for line in theirs)),
    }


def _behind_heads(
    case: Case, layout: Layout, heads: Mapping[int, Sequence[ItemHead]]
) -> dict[str, float]:
    """Whether the candidate only occurs in the text about the head of an item."""
    behind = [
        place.role not in ("head", "label")
        and any(
            head.end <= place.span.start
            for head in heads.get(layout.line_at(place.span.start).start, ())
        )
        for place in case.places
    ]
    return {"behind a head": float(any(behind)), "only behind heads": float(all(behind))}

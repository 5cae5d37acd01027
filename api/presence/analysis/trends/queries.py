"""Trending queries from the recorded fan-out of engines.

We have no panel of what people type, so no volumes are claimed: demand is an index, estimated from
how often engines issued a query while answering. Invariant: a query never seen in a fan-out has no
demand (None, not 0), and nothing here is invented.
"""

from __future__ import annotations

import math
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal

from presence.analysis.types import SourceClass

TRENDS_VERSION: Final = "trends-1"
WINDOW: Final = timedelta(days=28)
MAX_QUERIES: Final = 200
LEAST_BASE: Final = 5  # answers with the query in the earlier window, to speak of growth at all

Saturation = Literal["Very Low", "Low", "Medium", "High", "Very High"]
Difficulty = Literal["Low", "Medium", "High"]
SATURATIONS: Final[tuple[Saturation, ...]] = ("Very Low", "Low", "Medium", "High", "Very High")
DIFFICULTIES: Final[tuple[Difficulty, ...]] = ("Low", "Medium", "High")
# Limits are the highest values of a level, what lies above the last has the last level.
# Of the effective number of distinct domains:
SATURATED_LIMITS: Final = (2.0, 4.0, 8.0, 16.0)
# Of the top-three share of citations plus a third of the share of authorities:
HARD_LIMITS: Final = (0.5, 0.8)
_DIGITS: Final = 9  # sums of shares come near a limit where arithmetic is on it
AUTHORITIES: Final = frozenset({"reference", "institutional"})


@dataclass(frozen=True, slots=True)
class TrendCell:
    """One valid answer: when, by what, which queries it issued, which domains it cited.

    `domains` None when the engine gave no citation data.
    """

    answer_id: str
    at: datetime
    engine: str
    basis: str
    queries: tuple[str, ...]
    domains: tuple[tuple[str, SourceClass | None], ...] | None


@dataclass(frozen=True, slots=True)
class TrendingQuery:
    """A query with its readings over the last 28 days.

    `demand` is 0..100: the share of answers whose fan-out contained the query; `growth` percent
    against the 28 days before, None when there was no base ("New") or no demand. `simulated` when
    only the simulator's own retrieval searched for it. `answers` are examples to open.
    """

    query: str
    demand: float | None
    growth: float | None
    saturation: Saturation | None
    effective_domains: float | None
    difficulty: Difficulty | None
    top_three_share: float | None
    authority_share: float | None
    simulated: bool
    seen: int
    n: int
    answers: tuple[str, ...]
    cited: tuple[tuple[str, int], ...]


def trending(
    cells: Sequence[TrendCell], terms: Iterable[str], now: datetime
) -> tuple[TrendingQuery, ...]:
    """Queries of the last 28 days, most in demand first, then terms nobody searched for.

    Assistants' answers count when there are any, else the simulator's. `terms` are those of the
    market; one that no fan-out contained is listed without demand.
    """
    recent = [cell for cell in cells if now - WINDOW <= cell.at <= now]
    earlier = [cell for cell in cells if now - 2 * WINDOW <= cell.at < now - WINDOW]
    basis = "assistants" if any(cell.basis == "assistants" for cell in recent) else "simulator"
    recent = [cell for cell in recent if cell.basis == basis]
    earlier = [cell for cell in earlier if cell.basis == basis]
    spelled, groups = _grouped(recent)
    before = _grouped(earlier)[1]
    found = [
        _query(spelled[key], groups[key], before.get(key, []), len(recent), len(earlier), basis)
        for key in groups
    ]
    found.sort(key=lambda q: (-(q.demand or 0.0), q.query))
    unseen = {_key(term): term for term in terms if _key(term) and _key(term) not in groups}
    blank = [_unseen(term) for term in unseen.values()]
    return tuple([*found, *blank][:MAX_QUERIES])


def _grouped(cells: Sequence[TrendCell]) -> tuple[dict[str, str], dict[str, list[TrendCell]]]:
    """Cells by query, however it is spelled; each query in its most frequent spelling."""
    spellings: dict[str, Counter[str]] = defaultdict(Counter)
    groups: dict[str, list[TrendCell]] = defaultdict(list)
    for cell in cells:
        for key, spelling in {_key(query): query for query in cell.queries}.items():
            if key:
                spellings[key][spelling.strip()] += 1
                groups[key].append(cell)
    spelled = {k: min(c, key=lambda s: (-c[s], s)) for k, c in spellings.items()}
    return spelled, groups


def _key(query: str) -> str:
    folded = unicodedata.normalize("NFKC", query).casefold()
    return " ".join("".join(c if c.isalnum() else " " for c in folded).split())


def _query(
    spelled: str,
    cells: Sequence[TrendCell],
    before: Sequence[TrendCell],
    n: int,
    n_before: int,
    basis: str,
) -> TrendingQuery:
    demand = 100.0 * len(cells) / n
    domains = Counter(d for cell in cells for d, _ in cell.domains or ())
    known = any(cell.domains is not None for cell in cells)
    effective = effective_number(domains) if known and domains else None
    top = top_share(domains) if effective is not None else None
    authority = _authority_share(cells) if effective is not None else None
    return TrendingQuery(
        query=spelled,
        demand=demand,
        growth=_growth(demand, len(before), n_before),
        saturation=_saturation(effective),
        effective_domains=effective,
        difficulty=_difficulty(top, authority),
        top_three_share=top,
        authority_share=authority,
        simulated=basis == "simulator",
        seen=len(cells),
        n=n,
        answers=tuple(cell.answer_id for cell in sorted(cells, key=lambda c: c.at)[-5:]),
        cited=tuple(sorted(domains.items(), key=lambda pair: (-pair[1], pair[0]))[:10]),
    )


def _unseen(term: str) -> TrendingQuery:
    return TrendingQuery(term, None, None, None, None, None, None, None, False, 0, 0, (), ())


def effective_number(counts: Counter[str]) -> float:
    """exp of the Shannon entropy of the shares: 1 when one domain has all, n when n share alike."""
    total = sum(counts.values())
    shares = [count / total for count in counts.values() if count]
    return math.exp(-sum(share * math.log(share) for share in shares))


def top_share(counts: Counter[str]) -> float:
    """Share of the three most cited domains, 0..1."""
    return sum(count for _, count in counts.most_common(3)) / sum(counts.values())


def _authority_share(cells: Sequence[TrendCell]) -> float:
    classes = [kind for cell in cells for _, kind in cell.domains or ()]
    return sum(kind in AUTHORITIES for kind in classes) / len(classes)


def _growth(demand: float, seen_before: int, n_before: int) -> float | None:
    if n_before == 0 or seen_before < LEAST_BASE:
        return None
    return 100.0 * (demand / (100.0 * seen_before / n_before) - 1.0)


def _saturation(effective: float | None) -> Saturation | None:
    if effective is None:
        return None
    return SATURATIONS[_level(effective, SATURATED_LIMITS)]


def _difficulty(top: float | None, authority: float | None) -> Difficulty | None:
    if top is None or authority is None:
        return None
    return DIFFICULTIES[_level(top + authority / 3.0, HARD_LIMITS)]


def _level(value: float, limits: Sequence[float]) -> int:
    return sum(round(value, _DIGITS) > limit for limit in limits)

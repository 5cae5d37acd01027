"""Finds content gaps: prompts that a competitor answers and the brand does not, or nobody answers.

Invariant: only valid answers of the headline basis to non-branded prompts count, of this run and
of earlier comparable ones; point estimates decide the severity, and few answers cap it. A gap that
was open closes only by `closing.is_closed`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, Literal

from presence.analysis.changes import RatePrior
from presence.analysis.gaps.advice_words import contrast_move
from presence.analysis.gaps.attack_moves import attack_move, instead_of_brand, with_sources
from presence.analysis.gaps.category import (
    CITATIONS,
    competitor_category,
    coverage_category,
)
from presence.analysis.gaps.closing import OpenGap, is_closed, presence_priors
from presence.analysis.gaps.competitor_sites import competitor_sites
from presence.analysis.gaps.contrast import contrast_of, names
from presence.analysis.gaps.evidence import engine_evidence, presence_of
from presence.analysis.gaps.excerpt import LONGEST_EXCERPT, excerpt
from presence.analysis.gaps.group import Group, groups_of
from presence.analysis.gaps.presence_counts import EntityCount, presence_counts, present
from presence.analysis.scoring import Observation
from presence.analysis.types import (
    Answer,
    BrandProfile,
    ContentGap,
    Extraction,
    Passage,
    RetrievedPassage,
)
from presence.analysis.types.offer import OfferKind

GapType = Literal["Major", "Moderate", "Minor"]
NO_COMPETITOR: Final = "—"
NO_SOURCE: Final = "No good source found"
_MAJOR_COMPETITOR: Final = 0.5
_MAJOR_BRAND: Final = 0.1
_MODERATE_LEAD: Final = 0.2
_FEW: Final = 5
_VERY_FEW: Final = 3
_ORDER: Final = {"Major": 0, "Moderate": 1, "Minor": 2}
_ROUNDING: Final = 1e-9


def content_gaps(
    profile: BrandProfile,
    answers: Sequence[Answer],
    extractions: Sequence[Extraction],
    page_index: Mapping[str, str],
    earlier: Sequence[Observation] = (),
    own: Sequence[Passage] = (),
    kind: OfferKind | None = None,
    sold: str = "",
    before: Mapping[str, OpenGap] | None = None,
) -> tuple[ContentGap, ...]:
    """Gaps of a run, Major first, then by lead; ties by prompt id.

    `page_index` maps a prompt id or a topic to the URL of the best own page for it. `earlier` are
    observations of the runs before, pooled where comparable (`groups_of`). With the simulator and
    no competitors the gaps are coverage gaps, otherwise competitor gaps. With `own`, all the
    brand's passages, a gap says what the nearest own page lacks; `kind` and `sold` are the kind
    of business and its category, where they are known. `before` are the competitor gaps open until
    now by prompt id: one that no longer shows stays, as Minor, until it is closed for certain.
    """
    basis, groups = groups_of(answers, extractions, earlier)
    coverage = basis == "simulator" and not profile.competitors
    topics = Counter(group.now[0].answer.prompt.topic for group in groups)
    sold = sold or max(topics, key=lambda topic: topics[topic], default="")
    open_before = (before or {}) if basis == "assistants" else {}
    priors = presence_priors(profile, groups) if open_before else {}
    found: list[tuple[float, ContentGap]] = []
    for group in groups:
        page = _own_page(group.all, page_index)
        gap = _coverage_gap(group.all, page) if coverage else _competitor_gap(profile, group, page)
        earlier_gap = open_before.get(group.now[0].prompt_id)
        if gap is None and earlier_gap is not None:
            gap = _early_gap(profile, group, page, earlier_gap, priors)
        if gap is not None:
            found.append((gap[0], _contrasted(profile, gap[1], group, own, kind, sold)))
    found.sort(key=lambda pair: (_ORDER[pair[1].gap_type], -pair[0], pair[1].prompt_id))
    return tuple(gap for _, gap in found)


def _contrasted(
    profile: BrandProfile,
    gap: ContentGap,
    group: Group,
    own: Sequence[Passage],
    kind: OfferKind | None,
    sold: str,
) -> ContentGap:
    """The gap with what the brand's page lacks, and the move that follows from it."""
    if not own:
        return gap
    winner = next((c for c in profile.competitors if c.name == gap.competitor), None)
    contrast = contrast_of(group.all, winner, own, kind, sold)
    if not contrast.lacks and contrast.page and gap.category == CITATIONS:
        return gap  # what others write decides it, and the page says all there is to say
    competitor = winner.name if winner and names(gap.prompt, winner.name) else ""
    full = contrast_move(contrast, gap.prompt, kind, competitor, contested=winner is not None)
    move = with_sources(full, gap.sources)
    return replace(gap, contrast=contrast, attack_move=move)


def _capped(severity: GapType, n: int) -> GapType:
    """Fewer than 3 answers say Minor at most, fewer than 5 Moderate."""
    if n < _VERY_FEW:
        return "Minor"
    return "Moderate" if n < _FEW and severity == "Major" else severity


def _severity(brand: EntityCount, competitor: EntityCount) -> GapType:
    if competitor.share >= _MAJOR_COMPETITOR - _ROUNDING and brand.share < _MAJOR_BRAND - _ROUNDING:
        return "Major"
    return "Moderate" if competitor.share - brand.share >= _MODERATE_LEAD - _ROUNDING else "Minor"


def _competitor_gap(
    profile: BrandProfile, group: Group, page: str | None
) -> tuple[float, ContentGap] | None:
    brand, competitors = presence_counts(profile, group.all)
    if not competitors or competitors[0].share <= brand.share:
        return None
    winner = competitors[0]
    gap = _gap(profile, group, page, brand, winner)
    ahead = tuple(competitor.name for competitor in competitors if competitor.share > brand.share)
    severity = _capped(_severity(brand, winner), len(group.all))
    return winner.share - brand.share, replace(gap, gap_type=severity, competitors=ahead)


def _early_gap(
    profile: BrandProfile,
    group: Group,
    page: str | None,
    before: OpenGap,
    priors: Mapping[str, RatePrior],
) -> tuple[float, ContentGap] | None:
    """The gap that was open and no longer shows, until it is closed for certain.

    Where the competitor is not tracked under its name any more, the gap shows another, and the
    brand's rise alone closes it.
    """
    brand, competitors = presence_counts(profile, group.all)
    if not competitors:
        return None
    tracked = next((c for c in competitors if c.name == before.competitor), None)
    if is_closed(before, group, tracked.entity if tracked else None, priors):
        return None
    other = tracked or competitors[0]
    gap = replace(_gap(profile, group, page, brand, other), too_early=True)
    return other.share - brand.share, gap


def _gap(
    profile: BrandProfile,
    group: Group,
    page: str | None,
    brand: EntityCount,
    winner: EntityCount,
) -> ContentGap:
    """The gap to a competitor, Minor."""
    shown = _shown_answer(group, winner.entity)
    competing = competitor_sites(profile, group.all)
    category = competitor_category(group.all, winner.entity, competing)
    sources = instead_of_brand(group.all, competing)
    prompt = shown.answer.prompt
    n = len(group.all)
    return ContentGap(
        category=category,
        prompt_id=prompt.id,
        prompt=prompt.text,
        ai_response=_verbatim(shown, winner.entity),
        answer_id=shown.answer.id,
        gap_type="Minor",
        competitor=winner.name,
        attack_move=attack_move(category, prompt.text, page, winner.name, sources),
        kind="competitor",
        n=n,
        few_answers=n < _FEW,
        topic=prompt.topic,
        won_by=presence_of(group.all, winner.entity),
        brand_answers=brand.count,
        rival_answers=winner.count,
        sources=sources,
        engines=engine_evidence(group.all, winner.entity),
    )


def _shown_answer(group: Group, winner: str) -> Observation:
    """The answer to show: the winner present and the brand not, named rather than only cited.

    An answer of this run before one of an earlier run.
    """
    return min(
        group.all,
        key=lambda o: (
            not present(o, winner),
            present(o, "brand"),
            o.extraction.position_of(winner) or 10_000,
            group.is_earlier(o),
            o.answer.sample,
            o.answer.id,
        ),
    )


def _verbatim(shown: Observation, winner: str) -> str:
    """The excerpt around the winner's name, or around its citation where it is only cited."""
    extraction = shown.extraction
    spots = [m.start for m in extraction.mentions if m.entity == winner]
    spots += [
        c.start
        for c in extraction.citations or ()
        if c.owner == winner and c.kind == "cited" and c.start is not None
    ]
    return excerpt(shown.answer.text, min(spots[0], len(shown.answer.text)) if spots else 0)


def _coverage_gap(
    group: Sequence[Observation], page: str | None
) -> tuple[float, ContentGap] | None:
    """Gap of a prompt whose phrasings find no own passage above the threshold."""
    uncovered = [o for o in group if not any(_own(p) and p.cited for p in o.answer.raw.passages)]
    uncovered = [o for o in uncovered if not present(o, "brand")]
    if not uncovered:
        return None
    share = len(uncovered) / len(group)
    severity: GapType = "Major" if share >= 1.0 else "Moderate" if share > 0.5 else "Minor"
    category = coverage_category(group, 1.0 - share)
    prompt = group[0].answer.prompt
    shown, best = _nearest(uncovered)
    gap = ContentGap(
        category=category,
        prompt_id=prompt.id,
        prompt=prompt.text,
        ai_response=_no_source(best),
        answer_id=shown.answer.id,
        gap_type=_capped(severity, len(group)),
        competitor=NO_COMPETITOR,
        attack_move=attack_move(category, prompt.text, page, "competitors", ()),
        kind="coverage",
        n=len(group),
        few_answers=len(group) < _FEW,
        topic=prompt.topic,
        brand_answers=len(group) - len(uncovered),
        engines=engine_evidence(group, None),
    )
    return share, gap


def _own(passage: RetrievedPassage) -> bool:
    return passage.owner == "brand"


def _best_own(observation: Observation) -> RetrievedPassage | None:
    own = [p for p in observation.answer.raw.passages if _own(p)]
    return max(own, key=lambda p: (p.score, p.passage_id), default=None)


def _nearest(uncovered: Sequence[Observation]) -> tuple[Observation, RetrievedPassage | None]:
    """The uncovered answer whose best own passage scores highest."""
    ranked = [(o, _best_own(o)) for o in uncovered]
    return max(
        ranked, key=lambda pair: (pair[1].score if pair[1] else -1.0, -pair[0].answer.sample)
    )


def _no_source(best: RetrievedPassage | None) -> str:
    """ "No good source found" with the best own passage, verbatim, and its score."""
    if best is None:
        return f"{NO_SOURCE}."
    lead, tail = f"{NO_SOURCE}. Closest own passage (score {best.score:.2f}): “", "”"
    room = LONGEST_EXCERPT - len(lead) - len(tail)
    return lead + excerpt(best.text, limit=room) + tail


def _own_page(group: Sequence[Observation], page_index: Mapping[str, str]) -> str | None:
    """Best own page for a prompt: by its id, its topic, else the best own passage retrieved."""
    prompt = group[0].answer.prompt
    indexed = page_index.get(prompt.id) or page_index.get(prompt.topic)
    if indexed:
        return indexed
    passages = [p for o in group if (p := _best_own(o)) is not None and p.score > 0.0]
    best = max(passages, key=lambda p: (p.score, p.source), default=None)
    return best.source if best is not None else None

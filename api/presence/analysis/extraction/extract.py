"""Reads one answer into an Extraction: who is named where, how, in which place, with which sources.

Invariant: same text, entity set and citations give the same Extraction; nothing here raises on
odd text or odd names.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from presence.analysis.extraction.citations import cited_sources, cites_brand
from presence.analysis.extraction.classification import Classification, classify_mention
from presence.analysis.extraction.clauses import following_of, reading_of
from presence.analysis.extraction.context_features import ContextFeatures
from presence.analysis.extraction.corrections import Corrected, apply_corrections
from presence.analysis.extraction.entities import BRAND, EntitySet
from presence.analysis.extraction.evidence import Accepted, is_name, needs_evidence
from presence.analysis.extraction.folding import Folded, fold
from presence.analysis.extraction.lexicon import Lexicon, lexicon_of
from presence.analysis.extraction.listing import Listings
from presence.analysis.extraction.matching import Occurrence, occurrences
from presence.analysis.extraction.ranking import positions
from presence.analysis.extraction.structure import Structure, structure_of
from presence.analysis.extraction.version import EXTRACTOR_VERSION
from presence.analysis.extraction.wordlist import ALWAYS_CAPITAL
from presence.analysis.types import (
    Answer,
    Citation,
    Extraction,
    Highlight,
    Mention,
    ReviewItem,
    Sentiment,
)

NO: Final = "negated"
# A name of which a detail is unknown in one place and everything in another is unknown.
_DENIED: Final = Classification(NO, None, recommended=False)
REVIEW_LIMIT: Final = 3  # per entity and answer: prose full of "you" must not flood the queue


def extract_answer(answer: Answer, entities: EntitySet) -> Extraction:
    """The extraction of a stored answer."""
    return extract(answer.id, answer.text, entities, answer.raw.citations)


def extract(
    answer_id: str,
    text: str,
    entities: EntitySet,
    citations: tuple[Citation, ...] | None,
) -> Extraction:
    """Mentions in order of appearance, ranks, sources and review items of one answer.

    Offsets are code points of `text`. The brand's sentiment is the sign of the sum over its
    affirmative mentions; it is recommended when any of them is a pick.
    """
    sources = cited_sources(text, citations, entities)
    folded = fold(text)
    lexicon = lexicon_of(folded.text)
    decided = [said for said in entities.decided if said.answer_id == answer_id]
    corrected = apply_corrections(
        occurrences(folded, entities, lexicon.shows_language("pl")), folded, decided
    )
    found = corrected.occurrences
    mentions: tuple[Mention, ...] = ()
    review: tuple[ReviewItem, ...] = ()
    ranks: tuple[tuple[str, int], ...] = ()
    if found:
        page = _Page(folded, structure_of(folded), lexicon)
        linked = frozenset(c.owner for c in sources or () if c.owner is not None)
        accepted, doubtful = _sift(corrected, page, entities, linked)
        starts = [folded.span(item.start, item.end)[0] for item in accepted]
        listings = Listings(text, page.structure, lexicon, starts)
        judged = [_judged(item, accepted, page, listings) for item in accepted]
        denied = {o.name.entity for o, j in zip(accepted, judged, strict=True) if j.stance == NO}
        mentions = tuple(
            _mention(o, page, _DENIED if j.partly and o.name.entity in denied else j)
            for o, j in zip(accepted, judged, strict=True)
        )
        review = _review(doubtful, folded)
        ranks = positions(mentions, page.structure, text, listings.steps)
    own = [m for m in mentions if m.entity == BRAND and m.stance == "affirmative"]
    return Extraction(
        answer_id=answer_id,
        mentions=mentions,
        positions=ranks,
        citations=sources,
        review=review,
        sentiment=_overall(own),
        recommended=any(m.recommended for m in own),
        cited_owned=cites_brand(sources, entities),
        version=EXTRACTOR_VERSION,
    )


@dataclass(frozen=True, slots=True)
class _Page:
    """One answer prepared: its folded text, sentences and lists, and the cues of its languages."""

    folded: Folded
    structure: Structure
    lexicon: Lexicon


def _sift(
    corrected: Corrected, page: _Page, entities: EntitySet, linked: frozenset[str]
) -> tuple[list[Occurrence], list[Occurrence]]:
    """Split occurrences into names and ambiguous ordinary words, both in order.

    A second pass can accept a word because its neighbour was accepted.
    """
    found, said = corrected.occurrences, corrected.sure
    places = [ContextFeatures(o, page.folded, page.structure, page.lexicon) for o in found]
    places = [p for p in places if p.item.start in said or not p.metalanguage()]
    pending = [p for p in places if p.item.start not in said and needs_evidence(p)]
    waiting = {around.item.start for around in pending}
    sure = Accepted(around.item for around in places if around.item.start not in waiting)
    sure.hopes = [
        (around.item.start, around.item.name.entity)
        for around in places
        if (around.capitalised or around.caseless) and around.item.name.folded not in ALWAYS_CAPITAL
    ]
    for _ in range(2):
        named = [around for around in pending if is_name(around, entities, sure, linked)]
        if not named:
            break
        for around in named:
            sure.add(around.item)
        pending = [around for around in pending if around.item not in sure]
    return [o for o in found if o in sure], [around.item for around in pending]


def _judged(
    item: Occurrence, accepted: Sequence[Occurrence], page: _Page, listings: Listings
) -> Classification:
    reading = reading_of(item, accepted, page.folded, page.structure, page.lexicon)
    start, _ = page.folded.span(item.start, item.end)
    following = following_of(item, accepted, page.folded, page.structure)
    return classify_mention(*reading, page.lexicon, listings.label_of(start), following)


def _mention(item: Occurrence, page: _Page, judged: Classification) -> Mention:
    start, end = page.folded.span(item.start, item.end)
    return Mention(
        entity=item.name.entity,
        name=page.folded.source[start:end],
        start=start,
        end=end,
        stance=judged.stance,
        sentiment=judged.sentiment,
        recommended=judged.recommended,
    )


def _review(doubtful: Sequence[Occurrence], folded: Folded) -> tuple[ReviewItem, ...]:
    """Ambiguous words in order; if there are too many, capitalised ones are kept first."""
    kept: list[tuple[int, ReviewItem]] = []
    taken: dict[str, int] = {}
    ranked = sorted(doubtful, key=lambda o: (not folded.char(o.start).isupper(), o.start))
    for item in ranked:
        entity = item.name.entity
        taken[entity] = taken.get(entity, 0) + 1
        if taken[entity] > REVIEW_LIMIT:
            continue
        start, end = folded.span(item.start, item.end)
        reason = f"“{item.name.written}” is also an ordinary word and nothing here shows a name"
        kept.append((start, ReviewItem(entity, start, end, folded.source[start:end], reason)))
    return tuple(item for _, item in sorted(kept, key=lambda pair: pair[0]))


def _overall(own: Sequence[Mention]) -> Sentiment | None:
    if not own:
        return None
    total = sum((m.sentiment == "positive") - (m.sentiment == "negative") for m in own)
    return "positive" if total > 0 else "negative" if total < 0 else "neutral"


def highlights(text: str, extraction: Extraction) -> tuple[Highlight, ...]:
    """The spans to mark when `text` is shown, in order and without overlap.

    Affirmative mentions are marked as brand or competitor; a link keeps its own mark unless a
    mention inside it is already marked. Spans outside the text are dropped.
    """
    marks = [
        Highlight(m.start, m.end, "brand" if m.entity == BRAND else "competitor", m.entity)
        for m in extraction.mentions
        if m.stance == "affirmative"
    ]
    marks += [Highlight(r.start, r.end, "review", r.entity) for r in extraction.review]
    links = [
        Highlight(c.start, c.end, "citation", c.owner)
        for c in extraction.citations or ()
        if c.start is not None and c.end is not None
    ]
    kept: list[Highlight] = []
    for mark in [*sorted(marks, key=lambda h: h.start), *sorted(links, key=lambda h: h.start)]:
        inside = 0 <= mark.start < mark.end <= len(text)
        if inside and all(mark.end <= k.start or mark.start >= k.end for k in kept):
            kept.append(mark)
    return tuple(sorted(kept, key=lambda h: h.start))

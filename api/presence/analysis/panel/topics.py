"""Topics: what the brand's own words are about, as noun phrases a customer could ask for.

Invariant: deterministic for equal input; no topic gives the brand or a competitor away.
Method: RAKE-style candidates (runs of content words between stop words, verbs and punctuation,
one to four words), scored by where they stand, how often, on how many pages, and how usual
their head noun is on the site.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from presence.analysis.language import base_language, stem, words
from presence.analysis.panel.audience_words import audience_segments
from presence.analysis.panel.grammar import is_mass, is_plural, plural
from presence.analysis.panel.leakage import Leakage, tag_lines
from presence.analysis.panel.phrases import candidates
from presence.analysis.panel.vocabulary import ACTIVITIES, ING_NOUNS, SKIPPED_PATHS
from presence.analysis.types import BrandProfile, DocumentText, PageFacts, Topic

MAX_TOPICS = 40
DESCRIPTION_WEIGHT = 6.0
TITLE_WEIGHT = 3.0
META_WEIGHT = 2.5
BODY_WEIGHT = 0.6
HEADING_WEIGHTS = {1: 4.0, 2: 2.0, 3: 1.2}
LENGTH_BONUS = {1: 0.35, 2: 1.0, 3: 1.0, 4: 0.7}
_TITLE_PARTS = re.compile(r"\s+[|–—\-·•]\s+")


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of the brand's own text with how much its place counts."""

    text: str
    weight: float
    source: str


@dataclass(slots=True)
class Evidence:
    """Everything seen of one phrase (all its inflections)."""

    surfaces: Counter[str] = field(default_factory=Counter)
    weight: float = 0.0
    count: int = 0
    sources: dict[str, None] = field(default_factory=dict)
    described: bool = False


def topics_of(
    profile: BrandProfile, pages: Sequence[PageFacts], documents: Sequence[DocumentText]
) -> tuple[Topic, ...]:
    """At most 40 topics, heaviest first, weights 0..1 relative to the heaviest."""
    language = base_language(profile.language)
    read = [page for page in pages if page.problem is None and not _skipped(page.final_url)]
    segments = [*_described(profile), *_of_pages(read), *_of_documents(documents)]
    leakage = Leakage(profile, tag_lines(profile, read))
    evidence = _gather(_nameless(profile, segments), leakage, language)
    _prune(evidence)
    for segment in audience_segments(profile.audience, language):
        people = {stem(word, language) for word in words(segment)}
        for key in [key for key in evidence if people.issuperset(key)]:
            del evidence[key]
    ranked = _ranked(evidence, language)
    corpus = " ".join(segment.text for segment in segments).lower()
    return _topics(ranked, corpus, leakage, language)


def _described(profile: BrandProfile) -> list[Segment]:
    return [Segment(profile.description, DESCRIPTION_WEIGHT, "")] if profile.description else []


def _of_pages(pages: Iterable[PageFacts]) -> list[Segment]:
    segments: list[Segment] = []
    for page in pages:
        url = page.final_url
        segments += [Segment(part, TITLE_WEIGHT, url) for part in _TITLE_PARTS.split(page.title)]
        segments.append(Segment(page.description, META_WEIGHT, url))
        segments += [
            Segment(text, HEADING_WEIGHTS.get(level, 0.8), url) for level, text in page.headings
        ]
        segments.append(Segment(page.main_text, BODY_WEIGHT, url))
    return [segment for segment in segments if segment.text.strip()]


def _of_documents(documents: Iterable[DocumentText]) -> list[Segment]:
    segments: list[Segment] = []
    for document in documents:
        source = f"document:{document.name}"
        segments.append(Segment(document.title, TITLE_WEIGHT, source))
        for level, text in document.blocks:
            weight = HEADING_WEIGHTS.get(level, 0.8) if level else BODY_WEIGHT
            segments.append(Segment(text, weight, source))
    return [segment for segment in segments if segment.text.strip()]


def _nameless(profile: BrandProfile, segments: Sequence[Segment]) -> list[Segment]:
    """Segments with the brand's and competitors' names cut out, so that no half of one is left."""
    names = [profile.name, *profile.aliases, *(c.name for c in profile.competitors)]
    kept = sorted({name for name in names if name.strip()}, key=len, reverse=True)
    if not kept:
        return list(segments)
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, kept))})(?!\w)")
    return [Segment(pattern.sub(" . ", s.text), s.weight, s.source) for s in segments]


def _skipped(url: str) -> bool:
    path = urlsplit(url).path.lower()
    return any(part in path for part in SKIPPED_PATHS)


def _gather(
    segments: Sequence[Segment], leakage: Leakage, language: str
) -> dict[tuple[str, ...], Evidence]:
    found: dict[tuple[str, ...], Evidence] = defaultdict(Evidence)
    for segment in segments:
        here: Counter[tuple[str, ...]] = Counter()
        for phrase, aside in candidates(segment.text, language):
            if aside or leakage.leaks(phrase):
                continue
            key = tuple(stem(word.lower(), language) for word in phrase.split())
            here[key] += 1
            found[key].surfaces[phrase] += 1
        for key, count in here.items():
            entry = found[key]
            entry.weight += segment.weight * (1 + math.log(count))
            entry.count += count
            entry.described = entry.described or not segment.source
            if segment.source:
                entry.sources[segment.source] = None
    return found


def _prune(evidence: dict[tuple[str, ...], Evidence]) -> None:
    """Drop phrases that only ever occur inside one longer phrase, and unsupported single words."""
    for key in list(evidence):
        entry = evidence[key]
        longer = [
            other
            for other in evidence
            if len(other) == len(key) + 1 and (other[1:] == key or other[:-1] == key)
        ]
        inside = any(evidence[other].count >= entry.count for other in longer)
        lonely = len(key) == 1 and entry.count < 3 and not entry.described
        if inside or lonely:
            del evidence[key]


def _ranked(
    evidence: dict[tuple[str, ...], Evidence], language: str
) -> list[tuple[float, tuple[str, ...], Evidence]]:
    head_first = language in {"fr", "es"}
    heads: Counter[str] = Counter()
    described = {word for key, entry in evidence.items() if entry.described for word in key}
    for key, entry in evidence.items():
        heads[key[0] if head_first else key[-1]] += entry.count
    ranked = []
    for key, entry in evidence.items():
        head = key[0] if head_first else key[-1]
        score = entry.weight * LENGTH_BONUS.get(len(key), 0.5)
        score *= 1 + 0.5 * math.log(1 + len(entry.sources))
        score *= 1 + 0.35 * math.log(heads[head])
        score *= 1 + 0.6 * sum(word in described for word in key) / len(key)
        ranked.append((score, key, entry))
    ranked.sort(key=lambda row: (-row[0], row[1]))
    return ranked


def _topics(
    ranked: Sequence[tuple[float, tuple[str, ...], Evidence]],
    corpus: str,
    leakage: Leakage,
    language: str,
) -> tuple[Topic, ...]:
    topics: list[Topic] = []
    taken: list[set[str]] = []
    best = ranked[0][0] if ranked else 1.0
    for score, key, entry in ranked:
        phrase = _surface(entry.surfaces, corpus, language)
        parts = set(key)
        same = any(
            len(parts & seen) / len(parts | seen) > 0.6 or (len(parts) == 1 and parts <= seen)
            for seen in taken
        )
        if same or leakage.leaks(phrase):
            continue
        taken.append(parts)
        topics.append(Topic(phrase, round(score / best, 4), tuple(entry.sources)[:5]))
        if len(topics) == MAX_TOPICS:
            break
    return tuple(topics)


def _surface(surfaces: Counter[str], corpus: str, language: str) -> str:
    """The usual spelling; in English a counted noun becomes plural, so questions read well."""
    phrase = min(surfaces, key=lambda text: (-surfaces[text], text.lower() != text, text))
    if language != "en":
        return phrase
    parts = [word if _keeps_case(word) else word.lower() for word in phrase.split()]
    phrase = " ".join(parts)
    if parts[-1] in ACTIVITIES or parts[-1] in ING_NOUNS:
        return _as_offer(phrase, corpus)
    if is_plural(phrase) or is_mass(phrase):
        return phrase
    head = re.escape(parts[-1].lower())
    counted = re.search(rf"\b(?:an?|every|each|one|another)\s+(?:[\w-]+\s+){{0,3}}{head}\b", corpus)
    pluralised = plural(phrase)
    several = re.search(rf"\b{re.escape(pluralised.split()[-1].lower())}\b", corpus)
    return pluralised if counted or several else phrase


def _as_offer(phrase: str, corpus: str) -> str:
    """An activity becomes what is sold for it, by the words the brand uses for its offer."""
    software = len(
        re.findall(r"\b(?:software|apps?|platform|tools?|saas|dashboard|sync)\b", corpus)
    )
    service = len(re.findall(r"\b(?:services?|agency|clinic|studio|consult\w*|experts?)\b", corpus))
    if software == service:
        return phrase
    return f"{phrase} {'software' if software > service else 'services'}"


def _keeps_case(word: str) -> bool:
    """Acronyms and inner capitals (GDPR, iOS) keep their letters."""
    return sum(letter.isupper() for letter in word) >= 2

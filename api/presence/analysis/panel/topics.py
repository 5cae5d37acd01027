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
from collections.abc import Sequence
from dataclasses import dataclass, field

from presence.analysis.language import base_language, stem, words
from presence.analysis.panel.audience_words import audience_segments
from presence.analysis.panel.grammar import is_mass, is_plural, plural
from presence.analysis.panel.leakage import Leakage, tag_lines
from presence.analysis.panel.phrases import candidates, verbs_in
from presence.analysis.panel.segments import PROMINENT, Segment, segments_of
from presence.analysis.panel.vocabulary import ACTIVITIES, ING_NOUNS
from presence.analysis.types import BrandProfile, DocumentText, PageFacts, Topic

MAX_TOPICS = 40
ROLE_WEIGHTS = {"offered": 4.0, "own": 2.0, "plain": 1.0}
LEAST_WEIGHT = 0.13
OFFERED_WEIGHT = 0.03
ENOUGH = 3
OFFER_BONUS = 2.0
SPECIFIC = 0.3
HEAD_FIRST = frozenset({"fr", "es"})
LENGTH_BONUS = {1: 0.35, 2: 1.0, 3: 1.0, 4: 0.7}


@dataclass(slots=True)
class Evidence:
    """Everything seen of one phrase (all its inflections)."""

    surfaces: Counter[str] = field(default_factory=Counter)
    weight: float = 0.0
    count: int = 0
    sources: dict[str, None] = field(default_factory=dict)
    described: bool = False
    prominent: bool = False
    offered: bool = False

    def add(self, segment: Segment, factor: float, count: int) -> None:
        """Count the occurrences in one segment."""
        self.weight += segment.weight * factor
        self.count += count
        self.described |= not segment.source
        self.prominent |= segment.weight >= PROMINENT
        if segment.source:
            self.sources[segment.source] = None


def topics_of(
    profile: BrandProfile, pages: Sequence[PageFacts], documents: Sequence[DocumentText]
) -> tuple[Topic, ...]:
    """At most 40 topics, heaviest first, weights 0..1 relative to the heaviest."""
    language = base_language(profile.language)
    read = [page for page in pages if page.problem is None]
    segments = segments_of(profile, read, documents)
    own = " ".join(segment.text for segment in segments)
    leakage = Leakage(profile, tag_lines(profile, read), own)
    evidence = _gather(segments, leakage, language)
    _prune(evidence, head=0 if language in HEAD_FIRST else -1)
    for segment in audience_segments(profile.audience, language):
        people = {stem(word, language) for word in words(segment)}
        for key in [key for key in evidence if people.issuperset(key)]:
            del evidence[key]
    ranked = _ranked(evidence, language)
    return _topics(ranked, own.lower(), leakage, language)


def _gather(
    segments: Sequence[Segment], leakage: Leakage, language: str
) -> dict[tuple[str, ...], Evidence]:
    found: dict[tuple[str, ...], Evidence] = defaultdict(Evidence)
    whole = " ".join(segment.text for segment in segments)
    verbs = verbs_in(whole) if language == "en" else frozenset()
    for segment in segments:
        here: dict[tuple[str, ...], list[float]] = defaultdict(list)
        for phrase, role in candidates(segment.text, language, verbs, opening=segment.opening):
            if role == "aside" or leakage.leaks(phrase):
                continue
            key = tuple(stem(word.lower(), language) for word in phrase.split())
            here[key].append(ROLE_WEIGHTS[role])
            found[key].surfaces[phrase] += 1
            found[key].offered |= role == "offered"
        for key, roles in here.items():
            found[key].add(segment, max(roles) * (1 + math.log(len(roles))), len(roles))
    return found


def _prune(evidence: dict[tuple[str, ...], Evidence], head: int) -> None:
    """Drop what is unsupported or only ever part of one longer phrase.

    A single word also goes when a longer phrase with the same head is well supported.
    """
    for key in list(evidence):
        entry = evidence[key]
        longer = [
            other for other in evidence if len(other) > len(key) and _inside(key, other, head)
        ]
        inside = any(evidence[other].count >= entry.count for other in longer)
        single = len(key) == 1
        lonely = entry.count < (3 if single else 2) and not entry.prominent
        specific = single and any(
            evidence[other].weight >= SPECIFIC * entry.weight for other in longer
        )
        if inside or specific or (lonely and not entry.offered):
            del evidence[key]


def _inside(key: tuple[str, ...], other: tuple[str, ...], head: int) -> bool:
    """Whether the longer key is the shorter one with more said about its head."""
    if len(key) == 1:
        return other[head] == key[0]
    return len(other) == len(key) + 1 and (other[1:] == key or other[:-1] == key)


def _ranked(
    evidence: dict[tuple[str, ...], Evidence], language: str
) -> list[tuple[float, tuple[str, ...], Evidence]]:
    head_first = language in HEAD_FIRST
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
        score *= OFFER_BONUS if entry.offered else 1.0
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
    clear = bool(ranked) and ranked[0][2].offered  # what is sold is said: the rest is context
    for score, key, entry in ranked:
        phrase = _surface(entry.surfaces, corpus, language)
        parts = set(key)
        same = any(
            len(parts & seen) / len(parts | seen) > 0.6 or (len(parts) == 1 and parts <= seen)
            for seen in taken
        )
        if same or leakage.leaks(phrase):
            continue
        least = OFFERED_WEIGHT if entry.offered or entry.described else LEAST_WEIGHT
        if (clear or len(topics) >= ENOUGH) and score < least * best:
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
    if is_plural(phrase) or is_mass(phrase) or _keeps_case(parts[-1]):
        return phrase
    head = re.escape(parts[-1].lower())
    counted = re.search(rf"\b(?:an?|every|each|one|another)\s+(?:[\w-]+\s+){{0,3}}{head}\b", corpus)
    poured = re.search(rf"\b(?:of|with|from|some|much|less|more|sell|make)\s+{head}\b", corpus)
    pluralised = plural(phrase)
    several = re.search(rf"\b{re.escape(pluralised.split()[-1].lower())}\b", corpus)
    return phrase if poured and not counted and not several else pluralised


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

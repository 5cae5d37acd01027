"""Names that running text puts forward: recommended, compared, or the subject of a verdict.

Invariant: a name counts only where something speaks for it; standing after "in", "via" or "by",
reporting or ruling, and names of authorities speak against it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from presence.analysis.competitors.cues import CAPITALS, JOINING, cue
from presence.analysis.competitors.likeness import is_rare, likeness
from presence.analysis.competitors.spans import Span, squeezed
from presence.analysis.competitors.wording import Verdict
from presence.analysis.language.words import base_language

_CAPITAL: Final = f"[{CAPITALS}]"
_TOKEN: Final = rf"(?:{_CAPITAL}[\w'’&.+-]*[\w+]|{_CAPITAL}|[a-z]{{1,6}}[A-Z][\w]+|\d+[A-Za-z]\w*)"
_LINK: Final = "|".join(sorted(JOINING - {"and", "y", "e", "et", "und", "og", "och", "en", "i",
                                          "ve", "in", "for", "te", "am", "im"}))  # fmt: skip
_NAME: Final = re.compile(
    rf"(?<![\w@/.-]){_TOKEN}(?:(?:\s|\s[&+]\s|\s(?:{_LINK})\s)(?:{_TOKEN}|\d{{1,3}}\b))*"
)
# What Japanese makes the topic of a sentence: a run without particles before "wa" or "ga", or a
# name in corner brackets.
_TOPIC: Final = re.compile(
    r"(?:(?<=[\n。、])|^)(?P<topic>[\u30a0-\u30ff\u3400-\u9fffA-Za-z0-9・ー]{2,16}"
    r"(?:[\u3041-\u3096]{0,2}[^\Wでにをとのもへやんられてい])?)(?=[はが])|[「『](?P<quoted>[^「」『』\n]{2,20})[」』]"
)
_AND: Final = r"and|or|und|oder|et|ou|y|o|e|en|of|i|oraz|lub|ve|veya|vs\.?|versus"
_GLUE: Final = re.compile(rf"\s*(?:,|/|&|\b(?:{_AND})(?!\w))+\s*(?:\b(?:{_AND})\s+)?", re.I)
_SENTENCE: Final = re.compile(r"(?:^|[\n]|[.!?。！？]['\"”’)]*(?:\[\d+\])*\s+)[\s*_#>]*$")
_PARAGRAPH: Final = re.compile(r"(?:^|\n\s*\n)$")
_ITEM: Final = re.compile(r"(?:^|\n)\s*(?:[-*+•]\s+|\d+[.)]\s+|#+\s+|\|\s*)?(?:the\s+)?\*\*$", re.I)
_GOES_ON: Final = re.compile(rf"[,\s]+(?![{CAPITALS}])[^\W\d_]")
_ARTICLE: Final = re.compile(r"(?:\b(?:The|Der|Die|Das|Le|La|Les|El|Il|Lo|O|Os|Het)\s+|\bL['’])$")
_AT: Final = re.compile(r"['’](?:[dt][ea]n?)$")  # Turkish "in" and "from", written to the name
_IMPERATIVE: Final = re.compile(r"-(?:moi|vous|nous|le|la|les|lui|leur|en|y)$")
_NEAR: Final = 60
_VERDICTS: Final[dict[Verdict, float]] = {"pick": 1.0, "good": 0.6, "bad": 0.6, "plain": 0.0}
# Reads names as if they were tracked: where each is spoken of as existing, and how.
Reader = Callable[[Iterable[str]], Collection[tuple[Span, Verdict]]]
_BASE: Final = 0.6
_BOLD_WHOLE: Final = 0.6
_EXPLAINED: Final = 0.5
_OPENS: Final = 0.5
_OPENS_LONG: Final = 0.7  # several words in capitals begin a sentence: hardly by chance
_ENOUGH: Final = 1.0
_ENOUGH_BESIDE: Final = 2.0


@dataclass(slots=True)
class _Case:
    """What speaks for and against one name; `places` are its occurrences."""

    places: list[Span] = field(default_factory=list)
    score: float = 0.0
    against: float = 0.0


def prose_names(
    text: str, language: str, known: Collection[Span], read: Reader, listed: bool
) -> list[Span]:
    """Spans of names put forward in prose, in order.

    `known` are spans of the brand, of tracked competitors and of names found in lists; `read`
    says how the text speaks of names. If lists contain the options (`listed`), a name needs more
    support in prose.
    """
    cases: dict[str, _Case] = defaultdict(_Case)
    free = [span for span in _names(text, language) if not any(map(span.overlaps, known))]
    verdicts = read(dict.fromkeys(text[span.start : span.end] for span in free))
    joined = _chained(text, free, known)
    for span in free:
        case = cases[squeezed(text[span.start : span.end])]
        case.places.append(span)
        if listed and not text[: span.start].strip(" \n*#_"):
            continue  # "Stirling is full of good ones": what is being talked of, not who
        case.score += max((_VERDICTS[v] for at, v in verdicts if span.overlaps(at)), default=0.0)
        case.score += _for(text, span, language, joined)
        case.against += _against(text, span, language)
    spans = [
        case.places[0]
        for key, case in cases.items()
        if key and _strength(text, case, language) >= (_ENOUGH_BESIDE if listed else _ENOUGH)
    ]
    return sorted(spans)


def _names(text: str, language: str) -> Iterator[Span]:
    if base_language(language) == "ja":
        for match in _TOPIC.finditer(text):
            span = Span(*match.span(match.lastgroup or 0))
            if likeness(text[span.start : span.end], language) >= 0.3:
                yield span
    for match in _NAME.finditer(text):
        start, end = match.span()
        first = match.group().split()[0]
        opens = _SENTENCE.search(text[max(0, start - 12) : start]) is not None
        if opens and not is_rare(first, language, alone=True):
            rest = match.group()[len(first) :].lstrip(" &+")
            if not rest:
                continue
            elif first.lower() in JOINING or len(first) <= 3 or rest[0].islower():
                start = end - len(rest)
        end = start + len(re.sub(r"(?:['’]s?|[.,])$", "", text[start:end]))
        if _IMPERATIVE.search(text[start:end]) or _AT.search(text[start:end]):
            continue
        if end - start > 1 and likeness(text[start:end], language) >= 0.3:
            yield Span(start, end)


def _for(text: str, span: Span, language: str, joined: Collection[Span]) -> float:
    before = _before(text, span)
    value = _BOLD_WHOLE if _is_bold(text, span) else 0.0
    if _is_weighed(before, language):
        value += 1.0
    if cue("apposition", language).match(text[span.end : span.end + _NEAR]):
        value += _EXPLAINED
    if span in joined:
        value += 1.2
    if base_language(language) == "ja":
        return value + (0.8 if _PARAGRAPH.search(before) else 0.5)
    before = _ARTICLE.sub("", before)
    if not _GOES_ON.match(text, span.end):
        return value
    if _PARAGRAPH.search(before):
        return value + 0.8
    if _SENTENCE.search(before[-12:]):
        return value + (_OPENS_LONG if " " in text[span.start : span.end] else _OPENS)
    announced = before.rstrip().endswith(":") and cue("options", language).search(before)
    return value + (0.5 if announced else 0.3 if before.endswith(", ") else 0.0)


def _is_weighed(before: str, language: str) -> bool:
    """Whether the words before a name choose it or warn against it."""
    return any(cue(kind, language).search(before) for kind in ("choosing", "warning"))


def _before(text: str, span: Span) -> str:
    """What stands before a name, without the marks that set it apart."""
    return re.sub(r"[*_]+$", "", text[max(0, span.start - _NEAR) : span.start])


def _is_bold(text: str, span: Span) -> bool:
    """Whether marks set exactly this name apart within a sentence, not at the head of an item."""
    marks = text[max(0, span.start - 2) : span.start], text[span.end : span.end + 2]
    heads = _ITEM.search(text[max(0, span.start - _NEAR) : span.start]) is not None
    return marks == ("**", "**") and not heads


def _chained(text: str, free: Iterable[Span], known: Iterable[Span]) -> set[Span]:
    """Names of an enumeration that holds a known one: each is joined to the next."""
    everybody = sorted([*free, *known])
    joined = set(known)
    for order in (everybody, everybody[::-1]):
        for one, other in pairwise(order):
            if one in joined and _joined(text, one, other):
                joined.add(other)
    return joined


def _joined(text: str, span: Span, other: Span) -> bool:
    """Whether nothing but "and" or a comma stands between the two."""
    low, high = (span, other) if span.start < other.start else (other, span)
    between = text[low.end : high.start].replace("*", "")
    return len(between) <= 8 and bool(_GLUE.fullmatch(between))


def _against(text: str, span: Span, language: str) -> float:
    before = _before(text, span)
    after = text[span.end : span.end + _NEAR]
    value = 0.0
    if cue("before", language).search(before) and not _is_weighed(before, language):
        value += 1.0
    if cue("saying", language).match(after):
        value += 2.0
    if cue("institution", language).search(text[span.start : span.end]):
        value += 1.5
    return value


def _strength(text: str, case: _Case, language: str) -> float:
    name = text[case.places[0].start : case.places[0].end]
    weight = likeness(name, language)
    return case.score * (_BASE + weight) - case.against

"""Collects every phrase of an answer that might name somebody the answer puts forward.

Invariant: almost nothing that is a name is missed; later stages discard what is not one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, Literal

from presence.analysis.competitors.cues import CAPITALS, JOINING, cue
from presence.analysis.competitors.known_kinds import known_kind
from presence.analysis.competitors.likeness import is_rare, likeness
from presence.analysis.competitors.lists import ItemHead, ItemList, opening_name, words_of
from presence.analysis.competitors.spans import Span, squeezed
from presence.analysis.extraction.wordlist import LEGAL_SUFFIXES
from presence.analysis.language.words import base_language

Role = Literal["head", "label", "marked", "run", "part"]
_CAPITAL: Final = f"[{CAPITALS}]"
_TOKEN: Final = rf"(?:{_CAPITAL}[\w'’&.+-]*[\w+]|{_CAPITAL}|[a-z]{{1,6}}[A-Z][\w]+|\d+[A-Za-z]\w*)"
_CONJUNCTIONS: Final = frozenset(
    ("and", "y", "e", "et", "und", "og", "och", "en", "i", "ve", "in", "te", "am", "im", "a")
)
_LINK: Final = "|".join(sorted(JOINING - _CONJUNCTIONS))
_GAP: Final = r"[^\S\n]"
_RUN: Final = re.compile(
    rf"(?<![\w@/.-]){_TOKEN}(?:(?:{_GAP}|-|{_GAP}[&+]{_GAP}|{_GAP}(?:(?:{_LINK}){_GAP}){{1,2}}|{_GAP}[dl]['’])"
    rf"(?:{_TOKEN}|\d{{1,3}}\b))*"
)
_MARKED: Final = re.compile(
    r"\*\*(?P<bold>[^*\n]{2,60})\*\*|\[(?P<link>[^\]\n]{2,60})\]\(|[\"“„](?P<quoted>[^\"”“\n]{2,40})[\"”“]"
    r"|[「『](?P<corner>[^「」『』\n]{2,20})[」』]|(?<![*\w])\*(?P<italic>[^*\n]{2,50})\*(?![*\w])"
)
_JAPANESE: Final = re.compile(
    r"[\u30a1-\u30ffA-Za-z0-9・ー]{2,}[\u3400-\u9fff]{0,4}|[\u3400-\u9fff]{2,8}(?=[はがもならをの、])"
)
_CHINESE: Final = re.compile(
    r"(?:[A-Z]\.?){2,}[\u4e00-\u9fff]{2,6}|[A-Za-z][A-Za-z0-9.]+|[\u4e00-\u9fff]{2,12}"
)
_CHINESE_EDGE: Final = re.compile(
    r"的|也|更|胜在|在|是|和|与|或|有|适合|不错|比较|最|都|可以|很|则|就|里|上|了|用|会|能|对|去|从|把|被|到|等|，"
)
_ARABIC: Final = re.compile(
    r"(?<![\u0621-\u064a])(?:شركة|أما|هو|هي|مع|من|تطبيق|موقع|متجر|منصة|عيادة|مطعم|مثل|أو|على|جرب|جربي|اختر|اختاري|تجنب|تجنبي|عن|سوى)"
    r"\s(?P<name>[\u0621-\u064a]{3,}(?:\s[\u0621-\u064a]{2,})?)"
)
_SPLIT = re.compile(r"\s*[,/、]\s*|\s+(?:vs\.?|versus)\s+|\s/\s")
_OR: Final = {"en": "or", "de": "oder", "fr": "ou", "es": "o", "it": "o", "pt": "ou", "nl": "of",
              "pl": "lub", "tr": "veya"}  # fmt: skip
_SENTENCE: Final = re.compile(r"(?:^|[\n]|[.!?:。！？][\'\"”’)*]*(?:\[\d+\])*\s+)[\s*_#>]*$")
_SUFFIXED: Final = re.compile(r"['’][a-zçğıöşü]{2,5}$")
_INNER_LINK: Final = re.compile(rf"\s(?:{_LINK})\s")
_IMPERATIVE: Final = re.compile(r"-(?:moi|vous|nous|le|la|les|lui|leur|en|y)$")
_BOLD: Final = re.compile(r"\s*\*\*(?P<name>[^*\n]{2,60})\*\*")
_TAIL: Final = re.compile(r"(?:['’](?:s|[a-zçğıöşü]{1,5})?|[.,])$")
_GOES_ON: Final = re.compile(r"[\s-]+[a-z]")
_SHORT: Final = 40
_LEAST: Final = 2


@dataclass(frozen=True, slots=True)
class CandidatePlace:
    """Where a candidate occurs; `head` and `items` are set if it heads a list item."""

    span: Span
    role: Role
    head: ItemHead | None = None
    items: ItemList | None = None


@dataclass(slots=True)
class Case:
    """One name with all its places, in order."""

    key: str
    name: str
    places: list[CandidatePlace] = field(default_factory=list)

    @property
    def first(self) -> CandidatePlace:
        """The first place where the name occurs."""
        return self.places[0]


def cases_of(text: str, language: str, lists: list[ItemList]) -> list[Case]:
    """The candidates of an answer, each name once, in order of first appearance."""
    cases: dict[str, Case] = {}
    seen: set[tuple[int, int]] = set()
    found = [*_heads(text, language, lists), *_marked(text), *_runs(text, language)]
    for place in sorted(found, key=lambda place: (place.span, _ORDER.index(place.role))):
        if (place.span.start, place.span.end) in seen:
            continue
        seen.add((place.span.start, place.span.end))
        name = text[place.span.start : place.span.end]
        key = squeezed(name)
        if len(key) >= _LEAST or (key and not name.isascii()):
            cases.setdefault(key, Case(key, name)).places.append(place)
    return [case for case in cases.values() if _possible(case, language)]


def _possible(case: Case, language: str) -> bool:
    heads = any(place.role not in ("run", "part") for place in case.places)
    return heads or likeness(case.name, language) > 0


_ORDER: Final[tuple[Role, ...]] = ("head", "label", "marked", "run", "part")


def _heads(text: str, language: str, lists: list[ItemList]) -> Iterator[CandidatePlace]:
    for items in lists:
        for head in items.heads:
            label = _labelled(head)
            if label:
                start = text.find(label, head.end)
                if start >= 0:
                    yield CandidatePlace(Span(start, start + len(label)), "label", head, items)
            for offset, part in _parts(head.text):
                start = head.start + offset
                yield CandidatePlace(Span(start, start + len(part)), "head", head, items)


def _labelled(head: ItemHead) -> str:
    """The phrase after a label ("Best overall: Odoo"); "" if the head is not a label."""
    if not head.cut:
        return ""
    if bold := _BOLD.match(head.after):
        return bold.group("name").strip(" .:")
    inner = re.sub(r"^[\s:*_–—-]+", "", head.after)
    bare = re.sub(r"[\s*_.]+$", "", re.split(r"\s\(|[.!?]\s|,\s|\*\*", inner)[0])
    if _LEAST <= len(bare) <= _SHORT and len(list(words_of(bare))) <= 5:
        return bare
    return opening_name(inner)


def _parts(name: str) -> Iterator[tuple[int, str]]:
    """The individual names in a head that holds several ("Odoo / ERPNext")."""
    last = 0
    for match in _SPLIT.finditer(name):
        if name[: match.start()].strip() and len(name[last : match.start()].strip()) >= _LEAST:
            yield last, name[last : match.start()]
        last = match.end()
    rest = name[last:]
    legal = rest.rstrip(".").casefold() in LEGAL_SUFFIXES
    if legal and last:
        yield 0, name
    elif len(rest) >= _LEAST:
        yield last, rest


def _marked(text: str) -> Iterator[CandidatePlace]:
    for match in _MARKED.finditer(text):
        start, end = match.span(match.lastgroup or 0)
        inner = text[start:end]
        start += len(inner) - len(inner.lstrip(" *_"))
        end -= len(inner) - len(inner.rstrip(" .:,*_?!"))
        if end - start >= _LEAST:
            yield CandidatePlace(Span(start, end), "marked")


def _runs(text: str, language: str) -> Iterator[CandidatePlace]:
    base = base_language(language)
    if base == "ja":
        yield from (CandidatePlace(Span(*m.span()), "run") for m in _JAPANESE.finditer(text))
    elif base == "zh":
        yield from (CandidatePlace(span, "run") for span in _chinese(text))
    elif base == "ar":
        yield from (CandidatePlace(span, "run") for span in _arabic(text))
    for match in _RUN.finditer(text):
        for start, end, role in _readings(text, match, language):
            end = start + len(_TAIL.sub("", text[start:end]))
            bare = text[start:end]
            if len(bare) < _LEAST or _IMPERATIVE.search(bare):
                continue
            # "solid European oak" has a capital letter but names nobody.
            if not (cue("origin", language).fullmatch(bare) and _GOES_ON.match(text, end)):
                yield CandidatePlace(Span(start, end), role)


def _readings(text: str, match: re.Match[str], language: str) -> Iterator[tuple[int, int, Role]]:
    """A whole run of capitalised words, minus sentence openers, and its parts.

    The parts are separated by small words or by the suffix of a place name.
    """
    start, end = match.span()
    run = match.group()
    first = run.split()[0]
    opens = _SENTENCE.search(text[max(0, start - 12) : start]) is not None
    plain = not is_rare(first, language, alone=True)
    alone = len(first) == len(run)
    goes_on = cue("offering", language).match(text[end : end + _SHORT]) or known_kind(run)
    if not (opens and plain and (first.lower() in JOINING or (alone and not goes_on))):
        yield start, end, "run"
    rest = run[len(first) :].lstrip(" &+")
    if rest and (plain or _SUFFIXED.search(first)):
        while rest and rest.split()[0].lower() in JOINING and rest[0].islower():
            rest = rest[len(rest.split()[0]) :].lstrip()
        yield end - len(rest), end, "run" if opens and len(first) <= 3 else "part"
    for link in _INNER_LINK.finditer(run):
        yield start, start + link.start(), "part"
        yield start + link.end(), end, "part"


def _chinese(text: str) -> Iterator[Span]:
    """The beginning of each run in a sentence, up to its first common particle."""
    for match in _CHINESE.finditer(text):
        run = match.group()
        edge = _CHINESE_EDGE.search(run)
        end = match.start() + (edge.start() if edge else len(run))
        if _LEAST <= end - match.start() <= 8:
            yield Span(match.start(), end)


def _arabic(text: str) -> Iterator[Span]:
    """What follows a word that introduces a name, with and without its second word."""
    for match in _ARABIC.finditer(text):
        start, end = match.span("name")
        yield Span(start, end)
        first = match.group("name").split()[0]
        if len(first) < end - start:
            yield Span(start, start + len(first))

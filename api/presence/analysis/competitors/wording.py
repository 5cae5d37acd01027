"""What the words around a candidate say: chosen, warned against, explained, or only a place, a
tool, a source."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from itertools import pairwise
from typing import Final, Literal

from presence.analysis.competitors.candidates import CandidatePlace, Case
from presence.analysis.competitors.cues import CAPITALS, cue
from presence.analysis.competitors.layout import Layout
from presence.analysis.competitors.spans import Span

Verdict = Literal["pick", "good", "bad", "plain"]
_NEAR: Final = 60
_AND: Final = r"and|or|und|oder|et|ou|y|o|e|en|of|i|oraz|lub|ve|veya|vs\.?|versus"
_GLUE: Final = re.compile(rf"\s*(?:,|/|&|、|\b(?:{_AND})(?!\w))+\s*(?:\b(?:{_AND})\s+)?", re.I)
_OPENS: Final = re.compile(r"(?:^|[\n]|[.!?。！？]['\"”’)*]*(?:\[\d+\])*\s*)[\s*_#>]*$")
_PARAGRAPH: Final = re.compile(r"(?:^|\n\s*)[*_]*$")
_ARTICLE: Final = re.compile(
    r"(?:\b(?:The|Der|Die|Das|Le|La|Les|El|Il|Lo|O|Os|A|Het|De)\s+|\bL['’])$"
)
_GOES_ON: Final = re.compile(rf"['’s]*[*_]*[,\s]+(?![{CAPITALS}])[^\W\d_]")
_NOUN: Final = re.compile(r"['’]?s?\s?-?[a-zß-ÿ]{3,}")
_PRICE: Final = re.compile(r"[$€£¥₺]\s?\d|\d\s?(?:€|£|zł|TL|kr|円|元|ريال|euros?|EUR)")
_AT: Final = re.compile(r"^['’](?:[dt][ea]n?|y[ae]|[iıuü]n)")
_TOPIC: Final = re.compile(r"[*_」』]*(?:は|が|なら|も)")
_SUBJECT: Final = re.compile(r"(?:的|也|更|胜在|是|适合|有|比|:|：)")
_SENTENCE: Final = re.compile(r"[^.!?。！？\n]*[.!?。！？\n]?")
_PARTS: Final = ("choosing", "warning", "before", "making")


def wording(
    case: Case, text: str, layout: Layout, language: str, beside: Mapping[Span, str]
) -> dict[str, float]:
    """Properties of the places where a candidate occurs in running text, each at its strongest.

    `beside` holds the places that are joined to a known name or to the head of an item.
    """
    found: dict[str, float] = {}
    flowing = [p for p in case.places if p.role not in ("head", "label")]
    for place in flowing:
        for name, value in _at(place, text, layout, language, beside).items():
            found[name] = max(found.get(name, 0.0), value)
    return found


def _at(
    place: CandidatePlace, text: str, layout: Layout, language: str, beside: Mapping[Span, str]
) -> dict[str, float]:
    span = place.span
    line = layout.line_at(span.start)
    before = re.sub(r"[*_\"“„「『]+$", "", text[max(0, span.start - _NEAR) : span.start])
    after = re.sub(r"^[*_\"”“」』]+", "", text[span.end : span.end + _NEAR])
    bare = _ARTICLE.sub("", before)
    where = line.kind
    opens = bool(_OPENS.search(bare[-14:]))
    found = {
        f"{cue_name} before": float(bool(cue(cue_name, language).search(before)))
        for cue_name in _PARTS
    }
    advises = cue("advice", language).search(line.title)
    offers = cue("options", language).search(line.title)
    found |= {
        "in prose": float(where == "prose"),
        "in an item": float(where == "item"),
        "in a row": float(where == "row"),
        "in a title": float(where == "title"),
        "marked in prose": float(place.role == "marked" and where == "prose"),
        "marked in an item": float(place.role == "marked" and where == "item"),
        "saying after": float(bool(cue("saying", language).match(after))),
        "offering after": float(bool(cue("offering", language).match(after))),
        "asked": float(after[:2].lstrip(" ").startswith(("?", "？")) or after.startswith("?")),
        "explained": float(bool(cue("apposition", language).match(after))),
        "opens a sentence": float(opens and bool(_GOES_ON.match(after))),
        "opens a paragraph": float(bool(_PARAGRAPH.search(bare[-8:])) and where == "prose"),
        "opens a sentence of prose": float(
            opens and where == "prose" and bool(_GOES_ON.match(after))
        ),
        "before a noun": float(not opens and bool(_NOUN.match(after))),
        "in brackets": float(
            before.rstrip().endswith(("(", "（")) or after.startswith((")", "）"))
        ),
        "behind a comma": float(before.endswith(", ") and not opens),
        "behind a colon": float(before.rstrip().endswith((":", "："))),
        "named at the place": float(bool(_AT.match(after))),
        "topic": float(bool(_TOPIC.match(after) or _SUBJECT.match(after))),
        "under advice": float(bool(advises) and not offers),
        "under options": float(bool(offers) and not advises),
        "before any title": float(line.section == 0),
        "joined to a known name": float(beside.get(span) == "known"),
        "joined to a head": float(beside.get(span) == "head"),
        "joined to another": float(beside.get(span) == "other"),
    }
    return found | _sentence(span, text, language)


def _sentence(span: Span, text: str, language: str) -> dict[str, float]:
    begin = max(text.rfind(mark, 0, span.start) for mark in ("\n", ". ", "! ", "? ", "。")) + 1
    match = _SENTENCE.match(text, span.end)
    sentence = text[begin : match.end() if match else span.end]
    return {
        "sentence warns": float(bool(cue("shunning", language).search(sentence))),
        "sentence with a price": float(bool(_PRICE.search(sentence))),
        "short sentence": float(len(sentence.strip()) < _NEAR),
    }


def joined(text: str, cases: Collection[Case], known: Collection[Span]) -> dict[Span, str]:
    """Places that an enumeration joins to a known name, to the head of an item, or to another."""
    kinds: dict[Span, str] = {}
    for case in cases:
        for place in case.places:
            kinds[place.span] = "head" if place.role in ("head", "label") else "other"
    kinds |= dict.fromkeys(known, "known")
    found: dict[Span, str] = {}
    for order in (sorted(kinds), sorted(kinds, reverse=True)):
        chain = ""
        for one, other in pairwise(order):
            own = kinds[one] if kinds[one] != "other" else chain
            chain = (own or "other") if _glued(text, one, other) else ""
            if chain and _RANK[chain] > _RANK[found.get(other, "")]:
                found[other] = chain
    return found


_RANK: Final = {"": 0, "other": 1, "head": 2, "known": 3}


def _glued(text: str, span: Span, other: Span) -> bool:
    low, high = (span, other) if span.start < other.start else (other, span)
    between = text[low.end : high.start].replace("*", "")
    return len(between) <= 8 and bool(_GLUE.fullmatch(between))

"""Trades by their own vocabulary, for languages in which the catalogue has only names.

`catalogue/trades/<language>.txt` lists, under `[kind]`, one trade per line: its names, then signs,
the beginnings of words that such a business uses and few others. Invariant: a trade is recognised
by several different signs and a clear lead, never by one word, however often it occurs.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import cast

from presence.analysis.types import BrandProfile, PageFacts
from presence.analysis.types.offer import OfferKind

_UNSPACED = frozenset({"ja", "ar"})
_LEAST_SIGNS = 3  # different ones
_LEAST_SCORE = 3.0
_LEAD = 1.25  # over the next trade
_SAID, _HEADED, _BODY = 3.0, 2.0, 1.0  # weight of a sign in a description, a heading, a text
_NAMED = 2.0  # times the weight of a sign
_SHORT = 4  # letters of a noun recognised only in the number in which it is listed
_PAGES = 12
_LONGEST_PAGE = 20_000


@dataclass(frozen=True, slots=True)
class Trade:
    """A line: the names, of which the first is shown, and the signs."""

    kind: OfferKind
    names: tuple[str, ...]
    signs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Likely:
    """The trade that all words support; `named` are its names on the site, most likely first."""

    trade: Trade
    named: tuple[str, ...]
    words: tuple[str, ...]


@lru_cache(maxsize=16)
def trades(language: str) -> tuple[Trade, ...]:
    """Every trade of a language; () if none is listed."""
    file = files("presence.analysis.offer") / "catalogue" / "trades" / f"{language}.txt"
    return tuple(_lines(file.read_text(encoding="utf-8"))) if file.is_file() else ()


def _lines(text: str) -> Iterator[Trade]:
    kind = ""
    for line in text.splitlines():
        if line.startswith("["):
            kind = line.strip("[]")
        elif line and not line.startswith("#"):
            names, _, signs = line.partition(" | ")
            listed = tuple(name.strip() for name in names.split(","))
            yield Trade(cast("OfferKind", kind), listed, tuple(map(plainly, signs.split())))


def trade_named(phrase: str, language: str) -> Trade | None:
    """The trade whose name begins the phrase, or ends it in Japanese and Dutch."""
    said = plainly(phrase)
    if language == "nl":
        said = re.split(r" (?:van|voor|met) ", said)[0]  # the object is not the trade
    best: tuple[int, Trade] | None = None
    for trade in trades(language):
        for name in map(plainly, trade.names):
            held = said.endswith(name) if language in ("ja", "nl") else _begins(said, name)
            if held and (best is None or len(name) > best[0]):
                best = (len(name), trade)
    return best[1] if best else None


def _begins(said: str, name: str) -> bool:
    """Whether a phrase begins with a name, in singular or plural: "commercialisti per …"."""
    noun, space, rest = name.partition(" ")
    begin, _, others = said.partition(" ")
    same = noun == begin or (_bare(noun) == _bare(begin) and min(len(noun), len(begin)) > _SHORT)
    return same and (f"{others} ".startswith(f"{rest} ") if space else True)


def _bare(noun: str) -> str:
    """A noun without its singular or plural ending."""
    return re.sub(r"(?:[aeio]s?|s|x)$", "", noun)


def speaks_of(phrase: str, trade: Trade, language: str) -> bool:
    """Whether a phrase shares a word with the names or signs of a trade."""
    said = plainly(phrase)
    least = 2 if language in _UNSPACED else 4
    words = [word for name in trade.names for word in plainly(name).split() if len(word) >= least]
    return any(_holds(said, sign, language) for sign in (*words, *trade.signs))


def likely_trade(profile: BrandProfile, pages: Sequence[PageFacts], language: str) -> Likely | None:
    """The trade that description, headings and texts support together; None without a lead."""
    texts = tuple(_texts(profile, pages))
    shared = _shared(language)
    scored = sorted(
        ((_score(trade, texts, shared, language), trade) for trade in trades(language)),
        key=lambda pair: -pair[0][0],
    )
    if not scored:
        return None
    (best, found), trade = scored[0]
    rest = scored[1][0][0] if len(scored) > 1 else 0.0
    if len(found) < _LEAST_SIGNS or best < _LEAST_SCORE or best < _LEAD * rest:
        return None
    whole = " \n".join(text for _, text in texts)
    named = tuple(name for name in trade.names if _holds(whole, plainly(name), language))
    return Likely(trade, named, found)


def _score(
    trade: Trade,
    texts: Sequence[tuple[float, str]],
    shared: Mapping[str, int],
    language: str,
) -> tuple[float, tuple[str, ...]]:
    total = 0.0
    found: list[str] = []
    for sign in (*map(plainly, trade.names), *trade.signs):
        weight = max((w for w, text in texts if _holds(text, sign, language)), default=0.0)
        if weight:
            named = _NAMED if sign not in trade.signs else 1.0
            total += weight * named / shared.get(sign, 1)
            found.append(sign)
    return total, tuple(found)


@lru_cache(maxsize=16)
def _shared(language: str) -> Mapping[str, int]:
    """How many trades each sign belongs to."""
    counts: dict[str, int] = {}
    for trade in trades(language):
        for sign in {*map(plainly, trade.names), *trade.signs}:
            counts[sign] = counts.get(sign, 0) + 1
    return counts


def _holds(text: str, sign: str, language: str) -> bool:
    """Whether a word of the text begins with the sign; a short sign must be the whole word."""
    if language in _UNSPACED:
        return sign in text
    at = text.find(sign)
    while at >= 0:
        end = at + len(sign)
        starts = at == 0 or not text[at - 1].isalnum()
        ends = len(sign) > 3 or end == len(text) or not text[end].isalnum()
        if starts and ends:
            return True
        at = text.find(sign, at + 1)
    return False


def _texts(profile: BrandProfile, pages: Sequence[PageFacts]) -> Iterator[tuple[float, str]]:
    names = "|".join(re.escape(name) for name in (profile.name, *profile.aliases) if name)
    own = re.compile(names or r"(?!)", re.IGNORECASE)

    def plain(text: str) -> str:
        return plainly(own.sub(" ", text))

    yield _SAID, plain(profile.description)
    yield _BODY, plain(profile.audience)
    for page in pages[:_PAGES]:
        heads = "\n".join((page.title, page.description, *(h for _, h in page.headings)))
        yield _HEADED, plain(heads)
        yield _BODY, plain(page.main_text[:_LONGEST_PAGE])


def plainly(text: str) -> str:
    """Case-folded without accents, as people type: "nettoyage a domicile"."""
    folded = text.casefold().replace("ł", "l").replace("’", "'")
    if not any(ord(letter) < 0x600 and letter.isalpha() for letter in folded):
        return unicodedata.normalize("NFKC", folded)
    parts = unicodedata.normalize("NFD", folded)
    return unicodedata.normalize("NFC", "".join(c for c in parts if not 0x300 <= ord(c) <= 0x36F))

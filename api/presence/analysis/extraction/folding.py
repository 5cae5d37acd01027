"""Folds an answer into comparable text without losing where each character came from.

Invariant: `starts[i]`/`ends[i]` are code-point offsets of the original span that produced folded
character i, so any folded span maps back to a verbatim slice. Markup and URLs leave one
`BARRIER` (never a word character) or nothing behind, so they can neither match nor join words.
"""

from __future__ import annotations

import html
import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

BARRIER: Final = "\ue000"
LINK: Final = "\ue001"

_INVISIBLE = (
    "\u00ad\u034f\u061c\u0640\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe00-\ufe0f\ufeff"
)
_ADDRESSES: Final = r"""
    (?P<url>(?:https?|ftp)://[^\s<>"'`|\\^{}\[\]()]+(?:\([^\s()<>]*\)[^\s<>"'`|\\^{}\[\]()]*)*
        |www\.[^\s<>"'`|\\^{}\[\]()]+)
  | (?P<target>\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s+["'(][^"'()]*["')])?\s*\))
  | (?P<email>(?<![\w.+-])[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+)
  | (?P<path>(?<![\w@.])[\w-]+(?:\.[\w-]+)+/[a-z0-9%~._-][^\s<>"'`|)\]]*)
  | """
# Neither words of the answer nor its sources: fenced blocks, unless they hold the answer itself,
# and images with their alternative text.
UNREAD: Final = r"""
    (?P<fence>^[^\S\n]*```(?!(?:markdown|md|text|txt)\b).*?(?:^[^\S\n]*```[^\S\n]*$|\Z))
  | (?P<image>!\[[^\]\n]{0,300}\]\([^()\n]{0,600}(?:\([^()\n]*\)[^()\n]*)*\))
"""
# Inline code is read only where it is spelled like a name: "`Acme`", not "`acme --init`".
_CODE: Final = r"""
  | (?P<code>(?<!`)`(?![^\W\d_a-z](?:[^`\n=_(){}<>/\\;$|-]|(?<=\w)-(?=\w))*`)[^`\n]{1,300}`(?!`))
"""
_TYPOGRAPHY: Final = (
    r"""
    (?P<block></?(?:p|div|br|li|ul|ol|td|th|tr|table|h[1-6]|blockquote|section)\b[^<>]*>)
  | (?P<tag></?[a-zA-Z][a-zA-Z0-9-]*(?:\s[^<>]*)?/?>|<!--.{0,2000}?-->)
  | (?P<entity>&(?:\#\d{1,7}|\#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});)
  | (?P<emphasis>\*+|~~+|`+|\\(?=[*_`~\[\]])|(?<![^\W_])_+(?=\S)|(?<=\S)_+(?![^\W_]))
  | (?P<invisible>["""
    + _INVISIBLE
    + r"""]+)
    """
)
_FIRST: Final = UNREAD + _CODE + "  | "
_FLAGS: Final = re.VERBOSE | re.DOTALL | re.MULTILINE
_MARKUP = re.compile(_FIRST + _ADDRESSES + _TYPOGRAPHY, _FLAGS)
_MARKUP_WITHOUT_ADDRESSES = re.compile(_FIRST + _TYPOGRAPHY, _FLAGS)
_ADDRESS_HINT = re.compile(r"[@/]|\]\(|www\.")
_MARKUP_HINT = re.compile(r"[*~`\\_<&@/]|\]\(|www\.|[^\x00-\x7f]")
_NON_ASCII = re.compile(r"[^\x00-\x7f]+")
_SAME = {
    **dict.fromkeys("’‘‛ʼʻʹ′´＇`ˈ", "'"),
    **dict.fromkeys("‐‑‒–—―−﹣－", "-"),
    **dict.fromkeys("“”„‟«»″", '"'),
    "ı": "i",
}
_TRADE_MARKS: Final = frozenset("™℠®©")  # no letters of the name they stand behind
_ZERO_WIDTH = re.compile(f"[{_INVISIBLE}]")
# Letters whose bar or stroke is no combining mark.
_BARRED: Final = str.maketrans("łøđħ", "lodh")


@dataclass(frozen=True, slots=True)
class Folded:
    """Comparable text with its map to the original. `starts` is None if offsets are identical."""

    source: str
    text: str
    starts: tuple[int, ...] | list[int] | None
    ends: tuple[int, ...] | list[int] | None

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The original half-open span of folded [start, end); requires end > start."""
        if self.starts is None or self.ends is None:
            return start, end
        return self.starts[start], self.ends[end - 1]

    def origin(self, position: int) -> int:
        """The original offset of one folded position; the end of the text maps to the end."""
        if self.starts is None:
            return position
        return self.starts[position] if position < len(self.starts) else len(self.source)

    def char(self, position: int) -> str:
        """The original character at a folded position ("" outside), as evidence from case."""
        if not 0 <= position < len(self.text):
            return ""
        return self.source[self.origin(position)]


@lru_cache(maxsize=8192)
def _fold_cluster(cluster: str) -> str:
    """Fold one base character with its combining marks: NFKC, case-fold, then decompose.

    Decomposed output makes composed and decomposed spellings equal. The dot above that the Turkish
    capital leaves is dropped, and dotless i becomes i, so that both cases match.
    """
    if cluster in _TRADE_MARKS:
        return ""
    composed = unicodedata.normalize("NFKC", cluster)
    cased = "".join(_SAME.get(char, char) for char in composed).casefold()
    cased = "".join(_SAME.get(char, char) for char in cased)
    decomposed = unicodedata.normalize("NFKD", cased).replace("i\u0307", "i")
    return _ZERO_WIDTH.sub("", decomposed)


def _clusters(run: str) -> list[str]:
    """Split a run into base characters, each with the combining marks that follow it."""
    clusters: list[str] = []
    for char in run:
        if clusters and unicodedata.combining(char):
            clusters[-1] += char
        else:
            clusters.append(char)
    return clusters


class _Builder:
    """Collects folded pieces and their offsets, left to right."""

    __slots__ = ("ends", "parts", "source", "starts")

    def __init__(self, source: str) -> None:
        self.source = source
        self.parts: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []

    def put(self, piece: str, start: int, end: int) -> None:
        """Append `piece`, all of which represents original [start, end)."""
        if piece:
            self.parts.append(piece)
            self.starts.extend([start] * len(piece))
            self.ends.extend([end] * len(piece))

    def plain(self, start: int, end: int) -> None:
        """Append original [start, end), folding its characters and keeping an offset for each."""
        position = start
        for run in _NON_ASCII.finditer(self.source, start, end):
            # A combining mark belongs to the ASCII letter before it.
            cut = run.start()
            if cut > position and unicodedata.combining(self.source[cut]):
                cut -= 1
            self._ascii(position, cut)
            offset = cut
            for cluster in _clusters(self.source[cut : run.end()]):
                self.put(_fold_cluster(cluster), offset, offset + len(cluster))
                offset += len(cluster)
            position = run.end()
        self._ascii(position, end)

    def _ascii(self, start: int, end: int) -> None:
        if end > start:
            self.parts.append(self.source[start:end].lower())
            self.starts.extend(range(start, end))
            self.ends.extend(range(start + 1, end + 1))

    def markup(self, match: re.Match[str]) -> None:
        """Append what remains of one piece of markup."""
        kind, start, end = match.lastgroup, match.start(), match.end()
        if kind == "entity":
            self._entity(match.group(), start, end)
        elif kind == "url":
            trimmed = len(match.group().rstrip(".,;:!?"))
            self.put(LINK, start, start + trimmed)
            self.plain(start + trimmed, end)
        elif kind == "target":
            self.put(LINK, start, end)
        elif kind == "path":
            trimmed = len(match.group().rstrip(".,;:!?"))
            self.put(BARRIER, start, start + trimmed)
            self.plain(start + trimmed, end)
        elif kind == "email":
            self.put(BARRIER, start, end)
        elif kind == "block":
            self.put("\n", start, end)
        elif kind in ("fence", "code", "image"):
            self.put(BARRIER, start, end)

    def _entity(self, text: str, start: int, end: int) -> None:
        decoded = html.unescape(text)
        if decoded == text:
            self.plain(start, end)
        else:
            self.put("".join(_fold_cluster(c) for c in _clusters(decoded)), start, end)

    def done(self) -> Folded:
        """The finished map."""
        return Folded(self.source, "".join(self.parts), self.starts, self.ends)


def fold(source: str) -> Folded:
    """Fold answer text: no markup, entities decoded, NFKC, case-folded, apostrophes unified."""
    if _MARKUP_HINT.search(source) is None:
        return Folded(source, source.lower(), None, None)
    builder = _Builder(source)
    position = 0
    addressed = _ADDRESS_HINT.search(source) is not None
    markup = _MARKUP if addressed else _MARKUP_WITHOUT_ADDRESSES
    for match in markup.finditer(source):
        builder.plain(position, match.start())
        builder.markup(match)
        position = match.end()
    builder.plain(position, len(source))
    return builder.done()


@lru_cache(maxsize=4096)
def fold_name(name: str) -> str:
    """Fold a name like text (names contain no markup), with single white space inside."""
    folded = "".join(_fold_cluster(cluster) for cluster in _clusters(name))
    return " ".join(_ZERO_WIDTH.sub("", folded).split())


def without_marks(folded: str) -> str:
    """Folded text without combining marks: "nestlé" -> "nestle"."""
    return folded if folded.isascii() else _marks().sub("", folded).translate(_BARRED)


@lru_cache(maxsize=1)
def _marks() -> re.Pattern[str]:
    every = (chr(code) for code in range(0x300, 0x10000))
    return re.compile("[" + "".join(filter(unicodedata.combining, every)) + "]")


def plain(text: str) -> str:
    """Decomposed text without any marks: the form in which cue words and phrases are stored."""
    if text.isascii():
        return text
    return without_marks(unicodedata.normalize("NFKD", text))

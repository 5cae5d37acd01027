"""Recognises clauses about the knowledge of the speaker or of the sources: what they do not know.

`scope` recognises denials by the order of a few listed words. Here the words may be in a freer
order, because something else is certain: who speaks (first person) or what was examined (a source,
a search). Each word has the letters of every part it may play in its language (see `PARTS`).

Invariant: without a first person, a source, a search or an unambiguous word ("unknown"), a negative
clause is about the entity and not about knowing it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from presence.analysis.extraction.languages import MARKS, Language, language

# Headings of a language's file and the letter of the part their words play.
PARTS: Final = (
    ("perspective", "f"), ("negators", "n"), ("silence", "x"), ("unknowing", "x"), ("novel", "v"),
    ("missing", "m"), ("searching", "r"), ("sources", "y"), ("saying", "a"), ("knowing", "a"),
    ("naming", "a"), ("evoking", "e"), ("appearing", "l"), ("listed", "l"), ("about", "p"),
    ("for", "p"), ("postpositions", "o"), ("what", "q"), ("persons", "h"),
    ("others", "s"), ("using", "u"), ("avoiding", "u"),
)  # fmt: skip
_BLOCK: Final = "d"
_STEM: Final = 2
_LIMIT: Final = 8192

# Between the parts: no name, no end, no word that turns the clause into praise or advice.
_G = r"[^dNO?;:u]"
_SHORT = r"[^dNO?;:u,]"
_S = r"[^dNO?;:us]"
_LIST = r"(?:O[,wcp]{1,4}){0,3}"
_TO = r"[^dNO?;:u,ax]{0,4}(?:,[^dNO?;:u,ax]{1,3})?"  # from the last word of knowing to the name

# I have no idea what NAME is
_WHAT = rf"(?:^|[;,:])(?=[^N?;]*[fx])(?=[^N?;]*[ayx]){_G}*[nx]{_G}{{0,8}}q{_G}{{0,4}}N"
_ABOUT: Final = re.compile(_WHAT)
_SAID: Final = tuple(re.compile(pattern) for pattern in (
    # I cannot say, never met, have no data on NAME
    rf"(?:^|[;,:])(?={_G}*f)(?={_G}*[nmx]){_G}*(?:[ae]{_G}{{0,3}}[pyhn]|y{_G}{{0,2}}p){_TO}{_LIST}N",
    rf"(?:^|[;,:])(?={_G}*f)(?={_G}*[nm]){_G}*n{_G}{{0,3}}[ay]{_TO}{_LIST}N",
    rf"n{_G}{{0,8}}y{_G}{{0,2}}p{_TO}{_LIST}N",
    # no guide mentions, sources are silent on, data lack NAME
    rf"n{_G}{{0,3}}y{_G}{{0,12}}[al]{_TO}{_LIST}N",
    rf"y{_G}{{0,7}}n{_G}{{0,4}}[al]{_G}{{0,4}}?{_TO}{_LIST}N",
    rf"y{_G}{{0,5}}x{_G}{{0,3}}p{_TO}{_LIST}N",
    rf"(?:^|[;,:]){_G}{{0,2}}x{_G}{{0,3}}y{_G}{{0,3}}p{_TO}{_LIST}N",
    rf"(?:^|[;,:]){_G}{{0,3}}y{_G}{{0,6}}(?:[xm]|n{_G}{{0,2}}l|l{_G}{{0,2}}n){_TO}N",
    rf"(?:^|[;,:]){_G}{{0,10}}y{_G}{{0,6}}N{_G}{{0,4}}(?:[xm]|n{_G}{{0,3}}l|l{_G}{{0,2}}n){_G}{{0,3}}(?:[;,]|$)",
    # I am in the dark about, unknown to me is NAME
    rf"f{_G}{{0,4}}x{_G}{{0,3}}p{_TO}{_LIST}N",
    rf"x{_G}{{0,3}}f{_TO}{_LIST}N",
    # NAME means nothing to me, is unknown to me, stands in no list
    rf"N(?={_G}{{0,6}}f)(?={_G}{{0,9}}n)(?={_G}{{0,8}}e)(?:[^dNO?;:up,]|pw?(?=f)){{0,10}}(?:[;,]|$)",
    rf"N{_G}{{0,2}}(?:f{_G}?n|n{_G}?f){_G}{{0,3}}a{_G}{{0,4}}(?:[;,]|$)",
    rf"f{_G}{{0,2}}a{_G}{{0,2}}N{_G}{{0,3}}n{_G}{{0,3}}(?:y|[;,]|$)",
    rf"(?:^|[;,:])na{_G}{{0,2}}y{_G}{{0,6}}N",
    rf"N{_G}{{0,2}}o(?={_G}{{0,8}}[nxm])(?={_G}{{0,8}}[ay])",
    rf"n{_G}?yN",
    rf"N{_G}{{0,5}}f{_G}{{0,6}}x",
    rf"N{_SHORT}{{0,5}}x{_SHORT}{{0,3}}f",
    rf"N{_SHORT}{{0,3}}v{_SHORT}{{0,2}}f",
    rf"N{_G}{{0,6}}f{_G}{{0,4}}n{_G}{{0,2}}y{_G}?p(?:[;,]|$)",
    rf"N[^dNO?;u]{{0,12}}[:,]{_G}{{0,2}}n{_G}{{0,2}}fa{_G}?(?:[;,]|$)",
    rf"N{_G}{{0,3}}(?:n{_G}{{0,4}}l|l{_G}{{0,2}}n|x){_G}{{0,5}}y{_G}{{0,8}}(?:[;,]|$)",
    # the search for NAME came to nothing
    rf"N{_G}{{0,4}}r{_G}{{0,4}}x",
    rf"r{_G}{{0,6}}N{_G}{{0,10}}[nxm]",
    rf"[nxm]{_G}{{0,4}}r{_G}{{0,3}}{_TO}N{_G}{{0,3}}(?:[;,]|$)",
    # about NAME nothing is known, the sources are silent
    rf"(?:^|[;,:])[^dNO?;:uf]{{0,2}}p{_G}{{0,3}}{_LIST}N(?:[,w]{{1,3}}O){{0,3}}(?={_S}{{0,10}}[nm])(?={_S}{{0,10}}[ay])",
    rf"(?:^|[;,:]){_G}{{0,2}}p{_G}{{0,3}}{_LIST}N(?={_G}{{0,8}}x)(?={_G}{{0,8}}[fy])",
    # no idea what NAME is; what NAME does, I cannot tell
    _WHAT,
    rf"q{_G}{{0,3}}N{_G}{{0,4}},(?={_G}{{0,8}}f){_G}{{0,8}}[nxm]",
    rf"N{_G}{{0,4}},(?={_G}{{0,8}}f)(?={_G}{{0,8}}a){_G}{{0,8}}n{_G}{{0,4}}[;.]?$",
    # NAME? That is new to me.
    rf"N\?[^dOu?]{{0,6}}(?:x|v{_G}{{0,3}}f|(?=[^dOu?]{{0,9}}e)(?=[^dOu?]{{0,9}}f)[^dOu?]{{0,6}}n|(?=[^dOu?]{{0,8}}f)n[^dOu?]{{0,5}}[ay]|n[^dOu?]{{0,3}}y)",
))  # fmt: skip
_REPORTING: Final = re.compile("[nxmv]")
# "I know nobody who complains about NAME"; "many do not know NAME".
_EXCUSED: Final = tuple(re.compile(pattern) for pattern in (
    r"a[^NO?;,]{0,4}h[^?;]{0,20}N",
    r"N[^?;]{0,8}h[^NO?;,]{0,2}[anx]{1,3}(?:[;,]|$)",
    r"N[^NO?;]{0,8}n[^NO?;,]{0,4}d[^NO?;]{0,3}(?:[;,]|$)",
    r"n[^NO?;]{0,4}d[^NO?;,]{0,3}N",
    r"^[^NOf?;]{0,4}s[^NOf?;]{0,3}n",
))  # fmt: skip


def unknown(tokens: Sequence[str], languages: Sequence[Language]) -> bool:
    """Whether a clause says that the speaker or the sources know nothing about the name."""
    return any(_reads(tokens, spoken) for spoken in languages)


def unacquainted(tokens: Sequence[str], languages: Sequence[Language]) -> bool:
    """Whether a clause says that the speaker does not know what the name is or does."""
    return any(_ABOUT.search(_parts(tokens, spoken)) for spoken in languages)


def excused(tokens: Sequence[str], languages: Sequence[Language]) -> bool:
    """Whether a clause denies knowing somebody else who is connected with the name."""
    read = (_parts(tokens, spoken) for spoken in languages)
    return any(any(p.search(parts) for p in _EXCUSED) for parts in read)


def _reads(tokens: Sequence[str], spoken: Language) -> bool:
    if "perspective" not in spoken.lines:
        return False
    parts = _parts(tokens, spoken)
    return _REPORTING.search(parts) is not None and any(p.search(parts) for p in _SAID)


def _parts(tokens: Sequence[str], spoken: Language) -> str:
    return "".join(map(_reader(spoken.code).__getitem__, tokens))


class _Reader(dict[str, str]):
    """The letters of each word of a language met so far; a cache that is cleared when too large.

    The letters of a word stand for the roles it may have, in the order of `PARTS`, or "w"; a
    word that blocks has no other role.
    """

    def __init__(self, code: str) -> None:
        spoken = language(code)
        self._blocks = spoken.words("blocks")
        self._clitics = _words_of(spoken, "clitics")
        self._inside = _words_of(spoken, "negated inside")  # what denies within a bent verb
        self._exact: dict[str, list[int]] = {}
        self._begun: dict[str, list[int]] = {}
        for number, (heading, _) in enumerate(PARTS):
            words = spoken.words(heading)
            for written, kept in ((words.exact, self._exact), (words.prefixes, self._begun)):
                for word in written:
                    kept.setdefault(word, []).append(number)
        self._shortest = min(map(len, self._begun), default=1)

    def __missing__(self, token: str) -> str:
        if len(self) >= _LIMIT:
            self.clear()
        found = self[token] = MARKS.get(token) or self._part(token)
        return found

    def _part(self, token: str) -> str:
        letters = "".join(map(self._letters, token.split("-")))
        letters = _BLOCK if _BLOCK in letters else letters
        for written in self._clitics if letters == "" else ():
            bare = token.removeprefix(written)
            if bare != token and len(bare) > _STEM:
                letters = letters or self._letters(bare)
        return letters or "w"

    def _letters(self, word: str) -> str:
        if word in self._blocks:
            return _BLOCK
        numbers = [*self._exact.get(word, ())]
        for length in range(self._shortest, len(word) + 1):
            numbers += self._begun.get(word[:length], ())
        letters = dict.fromkeys(PARTS[number][1] for number in sorted(numbers))
        if word.endswith("n't") or any(piece in word[2:] for piece in self._inside):
            letters = {"n": None, **letters}
        return "".join(letters)


def _words_of(spoken: Language, heading: str) -> tuple[str, ...]:
    return tuple(word for line in spoken.lines.get(heading, ()) for word in line.split())


@lru_cache(maxsize=32)
def _reader(code: str) -> _Reader:
    return _Reader(code)

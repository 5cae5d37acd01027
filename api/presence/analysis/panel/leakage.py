"""Keeps the brand out of the questions: name, aliases, domain and tag lines.

Invariant: a text that `leaks` never becomes a non-branded prompt, whatever produced it and however
the name is disguised.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Literal
from urllib.parse import urlsplit

from presence.analysis.extraction import is_common_word
from presence.analysis.language import stop_words, words
from presence.analysis.language.stopwords import word_set
from presence.analysis.panel.lookalikes import plainly, reveal
from presence.analysis.types import BrandProfile, PageFacts

_SEPARATORS = re.compile(r"\s+[|–—\-·•:]\s+|\s*[|–—·•]\s*")
_LEGAL_SUFFIXES = word_set("inc ltd llc gmbh ag sa sas sarl srl bv plc co corp oy ab kg")
_SENTENCE_START = re.compile(r"(?:^|[.!?…:]\s+|[\"“„«(])$")
# Scripts without spaces between words, where a name is part of a longer run of letters.
_SPACELESS = re.compile("[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_DISGUISE = re.compile(r"[A-Za-z][\d|]|[\d|][A-Za-z]|[a-z]I")
TAG_LINE_WORDS = 4
CLOSED_UP = 6

Naming = Literal["plain", "hidden"]
Runs = Sequence[Sequence[str]]


class Leakage:
    """Decides whether a generated text reveals the brand or a competitor."""

    def __init__(
        self, profile: BrandProfile, tag_lines: Iterable[str] = (), own_words: str = ""
    ) -> None:
        """`own_words` is more of the brand's own text, to distinguish its trade from its name."""
        names = [*_names(profile), *(c.name for c in profile.competitors)]
        names += [alias for c in profile.competitors for alias in c.aliases]
        domains = [*_domains(profile), *(c.website or "" for c in profile.competitors)]
        self._shape = _Shape([*names, *map(_label, domains)], tag_lines)
        own = f"{profile.description} {own_words}"
        self._distinctive = _distinctive(names, own, profile.language)

    def leaks(self, text: str) -> bool:
        """Whether a name, alias, domain label or tag line occurs: joined, spaced or disguised."""
        tokens = words(plainly(text))
        pieces = {piece for token in tokens for piece in (token, *re.split(r"[-']", token))}
        if pieces & self._distinctive or self._shape.within(text):
            return True
        closed = "".join(tokens)
        return any(name in closed for name in self._shape.joined) or self._shape.disguised(text)


class BrandNaming:
    """Decides whether a customer's own question names the brand, which makes it a branded one.

    Only the brand itself counts, by its full name, an alias, its domain or a tag line: a customer
    may ask about competitors. A name that is an ordinary word counts only where it is written as a
    name.
    """

    def __init__(self, profile: BrandProfile, tag_lines: Iterable[str] = ()) -> None:
        names, common = _names(profile), profile.is_common_word
        ordinary = [n for n in names if is_common_word(n) and common is not False]
        labels = [_label(domain) for domain in _domains(profile)]
        labels = [label for label in labels if not is_common_word(label)]
        self._ordinary = [_OrdinaryName(name) for name in ordinary]
        self._shape = _Shape([*(n for n in names if n not in ordinary), *labels], tag_lines)
        self._addresses = [prefix.lower() for prefix in profile.prefixes if "." in prefix]

    def naming(self, text: str) -> Naming | None:
        """How a text names the brand: "hidden" means by look-alike or invisible characters."""
        lower = text.lower()
        if any(address in lower for address in self._addresses):
            return "plain"
        if self._shape.within(text) or any(name.stands_in(text) for name in self._ordinary):
            return "plain"
        return "hidden" if self._shape.disguised(text) else None


class _Shape:
    """Word sequences to look for, both as written and with disguises removed."""

    def __init__(self, names: Iterable[str], tag_lines: Iterable[str]) -> None:
        runs = [run for run in (_run(plainly(name)) for name in names) if run]
        lines = (words(plainly(line)) for line in tag_lines)
        self._runs: Runs = [*runs, *(line for line in lines if len(line) >= TAG_LINE_WORDS)]
        self.joined = {"".join(run) for run in runs if len("".join(run)) >= CLOSED_UP}
        self._glued = ["".join(run) for run in runs if _SPACELESS.search("".join(run))]
        revealed = [words(reading) for run in runs for reading in reveal(" ".join(run))]
        self._revealed: Runs = [run for run in revealed if run]
        self._closed = {"".join(run) for run in revealed if len("".join(run)) >= CLOSED_UP}

    def within(self, text: str) -> bool:
        """Whether a sequence occurs among the words, joined, or letter by letter."""
        tokens = words(plainly(text))
        if _contains(tokens, self._runs) or _closed_up(tokens, self.joined):
            return True
        return any(name in "".join(tokens) for name in self._glued)

    def disguised(self, text: str) -> bool:
        """Whether a sequence occurs once disguises are removed, in a text that contains any."""
        if text.isascii() and not _DISGUISE.search(text):
            return False
        return any(
            _contains(tokens, self._revealed) or _closed_up(tokens, self._closed)
            for tokens in map(words, reveal(text))
        )


def tag_lines(profile: BrandProfile, pages: Sequence[PageFacts]) -> tuple[str, ...]:
    """Distinctive lines of the start page: its first heading and the parts of its title."""
    if not pages:
        return ()
    home = min(pages, key=lambda page: (page.depth, len(page.url), page.url))
    headings = [text for level, text in home.headings if level == 1]
    parts = _SEPARATORS.split(home.title)
    graph = [value for key, value in home.open_graph if key in {"og:title", "og:site_name"}]
    return tuple(line.strip() for line in [*headings, *parts, *graph] if line.strip())


def _names(profile: BrandProfile) -> list[str]:
    return [profile.name, *profile.aliases]


def _domains(profile: BrandProfile) -> list[str]:
    return [profile.website or "", *profile.prefixes]


def _label(address: str) -> str:
    """The main label of a host's domain: "acme" of www.shop.acme.co.uk, or ""."""
    host = urlsplit(address if "//" in address else f"//{address}").hostname or ""
    if not re.search(r"[a-z]", host) or host == "localhost":
        return ""
    parts = [part for part in host.split(".") if part != "www"]
    while len(parts) > 1 and len(parts[-1]) <= 3:
        parts.pop()
    known = {"com", "net", "org", "test", "example", "invalid", "info", "shop", "localhost"}
    while len(parts) > 1 and parts[-1] in known:
        parts.pop()
    return "" if parts[-1:] == ["example"] else parts[-1] if parts else ""


def _run(name: str) -> list[str]:
    """The words of a name without a trailing legal form."""
    run = words(re.sub(r"\.(com|net|org|io|ai|app|co)$", "", name.strip(), flags=re.IGNORECASE))
    while len(run) > 1 and run[-1] in _LEGAL_SUFFIXES:
        run.pop()
    return run


def _distinctive(names: Sequence[str], own: str, language: str) -> set[str]:
    """The words of the names that are not simply words of the trade.

    A first word is distinctive unless the brand writes it in lower case; a later one ("Tables" of
    "Marlow Tables") unless it is an ordinary word or the brand uses it apart from its name.
    """
    stops = stop_words(language) | stop_words("en")
    apart = own
    for name in names:
        apart = re.sub(re.escape(name), " ", apart) if name.strip() else apart
    used, written = set(words(plainly(apart))), set(re.findall(r"[^\W_]+", plainly(apart)))
    found: set[str] = set()
    for name in names:
        first, *rest = _run(plainly(name)) or [""]
        found |= {first} - written
        found |= {word for word in rest if word not in used and not is_common_word(word)}
    return {word for word in found if len(word) > 2 and word not in stops}


class _OrdinaryName:
    """A name that is also an ordinary word: counts if capitalised where prose would not be."""

    def __init__(self, name: str) -> None:
        pattern = r"[\s-]+".join(map(re.escape, name.split()))
        self._pattern = re.compile(rf"(?<!\w)(?:{pattern})(?!\w)", re.IGNORECASE)

    def stands_in(self, text: str) -> bool:
        """Whether an occurrence in the text is written as a name."""
        return any(
            match.group()[:1].isupper() and not _SENTENCE_START.search(text[: match.start()])
            for match in self._pattern.finditer(text)
        )


def _contains(tokens: Sequence[str], runs: Runs) -> bool:
    """Whether one of the sequences occurs among the words, ignoring possessives."""
    stripped = [token.removesuffix("'s") for token in tokens]
    for run in runs:
        size, whole = len(run), list(run)
        if run[0] in stripped and any(
            stripped[i : i + size] == whole for i in range(len(stripped) - size + 1)
        ):
            return True
    return False


def _closed_up(tokens: Sequence[str], joined: Collection[str]) -> bool:
    """Whether one word, or a sequence of single letters, is a multi-word name joined together."""
    if not joined:
        return False
    letters = "".join(token if len(token) == 1 else " " for token in tokens)
    return any(token.replace("-", "") in joined for token in tokens) or any(
        name in letters for name in joined
    )

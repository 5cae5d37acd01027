"""Keeps the brand out of the questions: name, aliases, domain and tag lines.

Invariant: a text that `leaks` never becomes a non-branded prompt, whatever produced it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from urllib.parse import urlsplit

from presence.analysis.language import words
from presence.analysis.language.stopwords import word_set
from presence.analysis.types import BrandProfile, PageFacts

_SEPARATORS = re.compile(r"\s+[|–—\-·•:]\s+|\s*[|–—·•]\s*")
_LEGAL_SUFFIXES = word_set("inc ltd llc gmbh ag sa sas sarl srl bv plc co corp oy ab kg")
TAG_LINE_WORDS = 4


class Leakage:
    """Decides whether a text gives the brand away."""

    def __init__(self, profile: BrandProfile, tag_lines: Iterable[str] = ()) -> None:
        names = [profile.name, *profile.aliases]
        names += [c.name for c in profile.competitors]
        names += [alias for c in profile.competitors for alias in c.aliases]
        domains = [profile.website or "", *profile.prefixes]
        domains += [c.website or "" for c in profile.competitors]
        labels = [_label(domain) for domain in domains]
        self._runs = [run for run in (_run(name) for name in [*names, *labels]) if run]
        self._joined = {"".join(run) for run in self._runs if len("".join(run)) >= 4}
        lines = (words(line) for line in tag_lines)
        self._lines = [line for line in lines if len(line) >= TAG_LINE_WORDS]
        described = words(profile.description)
        self._common = {w for w in described if _lower_in(w, profile.description)}
        self._distinctive = self._tokens_of(names)

    def leaks(self, text: str) -> bool:
        """Whether name, alias, domain label or tag line occurs, closed up or spaced."""
        tokens = words(text)
        if any(_contains(tokens, run) for run in (*self._runs, *self._lines)):
            return True
        pieces = {piece for token in tokens for piece in (token, *re.split(r"[-']", token))}
        if pieces & self._distinctive:
            return True
        closed = "".join(tokens)
        return any(name in closed for name in self._joined if len(name) >= 6)

    def _tokens_of(self, names: Sequence[str]) -> set[str]:
        """Words of the names that the brand does not itself use as ordinary words."""
        parts = {token for name in names for token in _run(name) if len(token) > 2}
        return parts - self._common


def tag_lines(profile: BrandProfile, pages: Sequence[PageFacts]) -> tuple[str, ...]:
    """Distinctive lines of the start page: its first heading and its title's parts."""
    if not pages:
        return ()
    home = min(pages, key=lambda page: (page.depth, len(page.url), page.url))
    headings = [text for level, text in home.headings if level == 1]
    parts = _SEPARATORS.split(home.title)
    graph = [value for key, value in home.open_graph if key in {"og:title", "og:site_name"}]
    return tuple(line.strip() for line in [*headings, *parts, *graph] if line.strip())


def _label(address: str) -> str:
    """The registrable-looking label of a host: "acme" of www.shop.acme.co.uk, or ""."""
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
    """Words of a name without a closing legal form."""
    run = words(re.sub(r"\.(com|net|org|io|ai|app|co)$", "", name.strip(), flags=re.IGNORECASE))
    while len(run) > 1 and run[-1] in _LEGAL_SUFFIXES:
        run.pop()
    return run


def _contains(tokens: Sequence[str], run: Sequence[str]) -> bool:
    size = len(run)
    stripped = [token.removesuffix("'s") for token in tokens]
    return any(stripped[i : i + size] == list(run) for i in range(len(stripped) - size + 1))


def _lower_in(word: str, text: str) -> bool:
    """Whether a word is written in lower case somewhere in the text."""
    return (
        re.search(rf"(?<!\w){re.escape(word)}(?!\w)", unicodedata.normalize("NFKC", text))
        is not None
    )

"""How far each page of a site comes with assistants: fetched, cited, named with it, visited.

Two addresses are one page if they differ only in `www.`, the port, a slash at the end, upper and
lower case of the host, escapes that mean the same, or the query, which logs of pages do not keep.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple
from urllib.parse import unquote

from presence.analysis.extraction.ownership import host_and_path

Missing = Literal["refused", "not-fetched", "not-cited", "not-visited"]
_KEPT = re.compile("%(2f|3f|23|25)", re.IGNORECASE)


class SitePage(NamedTuple):
    """A page as one thing however it is written: host without `www.`, path as it is read."""

    site: str
    page: str


class KnownSteps(NamedTuple):
    """What can be said at all: `logged` are the sites whose logs tell of all their pages up to
    now, `asked` whether there are answers with their sources.
    """

    logged: frozenset[str]
    asked: bool


@dataclass(frozen=True, slots=True)
class Fetches:
    """What logs count of a page; see `Steps`. `served` are all good answers to assistants' bots."""

    fetched: int = 0
    live: int = 0
    served: int = 0
    refused: int = 0
    visits: int = 0

    def __add__(self, other: Fetches) -> Fetches:
        return Fetches(
            self.fetched + other.fetched,
            self.live + other.live,
            self.served + other.served,
            self.refused + other.refused,
            self.visits + other.visits,
        )


@dataclass(frozen=True, slots=True)
class OwnCitation:
    """An answer that cites a page of the brand."""

    url: str
    answer: Hashable
    prompt: Hashable
    named: bool


@dataclass(frozen=True, slots=True)
class Steps:
    """How far a page came.

    `fetched` are requests of search indexes and `live` those made while somebody asked, both
    answered well; `refused` requests of assistants' bots were refused or failed. `cited` answers
    cite the page, in `prompts` by question; `named` of them name the brand. `visits` are page views
    of people an assistant sent. `missing` is the first of these that is missing: every bot met
    errors only, no fetch, no citation, no visit; None if none is, or if nobody can know.
    """

    place: SitePage
    fetched: int
    live: int
    refused: int
    cited: int
    named: int
    prompts: Counter[Hashable]
    visits: int
    missing: Missing | None


def page_of(site: str, path: str) -> SitePage:
    """The page of a host and a path, as logs name them."""
    found = host_and_path(f"{site}{path.partition('?')[0]}")
    host, rest = found if found is not None else (site, path)
    return SitePage(host, _read(rest))


def _read(path: str) -> str:
    """Without escapes, but for those of `/`, `?`, `#` and `%`, which make another path."""
    return unquote(_KEPT.sub(lambda found: f"%25{found[1].upper()}", path)) or "/"


def page_of_url(url: str) -> SitePage | None:
    """The page of an address; None for one that is none."""
    found = host_and_path(url)
    return None if found is None else SitePage(found[0], _read(found[1]))


def page_steps(
    logged: Iterable[tuple[SitePage, Fetches]],
    cited: Iterable[OwnCitation],
    known: KnownSteps,
) -> list[Steps]:
    """Every page that was fetched, refused, cited or visited, those that came furthest first."""
    fetches: dict[SitePage, Fetches] = defaultdict(Fetches)
    answers: dict[SitePage, dict[Hashable, OwnCitation]] = defaultdict(dict)
    for place, sums in logged:
        if sums != Fetches():  # only not found
            fetches[place] += sums
    for one in cited:
        if (cited_page := page_of_url(one.url)) is not None:
            answers[cited_page][one.answer] = one
    found = [
        _steps(place, fetches.get(place, Fetches()), list(answers.get(place, {}).values()), known)
        for place in fetches.keys() | answers.keys()
    ]
    return sorted(
        found, key=lambda one: (-one.cited, -one.visits, -one.live, -one.fetched, one.place)
    )


def _steps(place: SitePage, sums: Fetches, answers: list[OwnCitation], known: KnownSteps) -> Steps:
    return Steps(
        place=place,
        fetched=sums.fetched,
        live=sums.live,
        refused=sums.refused,
        cited=len(answers),
        named=sum(one.named for one in answers),
        prompts=Counter(one.prompt for one in answers),
        visits=sums.visits,
        missing=_missing(sums, len(answers), known.asked, place.site in known.logged),
    )


def _missing(sums: Fetches, cited: int, asked: bool, logged: bool) -> Missing | None:
    if sums.refused and not sums.served:
        return "refused"
    if logged and not sums.fetched + sums.live:
        return "not-fetched"
    if not cited:
        return "not-cited" if asked else None
    return "not-visited" if logged and not sums.visits else None

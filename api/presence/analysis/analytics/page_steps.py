"""How far each page of a site comes with assistants: fetched, cited, named with it, visited.

Two addresses are one page if they differ only in `www.`, the port, a slash at the end, upper and
lower case of the host, escapes that mean the same, or the query, which logs of pages do not keep.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple
from urllib.parse import unquote

from presence.analysis.extraction.ownership import host_and_path

Stop = Literal["refused", "not-fetched", "not-cited", "not-visited"]


class SitePage(NamedTuple):
    """A page as one thing however it is written: host without `www.`, path as it is read."""

    site: str
    page: str


class KnownSteps(NamedTuple):
    """Whether logs, and whether answers with their sources, tell anything."""

    counted: bool
    asked: bool


@dataclass(frozen=True, slots=True)
class Fetches:
    """What logs count of a page; see `Steps`."""

    fetched: int = 0
    live: int = 0
    refused: int = 0
    visits: int = 0


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
    answered well; `refused` requests of bots were answered 400 or above. `cited` answers cite the
    page, on `prompts` questions, `named` of them name the brand. `visits` are page views of people
    an assistant sent. `stop` is the first step that is missing, None if none is.
    """

    place: SitePage
    fetched: int
    live: int
    refused: int
    cited: int
    named: int
    prompts: int
    visits: int
    stop: Stop | None


def page_of(site: str, path: str) -> SitePage:
    """The page of a host and a path, as logs name them."""
    found = host_and_path(f"{site}{path.partition('?')[0]}")
    host, rest = found if found is not None else (site, path)
    return SitePage(host, unquote(rest) or "/")


def page_of_url(url: str) -> SitePage | None:
    """The page of an address; None for one that is none."""
    found = host_and_path(url)
    return None if found is None else SitePage(found[0], unquote(found[1]) or "/")


def page_steps(
    logged: Iterable[tuple[SitePage, Fetches]],
    cited: Iterable[OwnCitation],
    *,
    counted: bool,
    asked: bool,
) -> list[Steps]:
    """Every page that was fetched, refused, cited or visited, those that came furthest first.

    `counted` says whether any log was read, `asked` whether there are answers with known sources:
    without the one nobody knows that a page was not fetched or not visited, without the other that
    it is not cited.
    """
    known = KnownSteps(counted, asked)
    fetches: dict[SitePage, list[Fetches]] = defaultdict(list)
    answers: dict[SitePage, dict[Hashable, OwnCitation]] = defaultdict(dict)
    for place, sums in logged:
        if sums != Fetches():  # a hop of a redirect
            fetches[place].append(sums)
    for one in cited:
        if (cited_page := page_of_url(one.url)) is not None:
            answers[cited_page][one.answer] = one
    found = [
        _steps(place, fetches.get(place, []), list(answers.get(place, {}).values()), known)
        for place in fetches.keys() | answers.keys()
    ]
    return sorted(
        found, key=lambda one: (-one.cited, -one.visits, -one.live, -one.fetched, one.place)
    )


def _steps(
    place: SitePage, sums: list[Fetches], answers: list[OwnCitation], known: KnownSteps
) -> Steps:
    fetched, live = sum(one.fetched for one in sums), sum(one.live for one in sums)
    refused, visits = sum(one.refused for one in sums), sum(one.visits for one in sums)
    return Steps(
        place=place,
        fetched=fetched,
        live=live,
        refused=refused,
        cited=len(answers),
        named=sum(one.named for one in answers),
        prompts=len({one.prompt for one in answers}),
        visits=visits,
        stop=_stop(fetched + live, refused, len(answers), visits, known),
    )


def _stop(fetched: int, refused: int, cited: int, visits: int, known: KnownSteps) -> Stop | None:
    if refused and not fetched:
        return "refused"
    if cited:
        if known.counted and not fetched:
            return "not-fetched"
        return "not-visited" if known.counted and not visits else None
    return "not-cited" if known.asked and not visits else None

"""Which export a table is, by its header, and what to export instead of a table that is none.

Headers as the platforms write them: Search Console in English, German, Spanish and French, Bing
Webmaster Tools, Analytics and Plausible in English, Matomo in English or as its API names columns.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from presence.analysis.platform_reports.model import Platform, Subject, Unit

# Our word for a column: its unit, and what exports call it.
FIELDS: Final[dict[str, tuple[Unit, tuple[str, ...]]]] = {
    "clicks": ("count", ("clicks", "klicks", "clics", "clic")),
    "impressions": ("count", ("impressions", "impressionen", "impresiones", "impressioni")),
    "ctr": ("percent", ("ctr", "klickrate")),
    "position": (
        "number",
        ("position", "posición", "posizione", "durchschnittliche position", "position moyenne"),
    ),
    "citations": ("count", ("citations", "total citations")),
    "citation_share": ("percent", ("citation share",)),
    "sessions": ("count", ("sessions",)),
    "engaged_sessions": ("count", ("engaged sessions",)),
    "events": ("count", ("event count",)),
    "key_events": ("count", ("key events", "conversions", "nb_conversions", "total_conversions")),
    "revenue": ("number", ("total revenue", "revenue")),
    "entries": ("count", ("entry_nb_visits", "entrances", "total_entrances")),
    "visits": ("count", ("nb_visits", "visits")),
    "views": ("count", ("views", "pageviews", "nb_hits")),
    "visitors": ("count", ("visitors", "unique visitors", "nb_uniq_visitors", "unique_entrances")),
}
# Figures that rows of the same name add up in; a visitor may be counted in several of them.
ADDED: Final = frozenset(
    (
        *("clicks", "impressions", "citations", "sessions", "engaged_sessions", "events"),
        *("key_events", "revenue", "entries", "visits", "views"),
    )
)
_NAMED: Final = {name: field for field, (_, names) in FIELDS.items() for name in names}
_QUERY: Final = (
    *("top queries", "häufigste suchanfragen", "consultas principales", "query principali"),
    *("requêtes les plus fréquentes", "query"),
)
_PAGE: Final = (
    *("top pages", "häufigste seiten", "páginas principales", "pages les plus populaires", "page"),
)
_DATE: Final = ("date", "datum", "fecha")
_GROUNDING: Final = ("grounding query", "grounding queries")
_CITED: Final = ("page", "url", "cited page")
_LANDING: Final = ("landing page", "landing page + query string")
_CHANNEL: Final = (
    "session source / medium",
    "session source",
    "session default channel group",
    "session primary channel group (default channel group)",
    "first user default channel group",
    "first user source / medium",
)

CHOICES: Final = (
    "Export one of these as CSV: Search Console (Pages or Queries), Bing Webmaster Tools (AI"
    " Performance), Google Analytics (Traffic acquisition or Landing page), Matomo (Websites,"
    " Channels or Entry pages) or Plausible (sources.csv or entry_pages.csv)."
)


@dataclass(frozen=True, slots=True)
class ExportKind:
    """An export: its platform, what a row is about (None: by the names), and its name column."""

    platform: Platform
    subject: Subject | None
    name: int


def plain(heading: str) -> str:
    """A heading without case, byte order mark and repeated blanks."""
    return " ".join(heading.replace("\ufeff", "").casefold().split())


def field_of(heading: str) -> str:
    """Our word for a column, "" for one we do not know."""
    return _NAMED.get(plain(heading), "")


def kind_of(header: Sequence[str]) -> ExportKind | None:
    """The export with this header; None if it is none that can be read."""
    names = [plain(cell) for cell in header]
    fields = {_NAMED[name] for name in names if name in _NAMED}
    return (
        _bing(names, fields)
        or _search_console(names, fields)
        or _analytics(names, fields)
        or _matomo(names, fields)
        or _plausible(names, fields)
    )


def _place(names: Sequence[str], wanted: Sequence[str]) -> int | None:
    return next((names.index(name) for name in wanted if name in names), None)


def _bing(names: Sequence[str], fields: set[str]) -> ExportKind | None:
    if "citations" not in fields:
        return None
    subjects: tuple[tuple[Subject, Sequence[str]], ...] = (
        ("pages", _CITED),
        ("queries", _GROUNDING),
        ("dates", _DATE),
    )
    return _first("bing-ai", names, subjects)


def _search_console(names: Sequence[str], fields: set[str]) -> ExportKind | None:
    if "impressions" not in fields:
        return None
    if {"clicks", "position"} <= fields:
        return _first(
            "search-console", names, (("queries", _QUERY), ("pages", _PAGE), ("dates", _DATE))
        )
    if "clicks" in fields:
        return None
    return _first("search-console-ai", names, (("pages", _PAGE), ("dates", _DATE)))


def _analytics(names: Sequence[str], fields: set[str]) -> ExportKind | None:
    if "sessions" not in fields:
        return None
    return _first("ga4", names, (("pages", _LANDING), ("sources", _CHANNEL)))


def _matomo(names: Sequence[str], fields: set[str]) -> ExportKind | None:
    if "label" not in names or not fields & {"entries", "visits"}:
        return None
    return ExportKind("matomo", "pages" if "entries" in fields else None, names.index("label"))


def _plausible(names: Sequence[str], fields: set[str]) -> ExportKind | None:
    own = {"bounce_rate", "visit_duration", "conversion_rate"} & set(names)
    if "name" not in names or not own or not fields & {"visitors", "entries", "key_events"}:
        return None
    return ExportKind("plausible", None, names.index("name"))


def _first(
    platform: Platform, names: Sequence[str], subjects: Sequence[tuple[Subject, Sequence[str]]]
) -> ExportKind | None:
    for subject, wanted in subjects:
        place = _place(names, wanted)
        if place is not None:
            return ExportKind(platform, subject, place)
    return None


MAIN: Final[dict[Platform, tuple[str, ...]]] = {
    "search-console": ("impressions",),
    "search-console-ai": ("impressions",),
    "bing-ai": ("citations",),
    "ga4": ("sessions",),
    "matomo": ("entries", "visits"),
    "plausible": ("entries", "visits", "visitors", "key_events"),
}


_LOG_LINE: Final = re.compile(r"\S+ \S+ \S+ \[\d{2}/\w{3}/\d{4}:")
_SEEMS: Final[tuple[tuple[frozenset[str], str], ...]] = (
    (
        frozenset({"filter", "value"}),
        "This is Filters.csv of a Search Console export. Choose Pages.csv or Queries.csv from the"
        " same archive.",
    ),
    (
        frozenset({"country", "impressions"}),
        "This is Countries.csv of a Search Console export. Choose Pages.csv or Queries.csv from the"
        " same archive.",
    ),
    (
        frozenset({"device", "impressions"}),
        "This is Devices.csv of a Search Console export. Choose Pages.csv or Queries.csv from the"
        " same archive.",
    ),
    (
        frozenset({"search appearance", "impressions"}),
        "This is “Search appearance” of a Search Console export. Choose Pages.csv or Queries.csv"
        " from the same archive.",
    ),
    (
        frozenset({"keyword", "impressions", "clicks"}),
        "This is the search performance of Bing Webmaster Tools. Export its AI Performance instead:"
        " Pages or Grounding queries.",
    ),
    (
        frozenset({"page path and screen class"}),
        "This is “Pages and screens” of Google Analytics. Export Landing page or Traffic"
        " acquisition instead.",
    ),
    (
        frozenset({"name", "visitors"}),
        "This file of a Plausible export holds neither sources nor pages. Choose sources.csv or"
        " entry_pages.csv from the same archive.",
    ),
)


def what_instead(lines: Sequence[str], headers: Sequence[Sequence[str]]) -> str:
    """A sentence for a file that is none of the exports: what it seems to be, and what is needed.

    `lines` are its first lines, `headers` the cells of each.
    """
    for header in headers:
        names = {plain(cell) for cell in header}
        for needed, sentence in _SEEMS:
            if needed <= names:
                return sentence
        if any(name.endswith((" clicks", " impressions")) for name in names):
            return (
                "This Search Console export compares two periods. Turn the comparison off and"
                " export again."
            )
    if any(_LOG_LINE.match(line) for line in lines):
        return "This looks like an access log. Send it on the tab Logs."
    if any(line.startswith("#") for line in lines):
        return (
            "This looks like a Google Analytics export, but not of Traffic acquisition or Landing"
            " page with sessions in English. Set Analytics to English, or choose one of the two."
        )
    named = next((header for header in headers if len(header) > 1), headers[0] if headers else ())
    listed = ", ".join(cell.strip()[:40] or "(no name)" for cell in named[:8])
    return f"The columns of this file are not those of a report we can read: {listed}. {CHOICES}"

"""The catalogue: things people buy, hire or join, and how they speak of them.

One TOML file a kind under `catalogue/`; a table an entry, its key the entry's id:

    [payroll-software]
    schema = "SoftwareApplication"      # schema.org type of such a business or thing
    fr = ["logiciel de paie"]           # names in further languages, the first is shown

    [payroll-software.en]               # likewise .de, which also has `gender` and, where it
                                        # differs from the first name, `accusative`
    names = ["payroll software", …]     # singular or mass noun, the first is shown
    plural = ""                         # of the first name; "" for a mass noun, which only things
                                        # may be: people and places that one visits are counted
    plural_only = true                  # instead of `plural` and `gender`: the first name is a
                                        # plural already ("running shoes", „Laufschuhe“, "jeans")
    jobs = ["pay staff on time", …]     # completes "How can I …?"; German: "Wie kann ich …?"
    conditions = ["for ten people", …]  # completes "the best payroll software …"
    worries = ["Is …?", …]              # whole questions before choosing one
    problems = ["My …, what now?", …]   # whole questions of somebody who does not know the category

What is less common stands in `catalogue/brief.txt`, a line an entry: names, number and gender in
English and German, and signs, words that such a business uses and few others.

Invariant: entries are whole (`tests/analysis/offer/test_categories.py`), and no name of an entry is
the name of another in the same language.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any, get_args

from presence.analysis.offer.brief_entries import SCHEMA, BriefEntry, BriefName, brief_entries
from presence.analysis.types.offer import OfferKind

KINDS: tuple[OfferKind, ...] = get_args(OfferKind)
# Kinds whose names are people or places, and hence countable: "dentist", "music school".
COUNTED: frozenset[OfferKind] = frozenset(
    {
        *("shop", "local-service", "professional-service", "trade", "hospitality", "education"),
        *("health", "non-profit", "marketplace", "media"),
    }
)
SPOKEN = ("en", "de")  # languages with jobs, conditions, worries and problems
NAMED = (*SPOKEN, "fr", "es", "it", "nl", "pt", "pl", "ja", "ar")  # languages with names


@dataclass(frozen=True, slots=True)
class Wording:
    """How one language refers to a category. `gender` is m, f or n in German, else "".

    `names` are singular or mass nouns, the first of which is shown; `plural` is that of the first,
    "" for a mass noun; `plural_only` means that the first name is itself a plural, with `plural`
    and `gender` "". `accusative` is "" if it equals the name. The other fields are empty in
    languages for which we have only names, and in brief entries; `signs` are words of the trade
    besides its names.
    """

    names: tuple[str, ...]
    plural: str = ""
    gender: str = ""
    accusative: str = ""
    jobs: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()
    worries: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    plural_only: bool = False
    signs: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name to show."""
        return self.names[0]


@dataclass(frozen=True, slots=True)
class Category:
    """An entry of the catalogue. `schema` is a schema.org type.

    A `brief` entry has only names, in English and German.
    """

    id: str
    kind: OfferKind
    schema: str
    wordings: Mapping[str, Wording]
    brief: bool = False


@lru_cache(maxsize=1)
def catalogue() -> Mapping[str, Category]:
    """Every entry by id, in the order of the files."""
    whole = {entry.id: entry for kind in KINDS for entry in _entries(kind)}
    return whole | {line.id: _brief(line) for line in brief_entries()}


def _brief(line: BriefEntry) -> Category:
    wordings = {"en": _named(line.english), "de": _named(line.german)}
    return Category(line.id, line.kind, SCHEMA[line.kind], wordings, brief=True)


def _named(line: BriefName) -> Wording:
    return Wording(
        line.names,
        plural=line.plural,
        gender=line.gender,
        plural_only=line.plural_only,
        signs=line.signs,
    )


def _entries(kind: OfferKind) -> Iterator[Category]:
    file = files("presence.analysis.offer") / "catalogue" / f"{kind}.toml"
    if not file.is_file():
        return
    for key, table in tomllib.loads(file.read_text(encoding="utf-8")).items():
        wordings = {lang: _wording(table[lang]) for lang in NAMED if lang in table}
        yield Category(key, kind, table["schema"], wordings)


def _wording(value: Any) -> Wording:
    if isinstance(value, list):
        return Wording(tuple(value))
    plural_only = value.get("plural_only", False)
    return Wording(
        names=tuple(value["names"]),
        plural="" if plural_only else value["plural"],
        gender=value.get("gender", ""),
        accusative=value.get("accusative", ""),
        jobs=tuple(value.get("jobs", ())),
        conditions=tuple(value.get("conditions", ())),
        worries=tuple(value.get("worries", ())),
        problems=tuple(value.get("problems", ())),
        plural_only=plural_only,
    )

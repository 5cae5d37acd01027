"""The texts of every e-mail in the languages we support, and localised dates.

Invariant: English has every template; a language that lacks one gets that e-mail entirely in
English, never in two languages.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

from presence.core.clock import zone_of

FOLDER = Path(__file__).parents[2] / "mails"
FALLBACK = "en"
LANGUAGES = ("en", "de", "fr", "es")
_COMMON = "common"


@dataclass(frozen=True, slots=True)
class EmailText:
    """A template's texts with every placeholder filled."""

    language: str
    subject: str
    heading: str
    lines: tuple[str, ...]
    button: str
    after: tuple[str, ...]
    common: Mapping[str, str]


@cache
def catalogue(language: str) -> dict[str, dict[str, Any]]:
    """All texts of a language by template."""
    text = (FOLDER / "words" / f"{language}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def language_of(locale: str) -> str:
    """The language of a BCP 47 tag if we support it, else English."""
    tag = locale.partition("-")[0].lower()
    return tag if tag in LANGUAGES else FALLBACK


def worded(
    template: str, locale: str, time_zone: str, values: Mapping[str, str | int | datetime]
) -> EmailText:
    """The texts of `template` for a reader. Raises KeyError if it or a placeholder is unknown."""
    language = spoken_language(template, locale)
    spoken = {
        name: local_time(value, language, time_zone) if isinstance(value, datetime) else value
        for name, value in values.items()
    }
    texts = _texts(template, language)
    return EmailText(
        language=language,
        subject=texts["subject"].format_map(spoken),
        heading=texts.get("heading", texts["subject"]).format_map(spoken),
        lines=tuple(line.format_map(spoken) for line in texts["lines"]),
        button=texts.get("button", "").format_map(spoken),
        after=tuple(line.format_map(spoken) for line in texts.get("after", ())),
        common=_texts(_COMMON, language),
    )


def placeholders(text: str) -> set[str]:
    """The names in braces."""
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def phrases(template: str, language: str) -> dict[str, str]:
    """Further texts of a template, which its writer assembles."""
    found: dict[str, str] = _texts(template, language)["phrases"]
    return found


def quotation(template: str, language: str, name: str) -> str | None:
    """A phrase with a quotation in it; None in languages that lack the quoted text."""
    found: str | None = _texts(template, language).get("quoted", {}).get(name)
    return found


def spoken_language(template: str, locale: str) -> str:
    """The language in which a reader receives this template."""
    language = language_of(locale)
    return language if template in catalogue(language) else FALLBACK


def local_time(moment: datetime, language: str, time_zone: str) -> str:
    """Date and time in the reader's language and time zone, which is named."""
    zone = zone_of(time_zone)
    local = moment.astimezone(zone)
    day = local_day(moment, language, time_zone)
    return f"{day}, {local:%H:%M} ({local.tzname() if zone.key == 'UTC' else zone.key})"


def local_day(moment: datetime, language: str, time_zone: str) -> str:
    """The date in the reader's language and time zone."""
    local = moment.astimezone(zone_of(time_zone))
    dates = _texts("dates", language)
    text: str = dates["pattern"].format(
        day=local.day, month=dates["months"][local.month - 1], year=local.year
    )
    return text


def _texts(template: str, language: str) -> dict[str, Any]:
    return catalogue(language)[template]

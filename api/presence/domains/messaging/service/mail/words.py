"""The texts of every e-mail in the languages we support, and localised dates.

Invariant: English has every template; a language that lacks one gets that e-mail entirely in
English, never in two languages.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cache
from pathlib import Path
from string import Formatter

from presence.core.clock import zone_of

FOLDER = Path(__file__).parents[2] / "mails"
FALLBACK = "en"
LANGUAGES = ("en", "de", "fr", "es")


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


@dataclass(frozen=True, slots=True)
class Template:
    """The texts of an e-mail, with placeholders; its writer assembles `phrases` and `quoted`."""

    subject: str
    lines: tuple[str, ...]
    heading: str = ""
    button: str = ""
    after: tuple[str, ...] = ()
    phrases: Mapping[str, str] = field(default_factory=dict)
    quoted: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EmailTexts:
    """All texts of a language; `common` are those around every e-mail."""

    common: Mapping[str, str]
    day: str
    months: tuple[str, ...]
    templates: Mapping[str, Template]


@cache
def catalogue(language: str) -> EmailTexts:
    """All texts of a language. Raises TypeError for a template with an unknown part."""
    found = tomllib.loads((FOLDER / "words" / f"{language}.toml").read_text(encoding="utf-8"))
    common, dates = found.pop("common"), found.pop("dates")
    templates = {name: Template(**texts) for name, texts in found.items()}
    return EmailTexts(common, dates["pattern"], tuple(dates["months"]), templates)


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
    texts = catalogue(language).templates[template]
    return EmailText(
        language=language,
        subject=texts.subject.format_map(spoken),
        heading=(texts.heading or texts.subject).format_map(spoken),
        lines=tuple(line.format_map(spoken) for line in texts.lines),
        button=texts.button.format_map(spoken),
        after=tuple(line.format_map(spoken) for line in texts.after),
        common=catalogue(language).common,
    )


def placeholders(text: str) -> set[str]:
    """The names in braces."""
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def phrases(template: str, language: str) -> Mapping[str, str]:
    """Further texts of a template, which its writer assembles."""
    return catalogue(language).templates[template].phrases


def quotation(template: str, language: str, name: str) -> str | None:
    """A phrase with a quotation in it; None in languages that lack the quoted text."""
    return catalogue(language).templates[template].quoted.get(name)


def spoken_language(template: str, locale: str) -> str:
    """The language in which a reader receives this template."""
    language = language_of(locale)
    return language if template in catalogue(language).templates else FALLBACK


def local_time(moment: datetime, language: str, time_zone: str) -> str:
    """Date and time in the reader's language and time zone, which is named."""
    zone = zone_of(time_zone)
    local = moment.astimezone(zone)
    day = local_day(moment, language, time_zone)
    return f"{day}, {local:%H:%M} ({local.tzname() if zone.key == 'UTC' else zone.key})"


def local_day(moment: datetime, language: str, time_zone: str) -> str:
    """The date in the reader's language and time zone."""
    return day_text(moment.astimezone(zone_of(time_zone)), language)


def day_text(day: date, language: str) -> str:
    """The date in the reader's language."""
    words = catalogue(language)
    return words.day.format(day=day.day, month=words.months[day.month - 1], year=day.year)

"""Reads pasted text: one answer, or several with a line of equals signs between them.

Each may begin with lines such as `Prompt: …`, `Engine: …`, `Date: …`, `Links: …`, then a blank
line. Invariant: without such lines the whole text is the answer, untouched.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from presence.analysis.imported.model import ImportedAnswer, ImportRefused
from presence.analysis.imported.records import checked, field_of, links, moment

_BETWEEN: Final = re.compile(r"^={3,}[ \t]*$", re.MULTILINE)
_LINE: Final = re.compile(r"(?P<name>[^\W\d][\w ]{1,20}):[ \t]*(?P<value>.*)")


def read_plain(text: str) -> Iterator[Callable[[], ImportedAnswer]]:
    """The answers of a text, each still to be made, blank parts left out."""
    parts = [part.strip("\n") for part in _BETWEEN.split(text)]
    for number, part in enumerate((p for p in parts if p.strip()), start=1):
        yield partial(_answer, part, f"Answer {number}")


def _answer(part: str, place: str) -> ImportedAnswer:
    lines = part.split("\n")
    named: dict[str, str] = {}
    for line in lines:
        found = _LINE.fullmatch(line.strip())
        field = field_of(found.group("name")) if found else None
        if found is None or field in {None, "answer"} or field in named:
            break
        named[str(field)] = found.group("value").strip()
    # A colon in the first line of prose is no header: headers end with a blank line.
    rest = lines[len(named) :]
    if named and rest and rest[0].strip():
        named, rest = {}, lines
    text = "\n".join(rest).strip()
    if not text:
        raise ImportRefused(f"{place} has no answer.")
    return checked(
        ImportedAnswer(
            text=text,
            prompt=named.get("prompt", ""),
            engine=named.get("engine", ""),
            answered_at=moment(named.get("answered_at", ""), place),
            locale=named.get("locale", ""),
            citations=links(named.get("links"), place),
            place=place,
        )
    )

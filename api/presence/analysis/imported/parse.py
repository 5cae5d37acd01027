"""Picks the format of an import and keeps its limits.

Invariant: the name of a file decides where it says something; otherwise the text itself does.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from typing import Any, Final

from presence.analysis.imported.decoding import decode
from presence.analysis.imported.model import MOST_ANSWERS, ImportedAnswer, ImportRefused
from presence.analysis.imported.plain import read_plain
from presence.analysis.imported.records import COLUMNS, answer_from, named_fields
from presence.analysis.imported.tables import header_of, read_table

_NEEDED: Final = ("prompt", "answer")
_MOST_NAMES: Final = 12
_LONGEST_NAME: Final = 40
# An answer still to be made of what was read, so that one refusal does not hide the next.
Entry = Callable[[], ImportedAnswer]


def parse(data: bytes, filename: str = "") -> tuple[ImportedAnswer, ...]:
    """All answers of an upload, in its order; CSV, JSON or plain text.

    Raises `ImportRefused` with the sentences to show, one per place: wrong header, unreadable
    row, no answers, more than 10 MB, 10,000 answers or 1 MB an answer.
    """
    text = decode(data)
    if not text.strip():
        raise ImportRefused("The file is empty.")
    found, problems = _made(islice(_read(text, filename.lower()), MOST_ANSWERS + 1))
    if len(found) + len(problems) > MOST_ANSWERS:
        raise ImportRefused("The file has more than 10,000 answers. Split it.")
    if problems:
        raise ImportRefused(*problems)
    if not found:
        raise ImportRefused("The file has no answers.")
    return tuple(found)


def _made(entries: Iterable[Entry]) -> tuple[list[ImportedAnswer], list[str]]:
    """The answers that could be read, and a sentence about each entry that could not."""
    found: list[ImportedAnswer] = []
    problems: list[str] = []
    try:
        for make in entries:
            try:
                found.append(make())
            except ImportRefused as refused:
                problems.extend(refused.problems)
    except ImportRefused as unreadable:  # nothing behind this place can be told apart
        problems.extend(unreadable.problems)
    return found, problems


def _read(text: str, name: str) -> Iterator[Entry]:
    if name.endswith(".json"):
        return _json(text)
    if name.endswith((".csv", ".tsv")):
        return _csv(text)
    if name.endswith((".txt", ".md", ".text", ".markdown")):
        return read_plain(text)
    if text.lstrip().startswith(("[{", '{"', "[\n", "{\n")):
        return _json(text)
    return _csv(text) if _has_header(text) else read_plain(text)


def _has_header(text: str) -> bool:
    named = named_fields(header_of(text))
    return all(field in named for field in _NEEDED)


def _csv(text: str) -> Iterator[Entry]:
    header = header_of(text)
    named = named_fields(header)
    missing = [field for field in _NEEDED if field not in named]
    if missing:
        listed = ", ".join(name[:_LONGEST_NAME] or "(no name)" for name in header[:_MOST_NAMES])
        raise ImportRefused(
            f"There is no column “{missing[0]}”. The file has: {listed}. "
            f"Expected columns: {COLUMNS}; prompt and answer are needed."
        )
    return (partial(answer_from, cells, f"Row {number}") for number, cells in read_table(text))


def _json(text: str) -> Iterator[Entry]:
    try:
        document: Any = json.loads(text)
    except json.JSONDecodeError as error:
        raise ImportRefused(
            f"The JSON cannot be read: {error.msg} in line {error.lineno}, column {error.colno}."
        ) from error
    except RecursionError as error:
        raise ImportRefused("The JSON is nested too deeply.") from error
    entries = document.get("answers") if isinstance(document, dict) else document
    if not isinstance(entries, list):
        raise ImportRefused('The JSON must be a list of answers or {"answers": [...]}.')
    for number, entry in enumerate(entries, start=1):
        yield partial(_of_object, entry, f"Answer {number}")


def _of_object(entry: object, place: str) -> ImportedAnswer:
    if not isinstance(entry, dict):
        raise ImportRefused(f"{place} is not an object with prompt and answer.")
    return answer_from(entry, place)

"""Reads a list of prompts from a CSV.

Invariant: a file is either read completely or refused with one sentence; rows carry the number a
spreadsheet shows, the header being row 1.
"""

from __future__ import annotations

from presence.analysis.imported.decoding import decode
from presence.analysis.imported.model import ImportRefused
from presence.analysis.imported.tables import header_of, read_table
from presence.core.errors import ValidationFailed
from presence.domains.brands.service.importing import Row
from presence.domains.brands.wording import MOST_ROWS

_PROMPT = ("prompt", "question", "text")
_TOPIC = ("topic",)
_INTENT = ("intent",)
# In a single-column list the sentences may contain any separator.
_ONE_COLUMN = "sep=\x1f\n"


def read_sheet(data: bytes) -> tuple[Row, ...]:
    """The rows of a CSV with the column prompt and, optionally, topic and intent.

    Raises ValidationFailed with the reason; reads at most one row more than may be imported.
    """
    try:
        text = decode(data)
        header = header_of(text)
        if len(header) == 1 and not text.lower().startswith("sep="):
            text = _ONE_COLUMN + text
        return _rows(text, [name.casefold() for name in header])
    except ImportRefused as refused:
        raise _refused(str(refused)) from refused


def _rows(text: str, header: list[str]) -> tuple[Row, ...]:
    rows: list[Row] = []
    for number, cells in read_table(text):
        values = {name.casefold(): cell for name, cell in cells.items()}
        if not any(name in values for name in _PROMPT):
            break
        prompt, topic, intent = (_pick(values, names) for names in (_PROMPT, _TOPIC, _INTENT))
        rows.append(Row(number, prompt, topic.strip(), intent.strip()))
    if not rows:
        raise _refused(_header_sentence(header))
    if len(rows) > MOST_ROWS:
        raise _refused(f"The file has {len(rows):,} rows. Import at most {MOST_ROWS:,} at a time.")
    return tuple(rows)


def _header_sentence(header: list[str]) -> str:
    if any(name in header for name in _PROMPT):
        return "The file has a header but no questions below it. Add one question a row."
    if not all(name.isprintable() for name in header):
        return "This is not a text file. Save it as CSV."
    found = ", ".join(name[:40] for name in header[:8]) or "nothing"
    return (
        "The first row must name the columns: prompt, and if you like topic and intent. "
        f"It names: {found}."
    )


def _pick(values: dict[str, str], names: tuple[str, ...]) -> str:
    return next((values[name] for name in names if name in values), "")


def _refused(sentence: str) -> ValidationFailed:
    return ValidationFailed.at("/file", sentence, "csv")

"""Which format a log has, from its first lines; and what a file that is no log is instead.

Invariant: a format is named only where most lines that differ from a header read in it, or at
least half of them do and no other format reads any.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from presence.analysis.traffic.balancer import KINDS, balancer_line
from presence.analysis.traffic.combined import combined_line, common_line
from presence.analysis.traffic.json_lines import JsonLines, flavour, json_object
from presence.analysis.traffic.text import utf8_text
from presence.analysis.traffic.types import Detection, LogFormat, Request
from presence.analysis.traffic.w3c import W3cLines

ROWS: Final = 10
LineReader = Callable[[str, int], Request | str]
UNKNOWN: Final = "not a line of a log format that can be read here"

_SIGNS: Final = (
    ("%PDF-", "This is a PDF. Choose the web server's access log."),
    ("PK\x03\x04", "This is a ZIP archive. Unpack it and choose the log inside."),
    (
        "\xfd7zXZ",
        "This is an xz archive. Unpack it first; gzip and Zstandard are read as they are.",
    ),
    ("BZh", "This is a bzip2 archive. Unpack it first; gzip and Zstandard are read as they are."),
    ("\xff\xfe", "This file is UTF-16. Save it as UTF-8 and try again."),
    ("\xfe\xff", "This file is UTF-16. Save it as UTF-8 and try again."),
    ("SQLite format 3", "This is a database. Choose the web server's access log."),
    ("PAR1", "This is a Parquet file. Export the log as text or JSON lines."),
)
_ERROR_LOG: Final = re.compile(
    r"\d{4}/\d\d/\d\d \d\d:\d\d:\d\d \[(?:error|warn|notice|crit|alert|emerg|info|debug)\]"
    r"|\[[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d [\d:.]+ \d{4}\] \[[\w:-]+\]"
)
_NO_LINES: Final = "The file is empty."
_NO_FORMAT: Final = (
    "No line of the file's beginning reads as a web server's access log. Formats read: combined "
    "and common (Apache, nginx), JSON lines (nginx, Caddy, Traefik, Cloudflare, Vercel, Fastly), "
    "CloudFront, AWS load balancer, IIS."
)


class ChosenFormat:
    """A format and the function that reads its lines; a format with headers takes those too."""

    def __init__(self, name: LogFormat, read: LineReader, w3c: W3cLines | None = None) -> None:
        self.name = name
        self.read = read
        self.w3c = w3c


def detect(lines: Sequence[tuple[str, int]]) -> tuple[Detection, ChosenFormat | None]:
    """The format that reads most of a file's first lines, each with its offset (bytes).

    `lines`: Latin-1 texts without line breaks, blank ones left out. The chosen format has read
    nothing yet. In a tie the one that says more wins: combined before common.
    """
    best: tuple[int, ChosenFormat, list[Request]] | None = None
    for candidate in _candidates(lines):
        rows = _rows(candidate, lines)
        if rows and (best is None or len(rows) > best[0]):
            best = (len(rows), candidate, rows)
    tried = sum(1 for text, _ in lines if not text.startswith("#"))
    if best is None:
        return Detection(None, (), len(lines), 0, problem_of(lines)), None
    count, chosen, rows = best
    name: LogFormat = chosen.name
    if chosen.w3c is not None:
        name = chosen.w3c.format
        chosen = ChosenFormat(name, fresh := W3cLines(), fresh)
    found = Detection(name, tuple(rows[:ROWS]), max(tried, count), count, "")
    return found, chosen


def _candidates(lines: Sequence[tuple[str, int]]) -> list[ChosenFormat]:
    w3c = W3cLines()
    json_reader = JsonLines()
    found = [
        ChosenFormat("combined", combined_line),
        ChosenFormat("common", common_line),
        ChosenFormat(_json_name(lines), lambda text, at: json_reader(utf8_text(text), at)),
        ChosenFormat("w3c", w3c, w3c),
    ]
    if any(text.startswith(KINDS) for text, _ in lines):
        found.insert(0, ChosenFormat("alb", balancer_line))
    return found


def _rows(chosen: ChosenFormat, lines: Sequence[tuple[str, int]]) -> list[Request]:
    rows: list[Request] = []
    for text, offset in lines:
        if chosen.w3c is not None and text.startswith("#"):
            chosen.w3c.header(text)
            continue
        row = chosen.read(text, offset)
        if isinstance(row, Request):
            rows.append(row)
    return rows


def _json_name(lines: Sequence[tuple[str, int]]) -> LogFormat:
    for text, _ in lines:
        entry = json_object(utf8_text(text)) if text.lstrip().startswith("{") else None
        if entry is not None and flavour(entry) != "json":
            return flavour(entry)
    return "json"


def problem_of(lines: Sequence[tuple[str, int]]) -> str:
    """What a file is, if not a log, in a sentence for the person who chose it."""
    if not lines:
        return _NO_LINES
    first = lines[0][0]
    for sign, sentence in _SIGNS:
        if first.startswith(sign):
            return sentence
    start = first.lstrip().lower()
    texts = [text for text, _ in lines]
    if start.startswith(("<!doctype", "<html", "<?xml", "<svg")):
        return "This is a web page or an XML file. Choose the web server's access log."
    if any(_ERROR_LOG.match(text) for text in texts):
        return "This is the server's error log. Choose the access log; it is usually beside it."
    if start.startswith(("[", "{")):
        return _json_problem(texts)
    if sum(text.count("\0") for text in texts) > len("".join(texts)) // 4:
        return "This file is binary or UTF-16. Choose a log that is text in UTF-8."
    if len(texts) > 1 and first.count(",") > 1 and texts[1].count(",") == first.count(","):
        return "This is a table (CSV), not an access log. Import it where reports are imported."
    return _NO_FORMAT


def _json_problem(texts: Sequence[str]) -> str:
    entries = [entry for text in texts if (entry := json_object(utf8_text(text))) is not None]
    if not entries:
        return "This is one JSON document. Export it as JSON lines: one object on each line."
    reason = JsonLines().request(entries[0], 0)
    detail = reason if isinstance(reason, str) else "no request"
    return f"These are JSON lines, but not of an access log: {detail}."

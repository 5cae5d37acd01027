"""What `presence read-log` prints for people.

Invariant: nothing that a log holds reaches the terminal as a command to it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from presence.analysis.traffic import AddressList, BotTraffic, Detection, LogSummary

PURPOSES = {
    "search": "Search index",
    "user": "Live fetch for a user",
    "agent": "Agent on a user's behalf",
    "training": "Model training",
    "other": "Other",
}
SHORT = {
    "search": "Search",
    "user": "User",
    "agent": "Agent",
    "training": "Training",
    "other": "Other",
}
FORMATS = {
    "combined": "combined (Apache, nginx)",
    "common": "common (Apache)",
    "json": "JSON lines",
    "nginx json": "nginx, JSON lines",
    "caddy": "Caddy",
    "traefik": "Traefik",
    "cloudfront": "CloudFront",
    "alb": "AWS load balancer",
    "cloudflare": "Cloudflare",
    "vercel": "Vercel",
    "iis": "IIS",
    "w3c": "W3C extended",
    "fastly": "Fastly",
}
SHOWN_CHARS = 100
WIDE = 110
PIPED_WIDTH = 120


def one_line(text: str) -> str:
    """A text without control and direction characters, which would move a terminal's cursor."""
    return "".join(
        char if unicodedata.category(char)[0] != "C" else "\N{REPLACEMENT CHARACTER}"
        for char in text
    )


def print_summary(
    summary: LogSummary, detections: Sequence[Detection | None], lists: Iterable[AddressList]
) -> None:
    """Prints the tables to standard output."""
    console = Console(highlight=False, markup=False, emoji=False)
    if not console.is_terminal:
        console.width = PIPED_WIDTH
    _line(console, _heading(summary, detections))
    if summary.bots:
        console.print(_bots_table(summary.bots, wide=console.width >= WIDE))
        _line(console, _legend(summary, lists))
    else:
        _line(console, "No bot named itself in this log.")
    if summary.referrals:
        console.print(_referrals_table(summary))
        _line(
            console,
            "Many visits from assistants carry no referrer, so the real numbers are higher.",
        )
    else:
        _line(console, "No visit came with an assistant's referrer or campaign.")
    _line(console, f"Requests by people (no bot named): {summary.people:,}")
    _wrong(console, summary)


def _line(console: Console, text: str) -> None:
    console.print(Text(text))


def _heading(summary: LogSummary, detections: Sequence[Detection | None]) -> str:
    names = dict.fromkeys(FORMATS[found.format] for found in detections if found and found.format)
    parts = [f"{summary.parsed:,} of {summary.lines:,} lines read, format {', '.join(names)}"]
    if summary.duplicates:
        parts.append(f"{summary.duplicates:,} sent twice and counted once")
    if summary.first and summary.last:
        parts.append(f"{summary.first} to {summary.last}")
    return "; ".join(parts) + "."


def _bots_table(bots: Sequence[BotTraffic], *, wide: bool) -> Table:
    table = _table("Bots", wide=wide)
    table.add_column("Bot", overflow="fold")
    if wide:
        table.add_column("Maker", overflow="fold")
    table.add_column("Fetches for" if wide else "For", no_wrap=True)
    for name in ("Requests", "Errors", "Verified", "Claimed", "Contradicted"):
        table.add_column(name, justify="right", no_wrap=True)
    for bot in bots:
        names = [one_line(bot.bot), PURPOSES[bot.purpose] if wide else SHORT[bot.purpose]]
        if wide:
            names.insert(1, one_line(bot.maker) or "–")
        numbers = (bot.requests, bot.errors, bot.verified, bot.claimed, bot.contradicted)
        table.add_row(*map(Text, names), *(Text(f"{number:,}") for number in numbers))
    return table


def _table(title: str, *, wide: bool) -> Table:
    return Table(
        title=title,
        title_justify="left",
        title_style="bold",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        padding=(0, 1) if wide else (0, 1, 0, 0),
    )


def _legend(summary: LogSummary, lists: Iterable[AddressList]) -> str:
    text = (
        "Errors: answered with status 400 or above. Verified: from an address the maker publishes. "
        "Claimed: the maker's addresses are not known here. "
    )
    if any(bot.contradicted for bot in summary.bots):
        days = sorted({found.fetched for found in lists if found.fetched})
        text += (
            "Contradicted: from another address, so most likely somebody else under the bot's name"
        )
        text += f" (address lists of {days[0]})." if days else "."
    return text.strip()


def _referrals_table(summary: LogSummary) -> Table:
    table = _table("People sent by assistants", wide=True)
    table.add_column("Assistant")
    table.add_column("Requests", justify="right")
    table.add_column("Sessions", justify="right")
    for row in summary.referrals:
        table.add_row(Text(row.assistant), Text(f"{row.requests:,}"), Text(f"{row.sessions:,}"))
    return table


def _wrong(console: Console, summary: LogSummary) -> None:
    if not summary.wrong:
        return
    noun = "line" if summary.wrong == 1 else "lines"
    _line(console, f"{summary.wrong:,} {noun} could not be read. The first of them:")
    for line in summary.wrong_lines[:3]:
        start = one_line(line.start[:SHOWN_CHARS])
        _line(console, f"  byte {line.offset:,}: {line.reason}: {start}")

"""The reading of `presence detect` for people: the text with marks, then a row per occurrence.

Invariant: the text is shown character for character except controls, which are shown as pictures
so that a text cannot drive the terminal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from presence.analysis.competitors import AlsoNamed
from presence.analysis.extraction import BRAND
from presence.analysis.types import Extraction

OCCURRENCES = 40
_BRAND, _COMPETITOR = "bold black on green", "bold black on cyan"
_STANCES = {"negated": "strike red", "uncertain": "yellow underline"}
_REVIEW = "black on yellow"
_REVIEWED = "Ordinary words that may be the name; they do not count:"
# One picture per control keeps every offset; a carriage return needs none beside its line end.
_SAFE: dict[int, int | str] = {
    **{code: code + 0x2400 for code in range(32) if chr(code) not in "\n\t"},
    **dict.fromkeys(range(0x80, 0xA0), 0xFFFD),
    0x0D: " ",
    0x7F: 0x2421,
}


def show(
    text: str,
    found: Extraction,
    names: Mapping[str, str],
    also: Sequence[AlsoNamed],
    console: Console,
) -> None:
    """Print the marked text, the entities, who else is named and what needs review."""
    console.print(_marked(text, found))
    console.print()
    if found.mentions:
        console.print(_entities(found, names))
        _say_how_many_follow(len(found.mentions), console)
    else:
        console.print("Nobody is named.", style="dim")
    if also:
        listed = ", ".join(named.name.translate(_SAFE) for named in also[:OCCURRENCES])
        console.print(Text(f"Also named: {listed}"))
        _say_how_many_follow(len(also), console)
    if found.review:
        console.print(Text(_REVIEWED, style="yellow"))
        for item in found.review[:OCCURRENCES]:
            words = text[item.start : item.end].translate(_SAFE)
            console.print(Text(f"  {words!r} at {item.start}: {item.reason}"))
        _say_how_many_follow(len(found.review), console)
    for source in found.citations or ():
        owner = f" (owned by {names[source.owner]})" if source.owner else ""
        console.print(Text(f"Source: {source.url.translate(_SAFE)}{owner}", style="dim"))


def _say_how_many_follow(count: int, console: Console) -> None:
    if count > OCCURRENCES:
        console.print(f"and {count - OCCURRENCES} more: add --json to see all", style="dim")


def _marked(text: str, found: Extraction) -> Text:
    marked = Text(text.translate(_SAFE), overflow="fold")
    for item in found.review:
        marked.stylize(_REVIEW, item.start, item.end)
    for mention in found.mentions:
        named = _BRAND if mention.entity == BRAND else _COMPETITOR
        marked.stylize(_STANCES.get(mention.stance, named), mention.start, mention.end)
    return marked


def _entities(found: Extraction, names: Mapping[str, str]) -> Table:
    """A row per occurrence, the first ones, in order; a denied occurrence has no rank."""
    table = Table(title_justify="left")
    for heading in ("Name", "Position", "Stance", "Sentiment", "Recommended", "Characters"):
        table.add_column(heading, overflow="fold")
    for mention in sorted(found.mentions, key=lambda mention: mention.start)[:OCCURRENCES]:
        affirmed = mention.stance == "affirmative"
        rank = found.position_of(mention.entity) if affirmed else None
        table.add_row(
            Text(names[mention.entity], style="bold" if mention.entity == BRAND else ""),
            "---" if rank is None else str(rank),
            mention.stance,
            mention.sentiment or "---",
            "yes" if mention.recommended else "no",
            f"{mention.start}–{mention.end}",
        )
    return table

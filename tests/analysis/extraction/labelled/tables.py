"""The figures for people.

Invariant: a figure is never shown without its number of cases; a task nobody posed is "---".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.box import SIMPLE
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tests.analysis.extraction.labelled.agreement import LABELS, Compared
from tests.analysis.extraction.labelled.figures import Figure, figure, figures
from tests.analysis.extraction.labelled.sets import Split

GOALS = {
    "mentionPrecision": 0.98,
    "mentionRecall": 0.95,
    "negationF1": 0.9,
    "positionExact": 0.95,
    "sentimentAccuracy": 0.85,
}
_BRIEF = {
    "mentionPrecision": "precision",
    "mentionRecall": "recall",
    "negationF1": "negation",
    "positionExact": "position",
    "sentimentAccuracy": "sentiment",
    "recommendationAccuracy": "picks",
}


def overall(split: Split, compared: Sequence[Compared]) -> Table:
    """Every task over the whole split, with its interval and its goal."""
    table = Table(title=f"{split}, {len(compared)} texts", title_justify="left")
    table.add_column("Task")
    for heading in ("Value", "95 % interval", "n", "Goal"):
        table.add_column(heading, justify="right")
    for task, found in figures(compared).items():
        goal = GOALS.get(task)
        met = "" if goal is None else "green" if found.value >= goal else "red"
        table.add_row(
            LABELS[task],
            Text(f"{found.value:.3f}", style=met),
            f"{found.low:.3f} – {found.high:.3f}",
            str(found.n),
            "" if goal is None else f"≥ {goal:.2f}",
        )
    return table


def by_language(compared: Sequence[Compared]) -> Table:
    """The main tasks per language."""
    languages = sorted({c.text.language for c in compared})
    rows = ((name, [c for c in compared if c.text.language == name]) for name in languages)
    return _breakdown("language", rows)


def by_tag(compared: Sequence[Compared]) -> Table:
    """The main tasks per tag; a text has several."""
    tags = sorted({tag for c in compared for tag in c.text.tags})
    return _breakdown("tag", ((tag, [c for c in compared if tag in c.text.tags]) for tag in tags))


def _breakdown(what: str, rows: Iterator[tuple[str, list[Compared]]]) -> Table:
    table = Table(title=f"By {what}: value (n)", title_justify="left", box=SIMPLE)
    table.add_column(what.capitalize(), no_wrap=True)
    table.add_column("texts", justify="right", no_wrap=True)
    for heading in _BRIEF.values():
        table.add_column(heading, justify="right", no_wrap=True)
    for name, texts in rows:
        table.add_row(name, str(len(texts)), *(_cell(figure(task, texts)) for task in _BRIEF))
    return table


def _cell(found: Figure | None) -> str:
    return "---" if found is None else f"{found.value:.2f} ({found.n})"


def failing(compared: Sequence[Compared]) -> RenderableType:
    """Every text with a fault: what was expected, what was read."""
    blocks: list[RenderableType] = []
    for one in compared:
        if not one.faults:
            continue
        expected, found = one.text.expected, one.extraction
        blocks += [
            Text(f"{one.text.id} {one.text.language}: {', '.join(one.faults)}", style="bold"),
            Text(f"  {one.text.text!r}"),
            Text(f"  entities {[one.text.profile.name, *_competitors(one)]}"),
            Text(
                f"  expected {[(m.entity, m.text, m.stance) for m in expected.mentions]}"
                f" ranks {dict(expected.positions or ())} {expected.sentiment}"
                f" recommended {expected.recommended}"
            ),
            Text(
                f"  read     {[(m.entity, m.name, m.start, m.stance) for m in found.mentions]}"
                f" ranks {dict(found.positions)} {found.sentiment}"
                f" recommended {found.recommended}"
            ),
        ]
    return Group(*blocks)


def _competitors(one: Compared) -> list[str]:
    return [competitor.name for competitor in one.text.profile.competitors]

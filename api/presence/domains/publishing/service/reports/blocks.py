"""The building blocks of a report document.

Invariant: a block states its kind and holds words and numbers, never markup; every writer supports
every kind.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from presence.domains.publishing.service.reports.glyphs import reads_from_right

Tone = Literal["body", "muted", "note", "quote"]
Form = Literal["bars", "course"]


@dataclass(frozen=True, slots=True)
class HeadingBlock:
    """The heading of a section (1) or of a part of one (2)."""

    level: Literal[1, 2]
    text: str
    rtl: bool
    kind: str = "heading"


@dataclass(frozen=True, slots=True)
class WordsBlock:
    """A paragraph; `lead` opens it in bold. A quote is somebody else's text, verbatim."""

    text: str
    tone: Tone
    lead: str
    rtl: bool
    kind: str = "words"


@dataclass(frozen=True, slots=True)
class LinkBlock:
    """A link to the product."""

    text: str
    address: str
    kind: str = "link"


@dataclass(frozen=True, slots=True)
class BarRow:
    """A value with its 95 % interval, drawn as a bar."""

    label: str
    value: float
    low: float
    high: float
    text: str


@dataclass(frozen=True, slots=True)
class BarChart:
    """BarChart below each other, up to `top`; a small one stands alone beside its number."""

    rows: tuple[BarRow, ...]
    top: float
    small: bool = False


@dataclass(frozen=True, slots=True)
class LinePoint:
    """A value with its 95 % interval; `x` is its share of the period, 0 to 1."""

    x: float
    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class LineChart:
    """Values over a period; `first` and `last` are its days in words."""

    points: tuple[LinePoint, ...]
    first: str
    last: str
    top: float


@dataclass(frozen=True, slots=True)
class ChartBlock:
    """A picture and the sentence that describes it."""

    form: Form
    alt: str
    data: BarChart | LineChart
    kind: str = "chart"


@dataclass(frozen=True, slots=True)
class ScoreBlock:
    """A large number, the text beside it, and its picture."""

    value: str
    around: str
    picture: ChartBlock
    kind: str = "score"


@dataclass(frozen=True, slots=True)
class TableBlock:
    """Cells as text under a row of headings; numeric columns are right-aligned."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: tuple[bool, ...]
    kind: str = "table"


@dataclass(frozen=True, slots=True)
class GroupBlock:
    """Blocks that are kept on one page unless they are long."""

    blocks: tuple[ReportBlock, ...]
    breaks: bool
    kind: str = "group"


ReportBlock = (
    HeadingBlock | WordsBlock | LinkBlock | ChartBlock | ScoreBlock | TableBlock | GroupBlock
)


@dataclass(frozen=True, slots=True)
class Paper:
    """A whole document: its cover with `facts` (name and value) and `notes`, and its blocks.

    `by` is the name on it, `accent` the colour of its links and pictures.
    """

    title: str
    what: str
    brand: str
    by: str
    accent: str
    website: str
    day: str
    facts: Sequence[tuple[str, str]]
    notes: Sequence[ReportBlock]
    blocks: Sequence[ReportBlock]


def heading(level: Literal[1, 2], text: str) -> HeadingBlock:
    """A heading in the direction of its text."""
    return HeadingBlock(level, text, reads_from_right(text))


def words(text: str, tone: Tone = "body", lead: str = "") -> WordsBlock:
    """A paragraph in the direction of its text."""
    return WordsBlock(text, tone, lead, reads_from_right(text))


def table(
    columns: Sequence[str], rows: Sequence[Sequence[str]], numeric: Sequence[bool]
) -> TableBlock:
    """A table of texts."""
    return TableBlock(tuple(columns), tuple(map(tuple, rows)), tuple(numeric))


def group(blocks: Sequence[ReportBlock], *, breaks: bool) -> GroupBlock:
    """A group of blocks."""
    return GroupBlock(tuple(blocks), breaks)

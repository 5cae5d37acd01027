"""The typesetter: pages as PDF and single charts as pictures, always in the product's own fonts.

Invariant: texts of pages, answers and people are passed to it as data, never as markup. A PDF is
tagged and meets PDF/UA-1, or it is not created.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any, Literal

import typst

from presence.domains.publishing.service.reports.blocks import ChartBlock, Paper
from presence.domains.publishing.service.reports.glyphs import FAMILIES, fonts, printable_text

HERE = Path(__file__).parent
ACCESSIBLE: Literal["ua-1"] = "ua-1"
# Sharp in print at the width of a page.
PICTURE_DPI = 220
_PICTURE_ALONE = b"""#set page(width: auto, height: auto)
#image(bytes(json(bytes(sys.inputs.page))), width: 20mm)"""


def set_pages(paper: Paper, logo: bytes | None, at: int) -> bytes:
    """The PDF; `at` is its date in Unix seconds."""
    page = {"paper": _printable(asdict(paper)), "fonts": FAMILIES, "logo": list(logo or b"")}
    made = typst.compile(
        HERE / "report.typ",
        root=HERE,
        format="pdf",
        font_paths=fonts(),
        ignore_system_fonts=True,
        sys_inputs={"page": json.dumps(page, ensure_ascii=False)},
        timestamp=at,
        pdf_standards=ACCESSIBLE,
    )
    return bytes(made)


def _printable(value: Any) -> Any:
    """The same document with every text made printable."""
    if isinstance(value, str):
        return printable_text(value)
    if isinstance(value, list | tuple):
        return [_printable(item) for item in value]
    if isinstance(value, dict):
        return {key: _printable(item) for key, item in value.items()}
    return value


def draw(chart: ChartBlock, accent: str) -> bytes:
    """A chart as PNG."""
    page = {"chart": asdict(chart), "accent": accent, "fonts": FAMILIES}
    made = typst.compile(
        HERE / "picture.typ",
        root=HERE,
        format="png",
        ppi=PICTURE_DPI,
        font_paths=fonts(),
        ignore_system_fonts=True,
        sys_inputs={"page": json.dumps(page, ensure_ascii=False)},
    )
    return bytes(made)


def try_picture(picture: bytes) -> None:
    """Typeset a picture on a page of its own. Raises TypstError if it cannot be read."""
    typst.compile(
        _PICTURE_ALONE,
        format="svg",
        font_paths=fonts(),
        ignore_system_fonts=True,
        sys_inputs={"page": json.dumps(list(picture))},
    )

"""Pages of a report: letters of every script, charts with their sentences, both ways of reading."""

from __future__ import annotations

import io

import docx
import pypdfium2
import pytest
from docx.oxml.ns import qn

from presence.domains.analytics.schemas.analytics import PointReadingOut
from presence.domains.publishing.service.reports import blocks, pictures
from presence.domains.publishing.service.reports.docx_files import _Writer
from presence.domains.publishing.service.reports.glyphs import (
    printable_text,
    reads_from_right,
    unmarked,
)
from presence.domains.publishing.service.reports.typesetting import draw, set_pages

JAPANESE, ARABIC = "株式会社みどり製靴", "هارو للأحذية"
AT = 1_790_000_000


def paper(brand: str, *parts: blocks.ReportBlock) -> blocks.Paper:
    """A report of a brand with a few blocks."""
    return blocks.Paper(
        title=f"{brand}: AI visibility report",
        what="AI visibility report",
        brand=brand,
        by="Presence",
        accent="#1f5f8b",
        website="",
        day="November 21, 2026",
        facts=[],
        notes=[],
        blocks=parts,
    )


def score(value: float | None, around: float = 10.0) -> PointReadingOut:
    """A reading with its interval."""
    low, high = (None, None) if value is None else (value - around, value + around)
    return PointReadingOut(
        unit="percent", value=value, low=low, high=high, n=40, prompts=None, hits=None
    )


@pytest.mark.parametrize(
    "brand", [JAPANESE, ARABIC, "Зелёный дом", "中文简体", "한국어", "שלום", "Ångström"]
)
def test_a_brand_is_printed_in_its_own_script(brand: str) -> None:
    assert printable_text(brand) == brand
    pdf = set_pages(paper(brand, blocks.heading(1, brand)), None, AT)
    assert b"pdfuaid" in pdf
    text = pypdfium2.PdfDocument(pdf)[1].get_textpage().get_text_range()
    assert set(brand.split()[0]) <= set(text)


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("Boots 🚀 fly", "Boots [rocket] fly"),
        ("รองเท้า boots", "[Thai text] boots"),
        ("a\x00b\u202ec", "abc"),
    ],
)
def test_a_letter_without_a_font_is_named_and_never_an_empty_box(text: str, printed: str) -> None:
    assert printable_text(text) == printed
    pdf = set_pages(paper("Harrow", blocks.words(text)), None, AT)
    assert b"pdfuaid" in pdf
    assert printed in pypdfium2.PdfDocument(pdf)[1].get_textpage().get_text_range()


def test_text_of_a_stranger_is_data_and_never_markup() -> None:
    hostile = '#panic("x") *not bold* $1+1$ <label> #read("/etc/passwd")'
    pdf = set_pages(paper("Harrow", blocks.words(hostile)), None, AT)
    assert hostile in pypdfium2.PdfDocument(pdf)[1].get_textpage().get_text_range()


def test_a_word_document_turns_what_reads_from_the_right() -> None:
    assert (reads_from_right(ARABIC), reads_from_right(JAPANESE)) == (True, False)
    out = io.BytesIO()
    _Writer(paper(ARABIC, blocks.heading(1, ARABIC), blocks.heading(1, "Method")), None).save(out)
    turned = {
        found.text: found._p.find(f".//{qn('w:bidi')}") is not None
        for found in docx.Document(out).paragraphs
        if found.text
    }
    assert (turned[ARABIC], turned["Method"]) == (True, False)


def test_bars_say_every_value_and_leave_out_what_was_not_measured() -> None:
    missing = score(None)
    chart = pictures.bars("Mention rate", [("A", score(60)), ("B", score(20)), ("C", missing)])
    assert chart is not None
    assert chart.alt == "Mention rate: A 60.0 % (50–70); B 20.0 % (10–30)"
    assert isinstance(chart.data, blocks.BarChart)
    assert [row.label for row in chart.data.rows] == ["A", "B"]
    assert draw(chart, "#1f5f8b").startswith(b"\x89PNG")
    assert pictures.bars("Mention rate", [("A", score(60)), ("C", missing)]) is None


def test_an_excerpt_is_printed_without_the_marks_assistants_typeset_with() -> None:
    said = "## Picks\n1. **Marlow Tables** is [named](https://a.example/(x)) by `many` ([cut](https://b"
    assert unmarked(said) == "Picks\n1. Marlow Tables is named by many (cut"

"""A report as a Word document, for further editing.

Invariant: the words, tables and pictures are those of the PDF, in the same order; headings are real
headings, header rows are marked as such, and every picture has an alternative text.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

from docx import Document as new_document
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Mm, Pt, RGBColor

from presence.domains.publishing.service.reports.blocks import (
    ChartBlock,
    GroupBlock,
    HeadingBlock,
    LinkBlock,
    Paper,
    ReportBlock,
    ScoreBlock,
    TableBlock,
    WordsBlock,
)
from presence.domains.publishing.service.reports.branding import Branding
from presence.domains.publishing.service.reports.content import Content
from presence.domains.publishing.service.reports.glyphs import reads_from_right, without_steering
from presence.domains.publishing.service.reports.naming import file_name
from presence.domains.publishing.service.reports.paper import paper_of
from presence.domains.publishing.service.reports.typesetting import draw
from presence.http.uploads import DOCX_TYPE

SOFT, WARN, INK = RGBColor(0x5B, 0x64, 0x70), RGBColor(0x8A, 0x4B, 0x08), RGBColor(0x1C, 0x20, 0x24)
WIDE, NARROW = Mm(160), Mm(66)
_TEXT_MM, _NUMBER_MM, _LEAST_MM = 166, 30, 34
_LINE, _EDGE = "D5DAE0", "1C2024"
# Elements that must follow this one in a paragraph's properties.
_AFTER_BIDI = ("w:adjustRightInd", "w:snapToGrid", "w:spacing", "w:ind", "w:contextualSpacing",
               "w:mirrorIndents", "w:suppressOverlap", "w:jc", "w:textDirection",
               "w:textAlignment", "w:textboxTightWrap", "w:outlineLvl", "w:divId", "w:cnfStyle",
               "w:rPr", "w:sectPr", "w:pPrChange")  # fmt: skip
_AFTER_BORDER = ("w:shd", "w:tabs", "w:suppressAutoHyphens", "w:kinsoku", "w:wordWrap",
                 "w:overflowPunct", "w:topLinePunct", "w:autoSpaceDE", "w:autoSpaceDN", "w:bidi",
                 *_AFTER_BIDI)  # fmt: skip


def write_docx(content: Content) -> tuple[str, str, bytes]:
    """(file name, media type, document)."""
    return file_name(content, "docx"), DOCX_TYPE, docx_of(paper_of(content), content.branding)


def docx_of(paper: Paper, branding: Branding | None) -> bytes:
    """A paper as a document with the workspace's branding."""
    out = io.BytesIO()
    _Writer(paper, branding.logo if branding else None).save(out)
    return out.getvalue()


class _Writer:
    """Writes blocks into a document, according to their kind."""

    def __init__(self, paper: Paper, logo: bytes | None) -> None:
        self.paper = paper
        self.accent = RGBColor.from_string(paper.accent.lstrip("#").upper())
        self.document: Any = new_document()
        self.last: Any = None
        self._page()
        self._styles()
        self._cover(logo)
        for block in paper.blocks:
            self.put(block)

    def save(self, out: io.BytesIO) -> None:
        """Write the file."""
        self.document.save(out)

    def put(self, block: ReportBlock) -> None:
        """Write one block of any kind."""
        getattr(self, f"_{block.kind}")(block)

    def _page(self) -> None:
        section = self.document.sections[0]
        section.page_width, section.page_height = Mm(210), Mm(297)
        section.left_margin = section.right_margin = Mm(22)
        section.top_margin = section.bottom_margin = Mm(24)
        properties, paper = self.document.core_properties, self.paper
        properties.title, properties.author = paper.title, paper.by
        properties.language, properties.comments = "en-US", ""
        footer = section.footer.paragraphs[0]
        self._run(footer, f"{paper.brand} · {paper.what} · {paper.day} · ", SOFT, 8.5)
        _field(footer, "PAGE")

    def _styles(self) -> None:
        styles = self.document.styles
        for name, size in (("Normal", 10.5), ("Heading 1", 19), ("Heading 2", 12.5), ("Title", 30)):
            font = styles[name].font
            font.size, font.color.rgb, font.name = Pt(size), INK, "Georgia"
            fonts = styles[name].element.rPr.rFonts
            for attribute in ("w:asciiTheme", "w:hAnsiTheme", "w:eastAsiaTheme", "w:cstheme"):
                fonts.attrib.pop(qn(attribute), None)
        styles["Title"].element.pPr.remove(styles["Title"].element.pPr.find(qn("w:pBdr")))

    def _cover(self, logo: bytes | None) -> None:
        paper = self.paper
        if logo is not None:
            run = self.document.add_paragraph().add_run()
            picture = run.add_picture(io.BytesIO(logo), height=Mm(18))
            if picture.width > Mm(70):
                picture.height, picture.width = int(picture.height * Mm(70) / picture.width), Mm(70)
            _describe(picture, paper.by)
        by = "" if paper.by == "Presence" else f" by {paper.by}"
        self._run(self._paragraph(), f"{paper.what}{by}", SOFT, 11)
        title = self.document.add_paragraph(style="Title")
        self._run(title, paper.brand, directed=True)
        if paper.website:
            self._link(LinkBlock(paper.website, paper.website))
        self._run(self._paragraph(), paper.day, SOFT)
        for name, value in paper.facts:
            line = self._paragraph()
            self._run(line, f"{name}: ", SOFT)
            self._run(line, value)
        for note in paper.notes:
            self.put(note)
        self.document.add_page_break()

    def _paragraph(self, style: str | None = None) -> Any:
        self.last = self.document.add_paragraph(style=style)
        return self.last

    def _heading(self, block: HeadingBlock) -> None:
        found = self._paragraph(f"Heading {block.level}")
        self._run(found, block.text, directed=block.rtl)

    def _words(self, block: WordsBlock) -> None:
        tone = block.tone
        found = self._paragraph("Quote" if tone == "quote" else None)
        if block.lead:
            self._run(found, f"{block.lead} ").bold = True
        colour = {"muted": SOFT, "note": WARN}.get(tone)
        self._run(found, block.text, colour, 9.5 if tone == "muted" else None, block.rtl)
        found.paragraph_format.keep_with_next = tone == "muted"
        if tone == "note":
            edge = _edges("w:pBdr", {"left": "8A4B08"})
            found._p.get_or_add_pPr().insert_element_before(edge, *_AFTER_BORDER)

    def _link(self, block: LinkBlock) -> None:
        if self.last is not None:
            self.last.paragraph_format.keep_with_next = True  # it belongs to the preceding text
        found = self._paragraph()
        part = self.document.part
        related = part.relate_to(block.address, RELATIONSHIP_TYPE.HYPERLINK, is_external=True)
        link = OxmlElement("w:hyperlink")
        link.set(qn("r:id"), related)
        run = self._run(found, block.text, self.accent)
        run.underline = True
        link.append(run._r)
        found._p.append(link)

    def _score(self, block: ScoreBlock) -> None:
        found = self._paragraph()
        found.paragraph_format.keep_with_next = True
        run = self._run(found, block.value, size=22)
        run.bold = True
        self._run(found, f"  {block.around}", SOFT, 9.5)
        self._picture(block.picture, NARROW)

    def _chart(self, block: ChartBlock) -> None:
        self._picture(block, WIDE)

    def _picture(self, chart: ChartBlock, width: int) -> None:
        found = self._paragraph()
        made = io.BytesIO(draw(chart, self.paper.accent))
        _describe(found.add_run().add_picture(made, width=width), chart.alt)

    def _table(self, block: TableBlock) -> None:
        columns = block.columns
        made = self.document.add_table(rows=0, cols=len(columns))
        made.autofit = False
        made._tbl.tblPr.append(_edges("w:tblBorders", {"bottom": _LINE, "insideH": _LINE}))
        for column, width in zip(made.columns, _widths(len(columns)), strict=True):
            column.width = width
        self._row(made, columns, block.numeric, heading=True)
        for row in block.rows:
            self._row(made, row, block.numeric)
        self._paragraph()

    def _row(
        self, made: Any, cells: Sequence[str], numeric: Sequence[bool], heading: bool = False
    ) -> None:
        row = made.add_row()
        marks = row._tr.get_or_add_trPr()
        marks.append(OxmlElement("w:cantSplit"))
        if heading:
            marks.append(OxmlElement("w:tblHeader"))
        widths = _widths(len(cells))
        for at, (cell, text) in enumerate(zip(row.cells, cells, strict=True)):
            cell.width, found = widths[at], cell.paragraphs[0]
            found.paragraph_format.space_after = Pt(2)
            self._run(found, text, size=8.5, directed=reads_from_right(text)).bold = heading
            if at and numeric[at]:
                found.alignment = WD_ALIGN_PARAGRAPH.RIGHT
            if heading:
                cell._tc.get_or_add_tcPr().append(_edges("w:tcBorders", {"bottom": _EDGE}))

    def _group(self, block: GroupBlock) -> None:
        for part in block.blocks:
            self.put(part)

    def _run(
        self,
        paragraph: Any,
        text: str,
        colour: RGBColor | None = None,
        size: float | None = None,
        directed: bool = False,
    ) -> Any:
        """Text in one style; `directed` sets the paragraph's direction for right-to-left text."""
        run = paragraph.add_run(without_steering(text))
        if colour is not None:
            run.font.color.rgb = colour
        if size is not None:
            run.font.size = Pt(size)
        if directed and reads_from_right(text):
            properties = paragraph._p.get_or_add_pPr()
            properties.insert_element_before(OxmlElement("w:bidi"), *_AFTER_BIDI)
            run._r.get_or_add_rPr().append(OxmlElement("w:rtl"))
        return run


def _describe(picture: Any, sentence: str) -> None:
    picture._inline.docPr.set("descr", without_steering(sentence))


def _field(paragraph: Any, name: str) -> None:
    field = OxmlElement("w:fldSimple")
    field.set(qn("w:instr"), name)
    paragraph._p.append(field)


def _edges(name: str, sides: dict[str, str]) -> Any:
    """Borders by side and colour, as the element that holds them."""
    borders = OxmlElement(name)
    for side, colour in sides.items():
        edge = OxmlElement(f"w:{side}")
        for attribute, value in (("val", "single"), ("sz", "6"), ("space", "4"), ("color", colour)):
            edge.set(qn(f"w:{attribute}"), value)
        borders.append(edge)
    return borders


def _widths(columns: int) -> list[int]:
    """The first column takes the width that the others leave."""
    each = min(_NUMBER_MM, (_TEXT_MM - _LEAST_MM) / max(columns - 1, 1))
    return [Mm(_TEXT_MM - each * (columns - 1)), *(Mm(each) for _ in range(columns - 1))]

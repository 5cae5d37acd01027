"""A report as PDF: what is on the pages, in words, and the call that sets them.

Invariant: texts of pages, answers and people reach the typesetter as data, never as markup. The
file is tagged and meets PDF/UA-1, unless a letter has no font on this machine: then it is tagged
still, and its last page says so.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import typst

from presence.domains.outputs.service.documents import Document
from presence.domains.outputs.service.reports.content import Content
from presence.domains.outputs.service.reports.naming import file_name
from presence.domains.outputs.service.reports.tables import Table, tables_of
from presence.domains.outputs.service.reports.words import (
    NOTHING,
    SCORES,
    basis_text,
    change_text,
    day_text,
    reading_text,
    rounded,
    score_text,
)

TEMPLATE = Path(__file__).with_name("report.typ")
ACCESSIBLE = ["ua-1"]
_UNPRINTABLE = "could not be displayed"
_CONTENT, _TECHNICAL = (
    "/dashboard/ai-visibility-gaps/content",
    "/dashboard/ai-visibility-gaps/technical",
)
_FIRST = "there is no earlier one to compare with"
_AS_TABLE = ("trends", "engines", "prompts", "competitors")
_COUNTED = {"answers": "answers", "pages": "pages", "passages": "passages"}


def write_pdf(content: Content) -> tuple[str, str, bytes]:
    """(file name, media type, PDF)."""
    page = document_of(content)
    return file_name(content, "pdf"), "application/pdf", _set(page, content)


def _set(page: Document, content: Content) -> bytes:
    try:
        return _compile(page, content, ACCESSIBLE)
    except typst.TypstError as error:
        if _UNPRINTABLE not in str(error):
            raise
    return _compile({**page, "unprintable": True}, content, None)


def _compile(page: Document, content: Content, standards: list[str] | None) -> bytes:
    options: dict[str, Any] = {} if standards is None else {"pdf_standards": standards}
    made = typst.compile(
        TEMPLATE.read_bytes(),
        format="pdf",
        sys_inputs={"page": json.dumps(page, ensure_ascii=False)},
        timestamp=int(content.made_at.timestamp()),
        **options,
    )
    return bytes(made)


def document_of(content: Content) -> Document:
    """Everything the template prints, as text, in the order of its pages."""
    results, span = content.results, content.span
    return {
        "brand": content.brand,
        "website": content.website,
        "audience": content.audience,
        "day": day_text(content.made_at, content.zone),
        "span": f"{span['from']} to {span['to']} ({span['timeZone']})" if span else "",
        "basis": basis_text(results["basis"]),
        "simulated": results["basis"] == "simulator",
        "analysed": _analysed(content),
        "scores": _scores(content) if "summary" in content.sections else [],
        "tables": [_table(table) for table in tables_of(content) if table.key in _AS_TABLE],
        "gaps": _gaps(content),
        "technical": _findings(content),
        "recommendations": _recommendations(content),
        "locked": {
            name: found["locked"]
            for name, found in content.sections.items()
            if found and found.get("locked")
        },
        "hidden": [name for name, found in content.sections.items() if found is None],
        "method": content.sections.get("method"),
        "unprintable": False,
    }


def _analysed(content: Content) -> str:
    run = content.results["run"]
    at = run and (run["finishedAt"] or run["createdAt"])
    return day_text(at, content.zone) if at else NOTHING


def _scores(content: Content) -> list[Document]:
    found = ((name, content.results["scores"][name]) for name in SCORES)
    return [
        {
            "label": SCORES[name],
            "range": score_text(score).removeprefix(str(score["value"])).strip(),
            "value": score["value"],
            "low": score["low"],
            "high": score["high"],
            "counted": f"{rounded(score['n'])} {_COUNTED[score['unit']]}",
            "band": score["band"],
            "change": change_text(score["delta"]) if score["delta"] else _FIRST,
            "exploratory": score["exploratory"],
        }
        for name, score in found
        if score is not None
    ]


def _table(table: Table) -> Document:
    rows = [
        [
            reading_text(cell) if column in table.readings else _text(cell)  # type: ignore[arg-type]  # a reading or None
            for column, cell in zip(table.columns, row, strict=True)
        ]
        for row in table.rows
    ]
    numeric = [column in table.readings or column == "Answers" for column in table.columns]
    return {"key": table.key, "title": table.title, "columns": list(table.columns),
            "rows": rows, "numeric": numeric}  # fmt: skip


def _text(cell: object) -> str:
    return NOTHING if cell is None else str(cell)


def _rows(content: Content, name: str) -> list[Document] | None:
    found = content.sections.get(name)
    return None if found is None else found["data"]


def _gaps(content: Content) -> list[Document] | None:
    rows = _rows(content, "gaps")
    if rows is None:
        return None
    return [
        {
            "title": row["prompt"],
            "tag": row["gapType"],
            "facts": _gap_facts(row),
            "quote": row["aiResponse"],
            "todo": row["attackMove"],
            "link": _link(content, _CONTENT, gap=row["id"]),
        }
        for row in rows
    ]


def _gap_facts(row: Document) -> str:
    if row["kind"] != "competitor":
        return f"No own passage answers this question ({row['n']} answers)."
    said = f"{row['competitor']} {row['wonBy']} in {row['rivalAnswers']} of {row['n']} answers"
    few = " Few answers: read this as a hint." if row["fewAnswers"] else ""
    return f"{said}, the brand in {row['brandAnswers']}.{few}"


def _findings(content: Content) -> list[Document] | None:
    rows = _rows(content, "technical")
    if rows is None:
        return None
    return [
        {
            "title": row["issue"],
            "tag": f"Impact {row['impact'].lower()}",
            "facts": row["why"],
            "quote": "",
            "todo": row["action"],
            "link": _link(content, _TECHNICAL, finding=row["id"]),
        }
        for row in rows
    ]


def _recommendations(content: Content) -> list[Document] | None:
    rows = _rows(content, "recommendations")
    if rows is None:
        return None
    return [
        {
            "title": row["title"],
            "tag": f"{row['priority']} priority, evidence grade {row['grade']}",
            "facts": row["why"],
            "quote": "",
            "todo": row["description"],
            "link": _link(content, "/dashboard"),
        }
        for row in rows
    ]


def _link(content: Content, path: str, **drawer: str) -> str:
    return f"{content.links}{path}?{urlencode({'brand': content.brand_id, **drawer})}"

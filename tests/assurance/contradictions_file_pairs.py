"""The pairs of a screen and what leaves the house: files, digests, tools, share views, counts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from presence.domains.publishing.service.reports.csv_files import harmless
from presence.domains.results.schemas.results import ScoreOut
from presence.domains.results.service.score_words import score_label, score_text
from tests.assurance.contradictions_files import LISTED
from tests.assurance.contradictions_pair import Pair, Same
from tests.assurance.contradictions_reads import Document, Places

_TOP = 3
_SHARED = 50  # rows of a list in a share view
_PARTS = (("Value", "value"), ("Low 95 %", "low"), ("High 95 %", "high"), ("n", "n"))
_LISTS = (
    ("gaps/content", "gaps", "content-gaps", "list_content_gaps"),
    ("gaps/technical", "technical", "technical-gaps", "list_technical_issues"),
    ("recommendations", "recommendations", "recommendations", "list_recommendations"),
)
_RATES = (("Mention rate", "mentionRate"), ("Content score", "content"))


def _scores(places: Places) -> dict[str, Document]:
    return {name: score for name, score in places.summary["scores"].items() if score}


def _report_scores(places: Places) -> Iterator[Same]:
    if not places.files.report:
        return
    rows = {row["Score"]: row for row in places.files.report.get("summary", ())}
    shown = _scores(places)
    labels = {score_label(name, score["standsFor"]) for name, score in shown.items()}
    yield "which", labels, set(rows)
    for name, score in shown.items():
        row = rows.get(score_label(name, score["standsFor"]), {})
        for heading, part in _PARTS:
            there = row.get(heading)
            yield f"{name}, {part}", float(score[part]), there and float(there)
        delta = score["delta"] or {}
        yield f"{name}, verdict", delta.get("verdict") or "", row.get("Verdict on the change")


def _paper_scores(places: Places) -> Iterator[Same]:
    if places.files.paper is None:
        return
    for name, score in _scores(places).items():
        said = score_text(ScoreOut.model_validate(score))
        yield name, said, said if said in places.files.paper else None


def _digest(places: Places) -> Iterator[Same]:
    news = places.files.news
    if news is None:
        return
    there = news.results.model_dump(mode="json", by_alias=True)
    for name, score in places.summary["scores"].items():
        mine = score and {part: score[part] for _, part in _PARTS}
        other = there["scores"][name]
        yield name, mine, other and {part: other[part] for _, part in _PARTS}
    yield "basis", places.summary["basis"], there["basis"]
    yield "unreadable", places.summary["unreadable"], there["unreadable"]
    titles = [row["title"] for row in places.undone["recommendations"]["data"]]
    yield "what to do first", titles[:_TOP], list(news.actions)


def _listed(places: Places) -> Iterator[Same]:
    files = places.files
    for screen, report, export, tool in _LISTS:
        rows = places.lists[screen]["data"]
        ids = [row["id"] for row in rows]
        yield f"{screen}, tool", ids[:LISTED], [row["id"] for row in files.tools[tool]["data"]]
        if files.report:
            yield f"{screen}, report", len(rows), len(files.report.get(report, ()))
        if export in files.exported:
            yield f"{screen}, export", ids, [row["id"] for row in files.exported[export]]


def _tool_scores(places: Places) -> Iterator[Same]:
    tools = places.files.tools
    yield "scores", places.summary["scores"], tools["get_scores"]["scores"]
    yield "brands", places.brand["overall"], tools["list_brands"]["data"][0]["overall"]


def _exported_groups(places: Places) -> Iterator[Same]:
    """The tables of Analytics in a file, with the same days and filters."""
    files = places.files
    if not files.exported or not places.total:
        return
    for sheet, group in (
        ("engines", "engine"),
        ("prompts", "prompt"),
        ("topics", "topic"),
        ("competitors", "competitor"),
    ):
        rows = {row["label"]: row for row in files.exported.get(sheet, ())}
        groups = places.metrics[group]["groups"]
        yield f"{sheet}, rows", {harmless(one["label"]) for one in groups}, set(rows)
        for one in groups:
            row = rows.get(harmless(one["label"]), {})
            at = f"{sheet}, {one['label']}"
            yield f"{at}, answers", str(one["answers"]), row.get("answers")
            rate: Document = one["values"]["mentionRate"] or {}
            if group != "competitor":
                yield f"{at}, hits", _text(rate.get("hits")), row.get("mentionRate.hits")
            yield f"{at}, rate", _text(rate.get("value")), row.get("mentionRate")
    yield "answers", places.counted["all"], len(files.exported.get("answers", ()))


def _text(value: Any) -> str:
    return "" if value is None else str(value)


def _reported_groups(places: Places) -> Iterator[Same]:
    """The tables of a report, which has no filters."""
    if not places.files.report or not places.total or places.view:
        return
    for table, group in (("engines", "engine"), ("prompts", "prompt")):
        rows = list(places.files.report.get(table, ()))
        groups = places.metrics[group]["groups"]
        first = "Engine" if group == "engine" else "Question"
        told = {row[first]: row for row in rows}
        yield f"{table}, rows", {harmless(one["label"]) for one in groups}, set(told)
        for one in groups:
            row, at = told.get(harmless(one["label"]), {}), f"{table}, {one['label']}"
            yield f"{at}, answers", str(one["answers"]), row.get("Answers")
            rate: Document = one["values"]["mentionRate"] or {}
            yield f"{at}, rate", _text(rate.get("value")), row.get("Mention rate")


def _named(places: Places) -> Iterator[Same]:
    named = places.named
    if places.summary["provisional"]:
        return
    content = places.summary["scores"]["content"]
    if not content or content["unit"] != "answers":
        return
    yield "run", places.summary["scoreRuns"]["content"], named["runId"]
    yield "answers", content["n"], named["answers"]
    yield "basis", places.summary["basis"], named["basis"]
    inputs = {line["name"]: line for line in places.evidence["content"]["inputs"]}
    line, brand = inputs.get("mentionRate"), named["brand"]
    if line and brand:
        value = brand["rate"]["value"]
        yield "brand", round(line["value"], 6), None if value is None else round(value, 6)
    tracked = {one["name"] for one in places.competitors if one["status"] == "tracked"}
    yield "competitors", tracked, {one["name"] for one in named["competitors"]}
    if places.total and not places.view and places.metrics["all"]["runs"] == 1:
        groups = places.metrics["competitor"]["groups"]
        there = {one["key"]: one["values"]["mentionRate"] for one in groups}
        for one in (*named["competitors"], *([brand] if brand else ())):
            rate = there.get(one["key"]) or {}
            yield f"{one['name']}, hits", rate.get("hits"), one["rate"]["hits"]


def _shared_lists(places: Places) -> Iterator[Same]:
    shared = places.shared
    if shared is None:
        return
    rows = places.lists["recommendations"]["data"][:_SHARED]
    yield "advice", [row["title"] for row in rows], [r["title"] for r in shared["recommendations"]]
    yield "unreadable", places.summary["unreadable"], shared["unreadable"]
    yield "unanswered", places.summary["unanswered"], shared["unanswered"]
    if "intent" not in places.view:
        series = places.metrics["all"]["series"]
        mine = [(p["at"], p["value"], p["n"]) for p in series[0]["points"]] if series else []
        yield "trend", mine, [(p["at"], p["value"], p["n"]) for p in shared["trend"]]


FILE_PAIRS: tuple[Pair, ...] = (
    Pair("scores", "dashboard", "report as CSV", _report_scores),
    Pair("scores", "dashboard", "report as PDF, Word", _paper_scores),
    Pair("scores and first steps", "dashboard", "digest", _digest),
    Pair("scores", "dashboard", "tools of assistants", _tool_scores),
    Pair("gaps and advice", "lists", "report, export, tools", _listed),
    Pair("tables", "analytics", "export", _exported_groups),
    Pair("tables", "analytics", "report", _reported_groups),
    Pair("who is named", "dashboard", "evidence drawer, analytics", _named),
    Pair("trend and advice", "analytics, lists", "share view", _shared_lists),
)

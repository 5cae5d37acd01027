"""The table of places that show the same number: one row a pair, and how both are read.

A place that joins them gets a row here. Each row yields (which number, here, there); `None` on both
sides agrees, and on one side it is a contradiction like any other.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from presence.core.rounding import whole
from tests.assurance.contradictions_file_pairs import FILE_PAIRS
from tests.assurance.contradictions_pair import Compare, Contradiction, Pair, Same
from tests.assurance.contradictions_reads import Document, Places

_SCORES = ("content", "technical", "audienceFit", "overall")
_OF = {
    "overall": "AI Visibility",
    "content": "Content AI Visibility",
    "technical": "Technical AI Visibility",
    "audienceFit": "Audience Fit",
}
_ROUNDED = 0.051  # a bound in tenths and as it was stored
_POINTS = 1.0  # two rounded scores and their rounded blend


def _shown(score: Document | None) -> Document | None:
    """What a score shows, without how it moved."""
    return score and {k: score[k] for k in ("value", "low", "high", "n", "unit", "standsFor")}


def _each_score(other: str) -> Compare:
    def read(places: Places) -> Iterator[Same]:
        there = getattr(places, other)
        if there is not None:
            for name in _SCORES:
                yield name, places.summary["scores"][name], there["scores"][name]

    return read


def _scores_of_file(places: Places) -> Iterator[Same]:
    for name, title in _OF.items():
        score = places.summary["scores"][name]
        for part, key in (("", "value"), (", low", "low"), (", high", "high")):
            yield (
                f"{title}{part}",
                str(score[key]) if score else "",
                places.portfolio_line[f"{title}{part}"],
            )


def _scores_of_evidence(places: Places) -> Iterator[Same]:
    for name, document in places.evidence.items():
        yield name, _shown(places.summary["scores"][name]), _shown(document["score"])


def _answers_of_evidence(places: Places) -> Iterator[Same]:
    for name in ("content", "overall"):
        document = places.evidence.get(name)
        if document and document["score"]["unit"] == "answers":
            yield name, document["score"]["n"], len(document["answers"])
            inputs = {line["name"]: line for line in document["inputs"]}
            if "mentionRate" in inputs:
                named = sum(bool(answer["mentioned"]) for answer in document["answers"])
                rate = inputs["mentionRate"]
                yield f"{name}: naming it", round(rate["value"] * rate["n"] / 100), named


def _blend(places: Places) -> Iterator[Same]:
    scores = places.summary["scores"]
    content, technical, overall = scores["content"], scores["technical"], scores["overall"]
    if not overall or overall["standsFor"]:
        return
    expected = content and content["value"]
    if content and technical:
        expected = 0.6 * content["value"] + 0.4 * technical["value"]
    near = expected is not None and abs(expected - overall["value"]) <= _POINTS
    yield "0.6 content + 0.4 technical", overall["value"], overall["value"] if near else expected


def _overall_of_lists(places: Places) -> Iterator[Same]:
    overall = places.summary["scores"]["overall"]
    yield "gaps", overall, places.gaps["overall"]
    yield "basis", places.summary["basis"], places.gaps["basis"]
    if not places.summary["provisional"]:
        yield "brands", overall and overall["value"], places.brand["overall"]
        fit = places.summary["scores"]["audienceFit"]
        yield "brands, audience", fit and fit["value"], places.brand["audience"]


def _open(places: Places) -> Iterator[Same]:
    gaps, content, technical = places.summary["gaps"], "gaps/content", "gaps/technical"
    yield "content, overview", gaps["content"]["open"], places.gaps["contentIssues"]
    yield "technical, overview", gaps["technical"]["open"], places.gaps["technicalIssues"]
    yield "total", gaps["content"]["open"] + gaps["technical"]["open"], places.gaps["total"]
    yield "quick wins", gaps["quickWins"], places.gaps["quickWins"]
    line = places.portfolio_line
    if places.summary["run"]:
        yield "content, file", str(gaps["content"]["open"]), line["Open content gaps"]
        yield "technical, file", str(gaps["technical"]["open"]), line["Open technical gaps"]
    if places.paid:
        yield "content, list", gaps["content"]["open"], places.undone[content]["page"]["total"]
        issues = [row for row in places.undone[technical]["data"] if _is_issue(row)]
        yield "technical, list", gaps["technical"]["open"], len(issues)
        yield "quick wins, lists", gaps["quickWins"], _quick_wins(places, issues)


def _is_issue(finding: Document) -> bool:
    return finding["impact"] != "Info" and not finding["policyChoice"]


def _quick_wins(places: Places, issues: list[Document]) -> int:
    quick = [row for row in issues if row["effort"] == "Low" and row["impact"] != "Low"]
    advice = [
        row
        for row in places.undone["recommendations"]["data"]
        if row["sourceKind"] == "gap" and row["effort"] == "Low" and row["priority"] != "Low"
    ]
    return len(quick) + len(advice)


def _trend_of_gaps(places: Places) -> Iterator[Same]:
    for aspect in ("content", "technical"):
        points = [p for p in places.gaps["trend"] if p[f"{aspect}Open"] is not None]
        if points and places.summary["scores"][aspect]:
            yield aspect, places.summary["gaps"][aspect]["open"], points[-1][f"{aspect}Open"]


def _trend_of_scores(places: Places) -> Iterator[Same]:
    trend, overall = places.summary["trend"], places.summary["scores"]["overall"]
    yield "portfolio", _course(trend), _course(places.portfolio["trend"])
    if overall and trend:
        last = [point for point in trend if point["overall"] is not None][-1]
        for key, name in (("value", "overall"), ("low", "low"), ("high", "high")):
            near = abs(overall[key] - last[name]) <= _ROUNDED
            yield name, overall[key], overall[key] if near else last[name]


def _course(trend: list[Document]) -> list[Any]:
    return [(point["runId"], point["overall"], point["content"]) for point in trend]


def _tiles(places: Places) -> Iterator[Same]:
    if places.tiles is None:
        return
    tile, overall = places.tiles["overall"], places.summary["scores"]["overall"]
    group = places.metrics["stored"]["groups"]
    unfiltered = not places.view.keys() - {"from"}
    if unfiltered and group:
        reading = group[0]["values"]["overall"]
        yield "metrics", tile and tile["value"], reading and reading["value"]
    now = places.tiles_now
    if now and now["asOf"]:
        tile = now["overall"]
        yield "dashboard", overall and overall["value"], tile and whole(tile["value"])
        yield "counted", overall and overall["n"], tile and tile["n"]
    groups = places.stored_now["groups"] if places.stored_now else []
    for group in groups:
        for name in ("overall", "technical", "audienceFit"):
            score, reading = places.summary["scores"][name], group["values"][name]
            yield f"metrics, {name}", score and score["value"], reading and whole(reading["value"])


def _materials(places: Places) -> Iterator[Same]:
    fit = places.summary["scores"]["audienceFit"]
    for material in places.materials:
        if material["isPrimary"] and not places.summary["provisional"]:
            yield "audience fit", fit and fit["value"], material["audienceFit"]


def _headline(places: Places) -> Iterator[Same]:
    """A single analysis in the chosen days without filters: its own score and rates."""
    if not places.total or places.view or places.metrics["all"]["runs"] != 1:
        return
    if places.uncounted:  # the dashboard shows a newer analysis, in which no answer counted
        return
    content, reading = places.summary["scores"]["content"], places.total["values"]["content"]
    yield "content", content and content["value"], reading and whole(reading["value"])
    yield "n", content and content["n"], reading and reading["n"]
    inputs = {line["name"]: line for line in places.evidence.get("content", {}).get("inputs", ())}
    for name in ("mentionRate", "recommendationRate", "citationRate", "shareOfVoice"):
        line, rate = inputs.get(name), places.total["values"][name]
        yield f"{name}, n", line and line["n"], rate and rate["n"]
        if line and rate and rate["value"] is not None:
            yield name, round(line["value"], 6), round(rate["value"], 6)


def _verdicts(places: Places) -> Iterator[Same]:
    """How the brand's numbers changed: the run's own verdict wherever the run stands alone."""
    news = places.files.news
    scores = places.summary["scores"]
    if news is not None:
        there = news.results.model_dump(mode="json", by_alias=True)["scores"]
        for name, score in scores.items():
            yield f"digest, {name}", score and score["delta"], there[name] and there[name]["delta"]
    if not places.total or places.view.keys() - {"from"}:
        return
    mine = {group["key"]: group for group in places.metrics["competitor"]["groups"]}["brand"]
    for name in ("mentionRate", "shareOfVoice"):
        whole, row = places.total["values"][name], mine["values"][name]
        if whole and row:
            yield f"competitors, {name}", whole["delta"], row["delta"]
    content, reading = scores["content"], places.total["values"]["content"]
    alone = places.metrics["all"]["runs"] == 1 and content and reading
    if alone and content["delta"] and reading["delta"] and not places.summary["provisional"]:
        yield "analytics", _change(content["delta"]), _change(reading["delta"])


def _change(delta: Document) -> Any:
    return delta["points"], delta["verdict"]


def _groups(places: Places) -> Iterator[Same]:
    """Parts add up to the whole."""
    if not places.total:
        return
    for name in ("engine", "prompt", "topic"):
        groups = places.metrics[name]["groups"]
        for key in ("answers", "failed"):
            yield f"{name}, {key}", places.total[key], sum(group[key] for group in groups)
        for rate in ("mentionRate", "recommendationRate"):
            hits = [g["values"][rate]["hits"] for g in groups if g["values"][rate]]
            whole = places.total["values"][rate]
            yield f"{name}, {rate}", whole and whole["hits"], sum(hits)
    rivals = places.metrics["competitor"]["groups"]
    yield (
        "competitors",
        len(rivals),
        len([c for c in places.competitors if c["status"] == "tracked"]) + 1,
    )
    for group in rivals:
        yield f"competitor {group['label']}, answers", places.total["answers"], group["answers"]
        if group["key"] == "brand":
            mine, whole = group["values"], places.total["values"]
            for rate in ("mentionRate", "shareOfVoice"):
                if len(rivals) > 1 or rate == "mentionRate":
                    yield (
                        f"brand's {rate}",
                        whole[rate] and whole[rate]["value"],
                        mine[rate] and mine[rate]["value"],
                    )
    counted = {rival["key"]: (rival["values"]["mentionRate"] or {}).get("hits") for rival in rivals}
    named: dict[str, int] = dict.fromkeys((k for k in counted if k != "brand"), 0)
    for group in places.metrics["prompt"]["groups"]:
        for rival in group["rivals"]:
            named[rival["id"]] += rival["answers"]
    for key, answers in named.items():
        yield f"named beside questions: {key}", counted[key], answers


def _behind(places: Places) -> Iterator[Same]:
    """Each number of analytics and the list of the answers behind it."""
    if not places.total or not places.counted:
        return
    yield "all", places.total["answers"], places.counted["all"]
    rate = places.total["values"]["mentionRate"]
    yield "mentionRate", rate["hits"], places.counted["mentionRate"]
    for name in ("engine", "prompt", "topic"):
        for group in places.metrics[name]["groups"][:3]:
            at = f"{name} {group['key']}"
            yield f"{name} {group['label']}", group["answers"], places.counted[at]
            hits = group["values"]["mentionRate"]["hits"] if group["values"]["mentionRate"] else 0
            yield f"{name} {group['label']}, mentioned", hits, places.counted[f"{at} mentionRate"]
            for rival in (group["rivals"] or ())[:2]:
                there = places.counted[f"{at} {rival['id']}"]
                yield f"{name} {group['label']}, {rival['name']}", rival["answers"], there
    for group in places.metrics["competitor"]["groups"]:
        rate = group["values"]["mentionRate"]
        there = places.counted[f"competitor {group['key']}"]
        yield f"competitor {group['label']}", rate and rate["hits"], there


def _shared_tables(places: Places) -> Iterator[Same]:
    shared = places.shared
    if shared is None or "intent" in places.view:
        return
    for name, group in (
        ("engines", "engine"),
        ("prompts", "prompt"),
        ("competitors", "competitor"),
    ):
        mine = {row["label"]: row["values"] for row in places.metrics[group]["groups"]}
        for row in shared[name]:
            for rate, there in row["values"].items():
                if rate in mine.get(row["label"], ()):
                    here = mine[row["label"]][rate]
                    yield (
                        f"{name}, {row['label']}, {rate}",
                        here and here["value"],
                        there and there["value"],
                    )
    line = places.metrics["stored"]
    yield "basis", line["basis"], shared["basis"]
    gaps = places.lists["gaps/content"]["data"][:50]
    yield "gaps", [row["prompt"] for row in gaps], [row["prompt"] for row in shared["gaps"]]


def _value(reading: Document | None) -> Any:
    return reading and reading["value"]


def _runs(places: Places) -> Iterator[Same]:
    asked = [r for r in places.runs if r["kind"] in {"full", "content"} and r["basis"]]
    ended = [r for r in asked if r["status"] in {"completed", "partial"}]
    if places.metrics and not places.view:
        basis = places.metrics["all"]["basis"]
        yield "newest basis", ended[0]["basis"] if ended else None, basis
    content = places.summary["scores"]["content"]
    if content and not places.summary["provisional"] and content["unit"] == "answers":
        run = places.summary["run"]
        yield "counted of the run", True, content["n"] <= run["validAnswers"]


PAIRS: tuple[Pair, ...] = (
    Pair("scores", "dashboard", "API scores, MCP", _each_score("scores")),
    Pair("scores", "dashboard", "portfolio", _each_score("portfolio")),
    Pair("scores", "dashboard", "share view", _each_score("shared")),
    Pair("scores", "dashboard", "portfolio's file", _scores_of_file),
    Pair("scores", "dashboard", "evidence drawer", _scores_of_evidence),
    Pair("n", "evidence drawer", "its answers", _answers_of_evidence),
    Pair("blend", "AI Visibility", "its two parts", _blend),
    Pair("AI Visibility", "dashboard", "gaps, brands", _overall_of_lists),
    Pair("open gaps", "dashboard", "overview, lists, file", _open),
    Pair("open gaps", "dashboard", "their trend", _trend_of_gaps),
    Pair("course of AI Visibility", "dashboard", "portfolio, score", _trend_of_scores),
    Pair("AI Visibility", "tiles", "dashboard, metrics", _tiles),
    Pair("audience fit", "dashboard", "list of materials", _materials),
    Pair("scores and rates", "analytics", "evidence drawer", _headline),
    Pair("changes", "dashboard", "digest, analytics", _verdicts),
    Pair("answers and rates", "analytics", "by assistant, question, topic, competitor", _groups),
    Pair("answers behind it", "number drawer", "list of answers", _behind),
    Pair("tables", "analytics", "share view", _shared_tables),
    Pair("analyses", "list of runs", "analytics, dashboard", _runs),
    *FILE_PAIRS,
)


def contradictions(places: Places) -> tuple[int, list[Contradiction]]:
    """How many numbers were compared, and those that differ."""
    compared = [(pair, *same) for pair in PAIRS for same in pair.read(places)]
    return len(compared), [Contradiction(*line) for line in compared if line[2] != line[3]]

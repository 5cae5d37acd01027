"""Every place of the product that shows numbers of a brand, read once for each state.

Invariant: places are read as their screens read them, with the same parameters; a place that the
plan does not open is None, and no pair that needs it is compared.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

import httpx

from tests.assurance.contradictions_files import Files, read_files
from tests.assurance.contradictions_scene import FREE, Scene
from tests.conftest import browser

Document = dict[str, Any]
Params = Mapping[str, Any]
INTENTS = ("discovery", "comparison", "problem", "how-to")  # what neutral questions are
RATES = ("mentionRate", "recommendationRate", "citationRate", "avgPosition", "sentiment")
UNDONE = "open,planned,in-progress"
ALL = "?limit=200"
_T = TypeVar("_T")


@dataclass
class Places:
    """What each place shows of one brand in one state; `view` are the days and filters chosen."""

    scene: Scene
    view: Document
    summary: Document = field(default_factory=dict)
    scores: Document = field(default_factory=dict)
    brand: Document = field(default_factory=dict)
    portfolio: Document = field(default_factory=dict)
    portfolio_line: Document = field(default_factory=dict)
    gaps: Document = field(default_factory=dict)
    lists: dict[str, Document] = field(default_factory=dict)
    undone: dict[str, Document] = field(default_factory=dict)
    evidence: dict[str, Document] = field(default_factory=dict)
    runs: list[Document] = field(default_factory=list)
    competitors: list[Document] = field(default_factory=list)
    metrics: dict[str, Document] = field(default_factory=dict)
    materials: list[Document] = field(default_factory=list)
    tiles: Document | None = None
    tiles_now: Document | None = None
    stored_now: Document | None = None
    shared: Document | None = None
    counted: dict[str, int] = field(default_factory=dict)
    named: Document = field(default_factory=dict)
    files: Files = field(default_factory=Files)

    @property
    def paid(self) -> bool:
        """Whether the plan opens analytics."""
        return self.scene.plan != FREE

    @property
    def total(self) -> Document | None:
        """The group of everything in the chosen days, None where nothing was measured."""
        groups = self.metrics["all"]["groups"] if self.metrics else []
        return groups[0] if groups else None

    @property
    def uncounted(self) -> bool:
        """Whether the newest analysis of answers says that none of them counted."""
        asked = [run for run in self.runs if run["kind"] in {"full", "content"}]
        ended = [run for run in asked if run["status"] in {"completed", "partial"}]
        failure = (ended[0]["failure"] if ended else None) or {}
        return failure.get("code") == "answers-uncounted"


async def read(scene: Scene) -> Places:
    """All places of the brand, for days and filters chosen by chance."""
    found = Places(scene, _view(scene))
    client, path = scene.client, scene.path
    found.summary = await _json(client, f"{path}/summary")
    found.scores = await _json(client, f"{path}/scores")
    (found.brand,) = (await _json(client, "/api/v1/brands"))["data"]
    (found.portfolio,) = (await _json(client, "/api/v1/portfolio"))["data"]
    file = await client.get("/api/v1/portfolio.csv")
    (found.portfolio_line,) = csv.DictReader(io.StringIO(file.content.decode("utf-8-sig")))
    found.gaps = await _json(client, f"{path}/gaps/summary")
    for name in ("gaps/content", "gaps/technical", "recommendations"):
        found.lists[name] = await _json(client, f"{path}/{name}{ALL}")
        found.undone[name] = await _json(client, f"{path}/{name}{ALL}&filter[status]={UNDONE}")
    found.runs = (await _json(client, f"{path}/runs{ALL}"))["data"]
    found.competitors = (await _json(client, f"{path}/competitors{ALL}"))["data"]
    found.materials = (await _json(client, f"{path}/materials"))["data"]
    for name, score in found.summary["scores"].items():
        if score:
            run = found.summary["scoreRuns"][name]
            tail = f"/api/v1/runs/{run}/evidence?metric={name}"
            found.evidence[name] = await _json(client, tail)
    found.named = await _json(client, f"{path}/named")
    if found.paid:
        await _analytics(found)
    found.files = await read_files(scene, found.view, paid=found.paid)
    return found


def _view(scene: Scene) -> Document:
    """Days and filters as somebody would choose them."""
    rng = scene.rng
    view: Document = rng.choice(({}, {}, {"from": scene.day(30)}, {"from": scene.day(0)}))
    if rng.random() < 0.3:
        view |= {"engine": [rng.choice(("chatgpt", "claude", "simulator"))]}
    if rng.random() < 0.2:
        view |= {"intent": ["discovery"]}
    return view


async def _analytics(found: Places) -> None:
    client, path, view = found.scene.client, found.scene.path, found.view
    chosen: Document = {"metrics": ["content", *RATES, "shareOfVoice"], **view}
    found.metrics["all"] = await _json(client, f"{path}/metrics", chosen)
    for group in ("engine", "prompt", "topic"):
        asked = {**chosen, "groupBy": group, "rivals": True}
        found.metrics[group] = await _json(client, f"{path}/metrics", asked)
    named = {**view, "metrics": ["shareOfVoice", "mentionRate"], "groupBy": "competitor"}
    found.metrics["competitor"] = await _json(client, f"{path}/metrics", named)
    stored = {**view, "metrics": ["overall", "content"]}
    found.metrics["stored"] = await _json(client, f"{path}/metrics", stored)
    days = {name: view[name] for name in ("from",) if name in view}
    found.tiles = await _json(client, f"{path}/metrics/tiles", days)
    found.tiles_now = await _json(client, f"{path}/metrics/tiles")
    found.stored_now = await _json(
        client, f"{path}/metrics", {"metrics": ["overall", "technical", "audienceFit"]}
    )
    found.shared = await _shared(found, days)
    await _count(found)


async def _shared(found: Places, days: Params) -> Document:
    """What a link to the same days and filters shows to anybody."""
    scene, view = found.scene, found.view
    await scene.admin.execute("DELETE FROM share_link")
    body = {"name": "For the board", "engines": view.get("engine", []), **days}
    if days:
        body["to"] = scene.day(0)
    made = await scene.client.post(f"{scene.path}/share-links", json=body)
    assert made.status_code == 201, made.text
    (line,) = (await _json(scene.client, "/api/v1/share-links"))["data"]
    token = line["url"].rpartition("/")[2]
    async with browser(scene.app) as anybody:
        return await _json(anybody, f"/api/v1/share/{token}")


async def _count(found: Places) -> None:
    """How many answers the list behind each number holds."""
    everything = found.metrics["all"]
    if everything["basis"] is None:
        return
    here: Document = {**found.view, "counted": True, "limit": 1}
    asked: dict[str, Document] = {"all": {}, "mentionRate": {"mentioned": True}}
    for name, parameter in (("engine", "engine"), ("prompt", "prompt"), ("topic", "topic")):
        for group in found.metrics[name]["groups"][:3]:
            key = group["key"]
            asked[f"{name} {key}"] = {parameter: [key]}
            asked[f"{name} {key} mentionRate"] = {parameter: [key], "mentioned": True}
            for rival in (group["rivals"] or ())[:2]:
                asked[f"{name} {key} {rival['id']}"] = {parameter: [key], "entity": rival["id"]}
    for group in found.metrics["competitor"]["groups"]:
        asked[f"competitor {group['key']}"] = {"entity": group["key"]}
    for name, more in asked.items():
        page = await _json(found.scene.client, f"{found.scene.path}/answers", {**here, **more})
        found.counted[name] = page["page"]["total"]


async def _json(client: httpx.AsyncClient, path: str, params: Params | None = None) -> Document:
    answer = await client.get(path, params=params)
    assert answer.status_code == 200, f"{path} {answer.text}"
    document: Document = answer.json()
    return document

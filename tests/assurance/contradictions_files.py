"""What leaves the house of a brand: report files, exports of views, digests, tools of assistants.

Invariant: each is made by the product's own job or server and read as its receiver reads it. Files
take turns: after one step a report in a table and on paper, after the next the exports of views.
"""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import docx
import pypdfium2
from mcp import Client

import presence.domains.publishing.jobs  # noqa: F401 - registers the jobs
from presence.domains.messaging.service.digests.content import BrandNews, workspace_news
from presence.domains.messaging.service.digests.workspaces import ReadWorkspace
from presence.domains.publishing.service.reports.requests import JOB as REPORT
from presence.domains.publishing.service.view_exports.requests import JOB as EXPORT
from presence.entrypoints.mcp.calling import API, Api
from presence.entrypoints.mcp.tools import build_server
from tests.assurance.contradictions_scene import Scene

Document = dict[str, Any]
Rows = list[dict[str, str]]
_PAPERS = ("pdf", None, "docx", None)  # after which step which; None for exports
LISTED = 100  # rows of a list that a tool answers at most
_PERIOD = timedelta(days=400)


@dataclass
class Files:
    """What each file holds; tables by name, rows by heading."""

    report: dict[str, Rows] = field(default_factory=dict)
    exported: dict[str, Rows] = field(default_factory=dict)
    paper: str | None = None
    news: BrandNews | None = None
    tools: dict[str, Document] = field(default_factory=dict)


async def read_files(scene: Scene, view: Mapping[str, Any], *, paid: bool) -> Files:
    """All of them; without those that the plan does not make."""
    found = Files(news=await _news(scene), tools=await _tools(scene))
    paper = _PAPERS[len(scene.done) % len(_PAPERS)]
    if paid and paper is None:
        found.exported = _tables(await _export(scene, "gaps", {}))
        filters = {**view, "counted": True}
        found.exported |= _tables(await _export(scene, "analytics", filters))
    elif paid and paper is not None and found.news is not None:  # something to report on
        found.report = _tables(await _report(scene, "csv"))
        found.paper = _words(paper, await _report(scene, paper))
    return found


async def _report(scene: Scene, form: str) -> bytes:
    asked = await scene.client.post(f"{scene.path}/reports", json={"format": form})
    assert asked.status_code == 202, asked.text
    await scene.work(REPORT)
    return await _file(scene, f"/api/v1/reports/{asked.json()['id']}")


async def _export(scene: Scene, resource: str, filters: Mapping[str, Any]) -> bytes:
    body = {"brandId": str(scene.subject.brand_id), "resource": resource, "format": "zip"}
    asked = await scene.client.post("/api/v1/exports", json={**body, "filters": dict(filters)})
    assert asked.status_code == 202, asked.text
    await scene.work(EXPORT)
    return await _file(scene, f"/api/v1/exports/{asked.json()['id']}")


async def _file(scene: Scene, path: str) -> bytes:
    done = (await scene.client.get(path)).json()
    assert done["status"] == "ready", done
    sent = await scene.client.get(f"{path}/download")
    assert sent.status_code == 302, sent.text
    return (await scene.client.get(sent.headers["location"])).content


def _tables(archive: bytes) -> dict[str, Rows]:
    with zipfile.ZipFile(io.BytesIO(archive)) as files:
        return {
            name.removesuffix(".csv"): list(
                csv.DictReader(io.StringIO(files.read(name).decode("utf-8-sig")))
            )
            for name in files.namelist()
            if name.endswith(".csv")
        }


def _words(form: str, content: bytes) -> str:
    """All text, blanks folded."""
    if form == "docx":
        document = docx.Document(io.BytesIO(content))
        said = " ".join(paragraph.text for paragraph in document.paragraphs)
    else:
        pages = pypdfium2.PdfDocument(content)
        said = " ".join(page.get_textpage().get_text_range() for page in pages)
    return re.sub(r"\s+", " ", said)


async def _news(scene: Scene) -> BrandNews | None:
    """What a digest of the whole life of the brand says; None before the first analysis."""
    now = scene.hands.clock.now()
    workspace = ReadWorkspace(scene.subject.tenant.workspace_id, "", weekly=True)
    async with scene.database.transaction(scene.subject.tenant.binding) as session:
        found = await workspace_news(session, workspace, now - _PERIOD, now)
    return found[0] if found else None


class _OwnersApi(Api):
    """The API as its tools call it, with the owner's cookie in place of a key."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene

    async def get(self, ctx: Any, path: str, params: Mapping[str, Any] | None = None) -> Any:
        given = {name: value for name, value in (params or {}).items() if value not in (None, [])}
        answer = await self._scene.client.get(f"{API}{path}", params=given)
        assert answer.status_code == 200, answer.text
        return answer.json()


async def _tools(scene: Scene) -> dict[str, Document]:
    """What each tool that shows numbers answers to an assistant."""
    brand = {"brand_id": str(scene.subject.brand_id)}
    listed = {**brand, "limit": LISTED}
    asked: dict[str, Document] = {"get_scores": brand, "list_brands": {}}
    for name in ("list_content_gaps", "list_technical_issues", "list_recommendations"):
        asked[name] = listed
    found: dict[str, Document] = {}
    async with Client(build_server(_OwnersApi(scene), "1")) as client:
        for name, arguments in asked.items():
            result = await client.call_tool(name, arguments)
            assert not result.is_error, result.content
            found[name] = result.structured_content or {}
    return found

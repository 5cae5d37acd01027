"""A stored run leaves as a file that scores again to the same bytes, for those who may have it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from uuid import UUID

import asyncpg
import httpx
import pytest
from fastapi import FastAPI
from typer.testing import CliRunner, Result

from presence.analysis.bundle import pack, unpack, verify
from presence.analysis.provenance import canonical
from presence.core.errors import NotFound
from presence.core.ids import new_id
from presence.db.session import Database
from presence.domains.measurement.service.rescoring import rescore
from presence.domains.results.service import bundles
from presence.entrypoints.cli import app as command_line
from presence.jobs.context import JobContext, JobResources
from tests.conftest import Place, browser
from tests.factories.people import Tenant
from tests.factories.runs import (
    Analysed,
    Subject,
    begin_run,
    make_brand,
    session_cookies,
    work_off,
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where bundles are written."""
    return tmp_path_factory.mktemp("bundles")


async def test_a_run_with_pages_scores_again_to_the_same_bytes(
    database: Database, analysed: Analysed
) -> None:
    data = await bundles.export(database, analysed.run_id)
    files = unpack(data)
    verdict = verify(files)
    assert verdict.difference is None
    assert verdict.accepted
    assert verdict.answers > 0
    assert verdict.recorded == ("audienceFit",)
    assert len(files["pages.jsonl"].splitlines()) > 1
    assert json.loads(files["audit.json"])["findings"]
    metrics = {row["metric"] for row in json.loads(files["scores.json"])}
    assert {"content", "technical", "overall", "audienceFit", "mentionRate"} <= metrics


async def test_the_same_run_is_the_same_bytes(database: Database, analysed: Analysed) -> None:
    first = await bundles.export(database, analysed.run_id)
    assert await bundles.export(database, analysed.run_id) == first


async def test_an_altered_page_is_named(database: Database, analysed: Analysed) -> None:
    files = unpack(await bundles.export(database, analysed.run_id))
    changed = files["pages.jsonl"].replace(b'"title":"', b'"title":"X', 1)
    found = verify({**files, "pages.jsonl": changed}).difference
    assert found is not None
    assert found.path.startswith("pages.jsonl:")


async def test_what_was_scored_again_verifies_too(
    database: Database, admin: asyncpg.Connection, hands: JobResources, tenant: Tenant
) -> None:
    subject = await make_brand(database, tenant)
    run_id = await begin_run(database, subject)
    await work_off(hands, subject, run_id)
    before = await bundles.export(database, run_id)
    await admin.execute("UPDATE brand SET name = 'Other' WHERE id = $1", subject.brand_id)
    await rescore(JobContext(tenant.workspace_id, 5, hands), subject.brand_id)
    after = await bundles.export(database, run_id)
    assert after != before
    assert verify(unpack(after)).accepted
    assert json.loads(unpack(after)["manifest.json"])["run"]["revision"] == 2


async def test_an_unknown_run_and_one_without_a_result_are_refused(
    app: FastAPI, database: Database, tenant: Tenant, described: Subject
) -> None:
    with pytest.raises(NotFound):
        await bundles.export(database, new_id())
    run_id = await begin_run(database, described)
    async with browser(app, cookies=await session_cookies(database, tenant)) as client:
        refused = await client.get(f"/api/v1/runs/{run_id}/bundle")
    assert refused.status_code == 409
    assert refused.json()["message"] == (
        "This analysis has no result yet that could be scored again."
    )


async def test_who_may_run_an_analysis_may_download_it(
    owner: httpx.AsyncClient,
    stranger: httpx.AsyncClient,
    database: Database,
    admin: asyncpg.Connection,
    analysed: Analysed,
) -> None:
    path = f"/api/v1/runs/{analysed.run_id}/bundle"
    given = await owner.get(path)
    assert given.status_code == 200
    assert given.headers["content-type"] == "application/zip"
    assert f"run-{analysed.run_id}.zip" in given.headers["content-disposition"]
    assert given.content == await bundles.export(database, analysed.run_id)
    assert (await stranger.get(path)).status_code == 404
    change = "UPDATE membership SET role = $2 WHERE user_id = $1"
    await admin.execute(change, analysed.tenant.user_id, "viewer")
    assert (await owner.get(path)).status_code == 403
    await admin.execute(change, analysed.tenant.user_id, "owner")


async def test_whose_run_it_is_tells_an_id_and_nothing_to_others(
    admin: asyncpg.Connection, analysed: Analysed
) -> None:
    granted = await admin.fetchval(
        "SELECT has_function_privilege('customer', 'workspace_of_run(uuid)', 'EXECUTE')"
    )
    others = await admin.fetchval(
        "SELECT has_function_privilege('auditor', 'workspace_of_run(uuid)', 'EXECUTE')"
    )
    found: UUID = await admin.fetchval("SELECT workspace_of_run($1)", analysed.run_id)
    assert (granted, others, found) == (True, False, analysed.tenant.workspace_id)


@pytest.fixture
def shell(place: Place, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Awaitable[Result]]:
    """The product's commands, on this database; each runs as its own process would."""
    monkeypatch.setenv("PRESENCE_DATABASE__CUSTOMER_URL", place.url("customer"))

    async def call(*arguments: object) -> Result:
        words = [str(argument) for argument in arguments]
        return await asyncio.to_thread(CliRunner().invoke, command_line, words)

    return call


async def test_the_commands_write_and_check_it(
    shell: Callable[..., Awaitable[Result]], database: Database, analysed: Analysed, folder: Path
) -> None:
    good, bad = folder / "good.zip", folder / "bad.zip"
    wrote = await shell("export-run", analysed.run_id, "--out", good)
    assert wrote.exit_code == 0, wrote.output
    assert good.read_bytes() == await bundles.export(database, analysed.run_id)
    accepted = await shell("verify-bundle", good)
    assert (accepted.exit_code, accepted.output.split(":")[0]) == (0, "Accepted")
    files = unpack(good.read_bytes())
    scores = json.loads(files["scores.json"])
    next(row for row in scores if row["metric"] == "content")["value"] = 12.5
    bad.write_bytes(pack({**files, "scores.json": canonical(scores)}))
    differs = await shell("verify-bundle", bad)
    assert differs.exit_code == 1
    first, _, got = differs.output.splitlines()
    assert (first, got.split()) == ("First difference: scores.json/content/value", ["got", "12.5"])


async def test_the_commands_say_what_they_cannot_do(
    shell: Callable[..., Awaitable[Result]], analysed: Analysed, folder: Path
) -> None:
    none = folder / "none.zip"
    none.write_bytes(b"not a zip")
    refused = await shell("verify-bundle", none)
    missing = await shell("verify-bundle", folder / "nowhere.zip")
    unknown = await shell("export-run", new_id(), "--out", folder / "unknown.zip")
    nowhere = await shell("export-run", analysed.run_id, "--out", folder / "no" / "such.zip")
    assert (refused.exit_code, refused.output.strip()) == (
        2,
        "presence: This file is not a bundle of a run.",
    )
    assert missing.exit_code == 2
    assert "No such file" in missing.output
    assert (unknown.exit_code, unknown.output.startswith("presence: ")) == (1, True)
    assert not (folder / "unknown.zip").exists()
    assert nowhere.exit_code == 1
    assert "could not be written" in nowhere.output

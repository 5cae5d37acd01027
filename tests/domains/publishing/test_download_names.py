"""A downloaded file is called by the product's words, whatever a customer called a brand."""

from __future__ import annotations

import re

import asyncpg
import httpx
import pytest

from presence.domains.publishing.service.reports.naming import download_name
from presence.domains.publishing.service.reports.requests import JOB
from tests.factories.post import Post
from tests.factories.runs import Analysed

NAMED = "content-disposition"
DAY = r"\d{4}-\d\d-\d\d"


@pytest.mark.parametrize(
    ("stored", "shown"),
    [
        ("ai-visibility-report-2026-11-21.pdf", "ai-visibility-report-2026-11-21.pdf"),
        ("content-gaps-2026-11-21-018f2c3a.csv", "content-gaps-2026-11-21-018f2c3a.csv"),
        ("räder-ai-visibility-2026-11-21.pdf", "presence-file.pdf"),
        ("acme\u202efdp.exe", "presence-file.exe"),
        ('a"; filename="evil.exe', "presence-file.exe"),
        ("a\r\nset-cookie: x=1.csv", "presence-file.csv"),
        ("../../etc/passwd", "presence-file"),
        ("", "presence-file"),
    ],
)  # fmt: skip
def test_only_our_own_names_reach_the_header(stored: str, shown: str) -> None:
    assert download_name(stored) == shown


async def test_the_header_of_a_report_holds_no_name_that_somebody_slipped_into_the_store(
    owner: httpx.AsyncClient, post: Post, analysed: Analysed, admin: asyncpg.Connection
) -> None:
    body = {"format": "csv", "sections": ["summary"]}
    asked = await owner.post(f"/api/v1/brands/{analysed.brand_id}/reports", json=body)
    await post.deliver(JOB)
    sent = await owner.get(f"/api/v1/reports/{asked.json()['id']}/download")
    hostile = 'a"; filename="evil.exe'
    await admin.execute(
        "UPDATE made_file SET name = $1 WHERE workspace_id = $2",
        hostile,
        analysed.tenant.workspace_id,
    )
    file = await owner.get(sent.headers["location"])
    assert file.status_code == 200
    assert file.headers[NAMED] == 'attachment; filename="presence-file.exe"'


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/api/v1/portfolio.csv", rf"brands-{DAY}\.csv"),
        ("/api/v1/audit-log/file", r"audit-log\.json"),
        ("/api/v1/runs/{run}/bundle", r"run-{run}\.zip"),
        ("/api/v1/answers/{answer}/raw", r"answer-{answer}\.json"),
    ],
)
async def test_a_file_is_called_by_our_words_whatever_the_address_asks_for(
    owner: httpx.AsyncClient, analysed: Analysed, path: str, name: str
) -> None:
    listed = await owner.get(f"/api/v1/brands/{analysed.brand_id}/answers")
    ids = {"run": str(analysed.run_id), "answer": listed.json()["data"][0]["id"]}
    wish = {"filename": "evil.exe", "name": "evil.exe", "download": "evil.exe"}
    plain = await owner.get(path.format(**ids))
    asked = await owner.get(path.format(**ids), params=wish)
    assert plain.status_code == 200, plain.text
    for key, value in ids.items():
        name = name.replace("{" + key + "}", value)
    for answer in (plain, asked):
        assert answer.status_code == 200
        assert re.fullmatch(f'attachment; filename="{name}"', answer.headers[NAMED])


async def test_a_copy_of_ones_data_is_called_by_our_words(
    owner: httpx.AsyncClient, post: Post
) -> None:
    made = (await owner.post("/api/v1/me/export")).json()["id"]
    await post.deliver("outputs.export_account")
    copy = await owner.get(f"/api/v1/me/exports/{made}", params={"filename": "evil.exe"})
    assert copy.status_code == 200
    assert copy.headers[NAMED] == 'attachment; filename="presence-my-data.zip"'

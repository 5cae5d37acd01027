"""Reports: the numbers of the screens on paper, made once, for those who may, for a day."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import asyncpg
import docx
import docx.document
import httpx
import pypdfium2
import pytest
from docx.oxml.ns import qn
from fastapi import FastAPI

from presence.db.session import Database
from presence.domains.analytics.schemas.analytics import ReadingOut
from presence.domains.publishing.jobs.reports import DROP, GIVE_UP, expired, stranded
from presence.domains.publishing.service.reports import report_job
from presence.domains.publishing.service.reports.csv_files import harmless
from presence.domains.publishing.service.reports.requests import JOB
from presence.domains.publishing.service.reports.tables import reading_text
from presence.domains.results.schemas.results import ScoreOut
from presence.domains.results.service.score_words import score_label, score_text
from presence.http.session import get_now
from presence.jobs.context import JobContext
from tests.conftest import Place, browser
from tests.factories.people import make_tenant
from tests.factories.post import Post
from tests.factories.runs import (
    Analysed,
    begin_run,
    make_brand,
    session_cookies,
    work_off,
    worker_hands,
)


async def ask(client: httpx.AsyncClient, brand_id: UUID, **body: Any) -> dict[str, Any]:
    """Ask for a report; the answer."""
    answer = await client.post(f"/api/v1/brands/{brand_id}/reports", json=body)
    assert answer.status_code == 202, answer.text
    found: dict[str, Any] = answer.json()
    assert answer.headers["location"] == f"/api/v1/reports/{found['id']}"
    return found


async def made(client: httpx.AsyncClient, post: Post, brand_id: UUID, **body: Any) -> bytes:
    """The file of a report, fetched as a browser would."""
    report = await ask(client, brand_id, **body)
    await post.deliver(JOB)
    done = (await client.get(f"/api/v1/reports/{report['id']}")).json()
    assert done["status"] == "ready", done
    sent = await client.get(f"/api/v1/reports/{report['id']}/download")
    assert sent.status_code == 302
    file = await client.get(sent.headers["location"])
    assert (file.status_code, len(file.content)) == (200, done["size"])
    return file.content


def tables(archive: bytes) -> dict[str, list[dict[str, str]]]:
    """CSV files of an archive as rows by heading."""
    files = zipfile.ZipFile(io.BytesIO(archive))
    return {
        name.removesuffix(".csv"): list(
            csv.DictReader(io.StringIO(files.read(name).decode("utf-8-sig")))
        )
        for name in files.namelist()
        if name.endswith(".csv")
    }


def words_of(pdf: bytes) -> str:
    """All text of a PDF, blanks folded."""
    document = pypdfium2.PdfDocument(pdf)
    text = " ".join(page.get_textpage().get_text_range() for page in document)
    return re.sub(r"\s+", " ", text)


def titles_of(document: docx.document.Document) -> set[str]:
    """The headings of a Word document."""
    styled = ((p.style.name if p.style else "", p.text) for p in document.paragraphs)
    return {text for style, text in styled if (style or "").startswith("Heading")}


async def read(client: httpx.AsyncClient, analysed: Analysed, tail: str) -> Any:
    """What a screen reads of the brand."""
    answer = await client.get(f"/api/v1/brands/{analysed.brand_id}/{tail}")
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_csv_numbers_equal_those_of_the_screens_to_the_digit(
    owner: httpx.AsyncClient, post: Post, analysed: Analysed
) -> None:
    found = tables(await made(owner, post, analysed.brand_id, format="csv"))
    scores = (await read(owner, analysed, "summary"))["scores"]
    rows = {row["Score"]: row for row in found["summary"]}
    assert set(rows) == {
        score_label(name, score["standsFor"]) for name, score in scores.items() if score
    }
    for name, score in scores.items():
        if score:
            row = rows[score_label(name, score["standsFor"])]
            assert [float(row[c]) for c in ("Value", "Low 95 %", "High 95 %", "n")] == [
                score[key] for key in ("value", "low", "high", "n")
            ]
    asked = "metrics=content&metrics=mentionRate&metrics=avgPosition&groupBy=engine"
    (engine,) = (await read(owner, analysed, f"metrics?{asked}"))["groups"]
    (row,) = found["engines"]
    rate = engine["values"]["mentionRate"]
    assert row["Engine"] == engine["label"]
    assert float(row["Mention rate, n"]) == rate["n"]
    for column, part in (("", "value"), (", low", "low"), (", high", "high")):
        assert row[f"Mention rate{column}"] == ("" if rate[part] is None else str(rate[part]))
    gaps = await read(owner, analysed, "gaps/content?limit=200")
    assert len(found["gaps"]) == len(gaps["data"])
    assert [row["Answer word for word"] for row in found["gaps"]] == [
        harmless(gap["aiResponse"]) for gap in gaps["data"]
    ]


async def test_a_pdf_says_what_the_screens_say(
    owner: httpx.AsyncClient, post: Post, analysed: Analysed
) -> None:
    pdf = await made(owner, post, analysed.brand_id, format="pdf")
    text = words_of(pdf)
    scores = (await read(owner, analysed, "summary"))["scores"]
    for name, score in scores.items():
        if score:
            assert score_label(name, score["standsFor"]) in text
            assert score_text(ScoreOut.model_validate(score)) in text
    asked = "metrics=mentionRate&groupBy=engine"
    (engine,) = (await read(owner, analysed, f"metrics?{asked}"))["groups"]
    assert reading_text(ReadingOut.model_validate(engine["values"]["mentionRate"])) in text
    assert "These numbers come from a simulation" in text
    assert "bootstrap with 2000 resamples" in text
    assert pdf.count(b"StructTreeRoot")
    assert b"pdfuaid" in pdf


async def test_a_word_document_holds_the_words_tables_and_pictures_of_the_pdf(
    owner: httpx.AsyncClient, post: Post, analysed: Analysed
) -> None:
    made_file = await made(owner, post, analysed.brand_id, format="docx")
    document = docx.Document(io.BytesIO(made_file))
    titles = titles_of(document)
    assert {"Summary", "Engines", "Questions", "Content gaps", "Method"} <= titles
    said = " ".join(paragraph.text for paragraph in document.paragraphs)
    scores = (await read(owner, analysed, "summary"))["scores"]
    for name, score in scores.items():
        if score:
            assert score_label(name, score["standsFor"]) in titles
            assert score_text(ScoreOut.model_validate(score)) in re.sub(r"\s+", " ", said)
    pictures = document.element.body.iter(qn("wp:docPr"))
    shown = {score_label(name, score["standsFor"]) for name, score in scores.items() if score}
    assert {picture.get("descr").split(":")[0] for picture in pictures} >= shown
    for table in document.tables:
        assert list(table.rows[0]._tr.iter(qn("w:tblHeader")))
    asked = "metrics=mentionRate&groupBy=engine"
    (engine,) = (await read(owner, analysed, f"metrics?{asked}"))["groups"]
    cells = [cell.text for table in document.tables for row in table.rows for cell in row.cells]
    assert reading_text(ReadingOut.model_validate(engine["values"]["mentionRate"])) in cells
    assert document.core_properties.title.endswith(": AI visibility report")


async def test_a_pdf_has_the_sections_asked_for_and_no_other(
    owner: httpx.AsyncClient, post: Post, analysed: Analysed
) -> None:
    text = words_of(await made(owner, post, analysed.brand_id, format="pdf", sections=["gaps"]))
    assert "Content gaps" in text
    assert "Technical findings" not in text
    assert "Formulas" not in text


async def test_a_retried_job_makes_one_file_and_one_notice(
    owner: httpx.AsyncClient,
    post: Post,
    analysed: Analysed,
    app: FastAPI,
    admin: asyncpg.Connection,
) -> None:
    report = await ask(owner, analysed.brand_id, format="csv", sections=["summary"])
    files = await admin.fetchval("SELECT count(*) FROM made_file")
    await admin.execute("UPDATE report SET status = 'running' WHERE id = $1", UUID(report["id"]))
    state = app.state
    async with worker_hands(state.database, state.settings) as hands:
        for attempt in (2, 3):
            context = JobContext(analysed.tenant.workspace_id, attempt, hands)
            await report_job.make(context, UUID(report["id"]))
    assert await admin.fetchval("SELECT count(*) FROM made_file") == files + 1
    await post.deliver(JOB)
    await post.deliver("notification.report-ready")
    bell = (await owner.get("/api/v1/notifications")).json()["data"]
    told = [line for line in bell if line["subjectId"] == report["id"]]
    assert [(line["kind"], line["data"]["format"]) for line in told] == [("report-ready", "CSV")]


async def test_a_cancelled_report_is_not_made_until_it_is_asked_for_again(
    owner: httpx.AsyncClient, post: Post, analysed: Analysed
) -> None:
    path = "/api/v1/reports/" + (await ask(owner, analysed.brand_id, format="csv"))["id"]
    assert (await owner.post(f"{path}/retry")).status_code == 409
    assert (await owner.post(f"{path}/cancel")).json()["status"] == "canceled"
    await post.deliver(JOB)
    assert (await owner.get(path)).json()["status"] == "canceled"
    assert (await owner.get(f"{path}/download")).status_code == 404
    assert (await owner.post(f"{path}/cancel")).status_code == 409
    assert (await owner.post(f"{path}/retry")).json()["status"] == "queued"
    await post.deliver(JOB)
    assert (await owner.get(path)).json()["status"] == "ready"


async def test_a_file_goes_after_a_day_and_its_report_says_so(
    owner: httpx.AsyncClient,
    post: Post,
    analysed: Analysed,
    app: FastAPI,
    admin: asyncpg.Connection,
) -> None:
    report = await ask(owner, analysed.brand_id, format="csv", sections=["summary"])
    await post.deliver(JOB)
    path = f"/api/v1/reports/{report['id']}"
    link = (await owner.get(f"{path}/download")).headers["location"]
    for table in ("made_file", "report"):
        await admin.execute(f"UPDATE {table} SET expires_at = expires_at - interval '1 day'")  # noqa: S608 - both names stand above
    assert (await owner.get(link)).status_code == 404
    assert (await owner.get(path)).json()["status"] == "expired"
    assert (await owner.get(f"{path}/download")).status_code == 404
    async with worker_hands(app.state.database, app.state.settings) as hands:
        await expired(hands)
    await post.deliver(DROP)
    assert await admin.fetchval("SELECT count(*) FROM made_file") == 0


async def test_a_download_link_is_sealed(
    app: FastAPI, owner: httpx.AsyncClient, post: Post, analysed: Analysed
) -> None:
    report = await ask(owner, analysed.brand_id, format="csv", sections=["summary"])
    await post.deliver(JOB)
    sent = await owner.get(f"/api/v1/reports/{report['id']}/download")
    link = sent.headers["location"]
    async with browser(app) as anybody:
        file = await anybody.get(link)
        assert file.status_code == 200
        named = r'attachment; filename="ai-visibility-report-[0-9-]{10}-[0-9a-f]{8}\.zip"'
        assert re.fullmatch(named, file.headers["content-disposition"])
        flipped = link[:-1] + ("0" if link[-1] != "0" else "1")
        assert (await anybody.get(flipped)).status_code == 404
        assert (await anybody.get("/api/v1/files/no-token")).status_code == 404


async def test_a_download_link_ends_after_a_quarter_of_an_hour_and_is_for_files_alone(
    app: FastAPI, owner: httpx.AsyncClient, post: Post, analysed: Analysed
) -> None:
    report = await ask(owner, analysed.brand_id, format="csv", sections=["summary"])
    await post.deliver(JOB)
    sent = await owner.get(f"/api/v1/reports/{report['id']}/download")
    link = sent.headers["location"]
    token = link.rpartition("/")[2]
    assert (await owner.get(f"/api/v1/unsubscribe/{token}")).status_code == 404
    app.dependency_overrides[get_now] = lambda: datetime.now(UTC) + timedelta(minutes=16)
    try:
        assert (await owner.get(link)).status_code == 404
    finally:
        del app.dependency_overrides[get_now]
    assert (await owner.get(link)).status_code == 200


async def test_a_report_whose_job_is_gone_fails_and_does_not_count(
    owner: httpx.AsyncClient,
    post: Post,
    analysed: Analysed,
    app: FastAPI,
    admin: asyncpg.Connection,
) -> None:
    report = await ask(owner, analysed.brand_id, format="csv")
    await admin.execute("DELETE FROM procrastinate_jobs WHERE task_name = $1", JOB)
    await admin.execute("UPDATE report SET changed_at = now() - interval '1 hour'")
    async with worker_hands(app.state.database, app.state.settings) as hands:
        await stranded(hands)
    await post.deliver(GIVE_UP)
    found = (await owner.get(f"/api/v1/reports/{report['id']}")).json()
    assert found["status"] == "failed"
    assert "Please try again" in found["failure"]


async def test_the_list_holds_reports_of_the_workspace_newest_first(
    owner: httpx.AsyncClient, analysed: Analysed, app: FastAPI, database: Database
) -> None:
    first = await ask(owner, analysed.brand_id, format="csv")
    second = await ask(owner, analysed.brand_id, format="pdf")
    listed = (await owner.get(f"/api/v1/reports?brand={analysed.brand_id}&limit=2")).json()
    assert [row["id"] for row in listed["data"]] == [second["id"], first["id"]]
    stranger = await session_cookies(database, await make_tenant(database))
    async with browser(app, cookies=stranger) as client:
        assert (await client.get("/api/v1/reports")).json()["data"] == []


async def test_the_same_key_asks_once(owner: httpx.AsyncClient, analysed: Analysed) -> None:
    path, headers = f"/api/v1/brands/{analysed.brand_id}/reports", {"Idempotency-Key": "report-1"}
    answers = [await owner.post(path, json={"format": "csv"}, headers=headers) for _ in range(2)]
    assert answers[0].json() == answers[1].json()
    assert answers[1].headers["location"] == answers[0].headers["location"]


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({}, "Choose PDF, Word or CSV"),
        ({"format": "exe"}, "Choose PDF, Word or CSV"),
        ({"format": "pdf", "sections": []}, "Choose at least one section of the report"),
        ({"format": "pdf", "locale": "tlh"}, "Reports are written in English"),
        ({"format": "pdf", "from": "2026-11-02", "to": "2026-11-01"}, "The first day must not be"),
    ],
)
async def test_a_bad_request_is_refused_in_a_sentence(
    owner: httpx.AsyncClient, analysed: Analysed, body: dict[str, Any], sentence: str
) -> None:
    refused = await owner.post(f"/api/v1/brands/{analysed.brand_id}/reports", json=body)
    assert refused.status_code == 422
    assert sentence in refused.text


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@sum", "\tx", "  =1", "＝1"])
def test_text_never_becomes_a_formula(text: str) -> None:
    assert harmless(text) == f"'{text}"


class TestOnTheFreePlan:
    """What somebody without a subscription gets."""

    async def test_nothing_is_reported_before_the_first_run(
        self, app: FastAPI, database: Database
    ) -> None:
        tenant = await make_tenant(database)
        subject = await make_brand(database, tenant)
        async with browser(app, cookies=await session_cookies(database, tenant)) as client:
            path = f"/api/v1/brands/{subject.brand_id}/reports"
            refused = await client.post(path, json={"format": "pdf"})
        assert (refused.status_code, "Analyze the brand first" in refused.text) == (409, True)

    async def test_the_free_plan_has_one_report_a_month_no_word_document_and_says_what_it_hides(
        self, app: FastAPI, database: Database, place: Place, post: Post
    ) -> None:
        tenant = await make_tenant(database)
        subject = await make_brand(database, tenant)
        async with worker_hands(database, place.settings()) as hands:
            await work_off(hands, subject, await begin_run(database, subject))
        async with browser(app, cookies=await session_cookies(database, tenant)) as client:
            path = f"/api/v1/brands/{subject.brand_id}/reports"
            word = await client.post(path, json={"format": "docx"})
            assert (word.status_code, word.json()["feature"]) == (403, "reports.docx")
            text = words_of(await made(client, post, subject.brand_id, format="pdf"))
            assert "does not show: trends, engines, prompts, competitors" in text
            refused = await client.post(path, json={"format": "pdf"})
            assert (refused.status_code, refused.json()["code"]) == (403, "plan-limit")
            access = (await client.get("/api/subscriptions/can-access/reports.monthly")).json()
            assert access["canAccess"] is False

"""Materials over the API: added, listed, renamed, deleted with a way back, within the plan."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import asyncpg
import httpx
import pytest

from presence.domains.experiments.schemas.what_if import EditIn
from tests.domains.brands.conftest import FREE, HARROW, PRO, Desk, OpenDesk
from tests.factories.files import DOCX_TYPE, docx_file, empty_docx

PAGE = "https://harrowoak.example/tables"
NO_TEXT = "The document contains no text. Please choose one with text, not pictures of it."


async def add_page(desk: Desk, url: str = PAGE, **more: str) -> dict[str, Any]:
    """Add a page of the brand's site."""
    answer = await desk.post("materials", json={"url": url, **more})
    assert answer.status_code == 202, answer.text
    added: dict[str, Any] = answer.json()
    return added


async def add_document(
    desk: Desk,
    data: bytes | None = None,
    *,
    name: str = "care.docx",
    kind: str = DOCX_TYPE,
    **texts: str,
) -> httpx.Response:
    """Upload a document."""
    file = (name, docx_file("Oil the table twice a year.") if data is None else data, kind)
    return await desk.post("materials", data={"docTitle": "Care", **texts}, files={"file": file})


async def test_a_page_is_added_with_its_own_words_and_waits_for_its_analysis(
    open_desk: OpenDesk, admin: asyncpg.Connection
) -> None:
    async with open_desk(PRO) as desk:
        added = await add_page(desk, "harrowoak.example/tables#top", description="What we make")
        jobs = await admin.fetch(
            "SELECT args ->> 'material_id' AS id FROM procrastinate_jobs"
            " WHERE task_name = 'materials.analyse' AND args ->> 'material_id' = $1",
            added["id"],
        )
    assert (added["url"], added["status"], added["kind"]) == (PAGE, "queued", "website")
    assert (added["description"], added["isPrimary"]) == ("What we make", False)
    assert len(jobs) == 1


async def test_a_document_is_added_under_the_title_that_was_given(open_desk: OpenDesk) -> None:
    async with open_desk(PRO) as desk:
        answer = await add_document(desk, docTitle="How to care", description="For owners")
        added = await desk.get("materials", answer.json()["id"])
    assert answer.status_code == 202
    assert (added["title"], added["fileName"]) == ("How to care", "care.docx")
    assert added["excerpt"].endswith("Oil the table twice a year.")
    assert added["wordCount"] == 8


async def test_the_words_of_a_material_come_as_somebody_would_edit_them(
    open_desk: OpenDesk,
) -> None:
    async with open_desk(PRO) as desk:
        document = (await add_document(desk)).json()["id"]
        page = (await add_page(desk))["id"]
        words = await desk.get("materials", document, "wording")
        unread = await desk.get("materials", page, "wording")
    assert words["text"].splitlines() == ["# About us", "Oil the table twice a year."]
    assert words["source"] == "document:care.docx"
    assert (unread["source"], unread["text"]) == (PAGE, "")


async def test_a_title_comes_no_longer_than_an_edit_may_be(open_desk: OpenDesk) -> None:
    async with open_desk(PRO) as desk:
        data = docx_file("Oil the table.", heading="Oak " * 100)
        document = (await add_document(desk, data)).json()["id"]
        words = await desk.get("materials", document, "wording")
    edit = {"action": "replace", "source": words["source"], "title": words["title"]}
    assert words["title"].startswith("Oak Oak")
    assert EditIn.model_validate(edit).title == words["title"]


async def test_words_too_many_to_be_edited_are_refused_and_never_cut(open_desk: OpenDesk) -> None:
    async with open_desk(PRO) as desk:
        documents = [docx_file("Oak. " * number) for number in (39_000, 41_000)]
        most, more = [(await add_document(desk, data)).json()["id"] for data in documents]
        whole = await desk.get("materials", most, "wording")
        refused = await desk.client.get(desk.path("materials", more, "wording"))
    assert whole["text"].count("Oak.") == 39_000
    assert (refused.status_code, refused.json()["code"]) == (409, "conflict")
    assert "more than 200,000 characters" in refused.json()["message"]


@pytest.mark.parametrize(
    ("data", "name", "kind", "status", "sentence"),
    [
        (b"%PDF-1.7", "a.pdf", "application/pdf", 415, "Please select a DOCX file only."),
        (b"not a zip", "a.docx", DOCX_TYPE, 415, "Please select a DOCX file only."),
        (bytes(10 * 1024 * 1024 + 1), "a.docx", DOCX_TYPE, 413,
         "File is too large. Maximum size is 10MB."),
        (empty_docx(), "a.docx", DOCX_TYPE, 422, NO_TEXT),
    ],
    ids=["another type", "no archive", "too large", "no text"],
)  # fmt: skip
async def test_a_file_that_cannot_be_used_is_refused_in_a_sentence(
    open_desk: OpenDesk, data: bytes, name: str, kind: str, status: int, sentence: str
) -> None:
    async with open_desk(PRO) as desk:
        answer = await add_document(desk, data, name=name, kind=kind)
        listed = await desk.get("materials")
    assert (answer.status_code, answer.json()["message"]) == (status, sentence)
    assert answer.json()["errors"][0]["pointer"] == "/file"
    assert listed["data"] == []


@pytest.mark.parametrize(
    ("body", "pointer", "sentence"),
    [
        ({"url": "not an address"}, "/url", "Invalid URL format"),
        ({}, "/url", "Invalid URL format"),
        ({"url": "https://elsewhere.example/"}, "/url",
         "This page is not on the brand's website. Add its site to the brand's addresses first."),
        ({"url": PAGE, "title": "x" * 201}, "/title", "Title must be at most 200 characters"),
    ],
)  # fmt: skip
async def test_an_address_that_cannot_be_used_is_refused_at_its_field(
    open_desk: OpenDesk, body: dict[str, str], pointer: str, sentence: str
) -> None:
    async with open_desk(PRO) as desk:
        answer = await desk.post("materials", json=body)
    assert answer.status_code == 422
    problem = answer.json()["errors"][0]
    assert (problem["pointer"], problem["detail"]) == (pointer, sentence)


async def test_what_is_there_already_is_named_with_its_place(open_desk: OpenDesk) -> None:
    async with open_desk(PRO) as desk:
        page = await add_page(desk)
        again = await desk.post("materials", json={"url": PAGE})
        data = docx_file("Oil the table twice a year.")
        document = (await add_document(desk, data)).json()
        same = await add_document(desk, data, docTitle="Another title")
    assert (again.status_code, again.json()["message"]) == (409, "This page was already added.")
    assert again.headers["Location"].endswith(page["id"])
    assert (same.status_code, same.json()["materialId"]) == (409, document["id"])


async def test_without_a_subscription_nothing_is_added(open_desk: OpenDesk) -> None:
    async with open_desk(FREE) as desk:
        answer = await desk.post("materials", json={"url": PAGE})
        listed = await desk.get("materials")
    assert (answer.status_code, answer.json()["feature"]) == (403, "materials.max")
    assert listed["page"]["total"] == 0


async def test_the_list_has_tabs_search_and_order(open_desk: OpenDesk) -> None:
    async with open_desk(PRO) as desk:
        for number in range(3):
            await add_page(desk, f"{PAGE}/{number}", title=f"Table {number}")
        await add_document(desk)
        everything = await desk.get("materials", sort="name")
        documents = await desk.get("materials", **{"filter[view]": "document"})
        found = await desk.get("materials", q="table 2")
        first = await desk.get("materials", limit="2")
        rest = await desk.get("materials", limit="2", cursor=first["page"]["nextCursor"])
    assert [row["title"] for row in everything["data"]] == ["Care", "Table 0", "Table 1", "Table 2"]
    assert everything["counts"] == {"all": 4, "recent": 4, "website": 3, "document": 1}
    assert [row["title"] for row in documents["data"]] == ["Care"]
    assert [row["title"] for row in found["data"]] == ["Table 2"]
    newest_first = [row["title"] for row in (*first["data"], *rest["data"])]
    assert newest_first == ["Care", "Table 2", "Table 1", "Table 0"]


async def test_a_material_is_renamed_unless_it_changed_meanwhile(open_desk: OpenDesk) -> None:
    async with open_desk(PRO) as desk:
        key = (await add_page(desk))["id"]
        seen = await desk.client.get(desk.path("materials", key))
        tag = {"If-Match": seen.headers["etag"]}
        path = desk.path("materials", key)
        first = await desk.client.patch(path, json={"title": "Our tables"}, headers=tag)
        second = await desk.client.patch(path, json={"title": "Mine"}, headers=tag)
    assert (first.status_code, first.json()["title"]) == (200, "Our tables")
    assert second.status_code == 412


async def test_a_deleted_material_is_gone_until_it_is_restored(open_desk: OpenDesk) -> None:
    async with open_desk(PRO) as desk:
        key = (await add_page(desk, title="Tables"))["id"]
        gone = await desk.client.delete(desk.path("materials", key))
        missing = await desk.client.get(desk.path("materials", key))
        empty = await desk.get("materials")
        back = await desk.post("materials", key, "restore")
        listed = await desk.get("materials")
    assert (gone.status_code, missing.status_code, empty["data"]) == (204, 404, [])
    assert (back.status_code, back.json()["title"]) == (200, "Tables")
    assert [row["id"] for row in listed["data"]] == [key]


async def test_an_address_that_was_deleted_can_be_added_again(open_desk: OpenDesk) -> None:
    async with open_desk(PRO) as desk:
        key = (await add_page(desk, title="Old"))["id"]
        await desk.client.delete(desk.path("materials", key))
        again = await add_page(desk, title="New")
        listed = await desk.get("materials")
    assert (again["title"], again["status"]) == ("New", "queued")
    assert [row["title"] for row in listed["data"]] == ["New"]


async def test_what_a_brand_was_made_from_stays_with_it(
    open_desk: OpenDesk, admin: asyncpg.Connection
) -> None:
    async with open_desk(PRO) as desk:
        key = await primary_website(admin, desk)
        kept = await desk.client.delete(desk.path("materials", key))
        left_to_runs = await desk.post("materials", key, "analyze")
    assert (kept.status_code, left_to_runs.status_code) == (409, 409)
    assert "made from this" in kept.json()["message"]


async def test_a_second_wish_to_analyse_leaves_the_first_at_work(
    open_desk: OpenDesk, admin: asyncpg.Connection
) -> None:
    async with open_desk(PRO) as desk:
        key = (await add_page(desk))["id"]
        answers = [await desk.post("materials", key, "analyze") for _ in range(2)]
        jobs = await admin.fetchval(
            "SELECT count(*) FROM procrastinate_jobs WHERE args ->> 'material_id' = $1", key
        )
    assert [answer.status_code for answer in answers] == [202, 202]
    assert jobs == 1


async def test_every_step_is_told_to_the_workspace(
    open_desk: OpenDesk, admin: asyncpg.Connection
) -> None:
    async with open_desk(PRO) as desk:
        key = (await add_page(desk))["id"]
        await desk.client.delete(desk.path("materials", key))
        news = await admin.fetch(
            "SELECT event, data ->> 'status' AS status FROM run_event"
            " WHERE workspace_id = $1 AND data ->> 'materialId' = $2 ORDER BY id",
            desk.tenant.workspace_id,
            key,
        )
    assert [tuple(row) for row in news] == [
        ("material.updated", "queued"),
        ("material.updated", "deleted"),
    ]


async def test_a_brand_that_the_plan_paused_is_read_only(
    open_desk: OpenDesk, admin: asyncpg.Connection
) -> None:
    async with open_desk(PRO) as desk:
        await admin.execute(
            "UPDATE brand SET status = 'paused', pause_reason = 'plan' WHERE id = $1", desk.brand_id
        )
        answer = await desk.post("materials", json={"url": PAGE})
    assert answer.status_code == 409


async def primary_website(admin: asyncpg.Connection, desk: Desk) -> UUID:
    """The brand's website as its primary material."""
    return UUID(
        str(
            await admin.fetchval(
                "INSERT INTO material (id, workspace_id, brand_id, kind, url, is_primary, status)"
                " VALUES (gen_random_uuid(), $1, $2, 'website', $3, true, 'ready') RETURNING id",
                desk.tenant.workspace_id,
                desk.brand_id,
                HARROW.website_url,
            )
        )
    )


async def replace(
    desk: Desk,
    material_id: str,
    text: str | bytes,
    *,
    name: str = "second.docx",
    kind: str = DOCX_TYPE,
) -> httpx.Response:
    """Put another edition in a document's place."""
    file = (name, text if isinstance(text, bytes) else docx_file(text), kind)
    address = desk.path("materials", material_id, "document")
    return await desk.client.put(address, files={"file": file})


async def test_another_edition_takes_a_documents_place_under_its_name(open_desk: OpenDesk) -> None:
    async with open_desk(PRO) as desk:
        added = (await add_document(desk, docTitle="How to care")).json()
        answer = await replace(desk, added["id"], "Oil the table once a month.")
        read = await desk.get("materials", added["id"])
    assert answer.status_code == 202, answer.text
    assert (read["title"], read["fileName"]) == ("How to care", "second.docx")
    assert read["excerpt"].endswith("Oil the table once a month.")
    assert (read["status"], read["audienceFit"]) == ("queued", None)


async def test_the_document_a_brand_was_made_from_is_replaced_without_a_subscription(
    open_desk: OpenDesk, admin: asyncpg.Connection
) -> None:
    async with open_desk(FREE) as desk:
        made = await made_from_document(desk, admin)
        answer = await replace(desk, made, "We also make chairs.")
        primary = await desk.get("materials", "primary")
    assert answer.status_code == 202, answer.text
    assert (primary["id"], primary["isPrimary"], primary["fileName"]) == (made, True, "second.docx")


async def test_a_page_and_a_file_that_is_there_already_take_nobodys_place(
    open_desk: OpenDesk,
) -> None:
    async with open_desk(PRO) as desk:
        page = await add_page(desk)
        care = docx_file("Oil the table twice a year.")
        first = (await add_document(desk, care)).json()
        second = (await add_document(desk, docx_file("Chairs of oak."), docTitle="Chairs")).json()
        for_page = await replace(desk, page["id"], "Anything at all.")
        taken = await replace(desk, second["id"], care)
        wrong = await replace(desk, second["id"], "Anything.", name="a.pdf", kind="application/pdf")
    assert (for_page.status_code, taken.status_code, wrong.status_code) == (409, 409, 415)
    assert taken.json()["materialId"] == first["id"]


async def test_the_file_of_the_edition_before_is_kept_for_nobody(
    open_desk: OpenDesk, admin: asyncpg.Connection
) -> None:
    async with open_desk(PRO) as desk:
        added = (await add_document(desk)).json()
        await replace(desk, added["id"], "Oil the table once a month.")
        names = await admin.fetch(
            "SELECT f.name FROM stored_file f JOIN brand b USING (workspace_id) WHERE b.id = $1",
            desk.brand_id,
        )
    assert [row["name"] for row in names] == ["second.docx"]


async def test_a_brand_that_was_only_described_was_made_from_no_material(
    open_desk: OpenDesk,
) -> None:
    async with open_desk(FREE) as desk:
        answer = await desk.client.get(desk.path("materials", "primary"))
    assert answer.status_code == 404


async def made_from_document(desk: Desk, admin: asyncpg.Connection) -> str:
    """The key of a document the brand was made from."""
    file = await admin.fetchval(
        "INSERT INTO stored_file (id, workspace_id, name, content_type, size, sha256, data)"
        " VALUES (gen_random_uuid(), $1, 'brand.docx', $2, 4, sha256('word'), 'word') RETURNING id",
        desk.tenant.workspace_id,
        DOCX_TYPE,
    )
    return str(
        await admin.fetchval(
            "INSERT INTO material (id, workspace_id, brand_id, kind, stored_file_id, is_primary,"
            " status) VALUES (gen_random_uuid(), $1, $2, 'document', $3, true, 'ready')"
            " RETURNING id",
            desk.tenant.workspace_id,
            desk.brand_id,
            file,
        )
    )

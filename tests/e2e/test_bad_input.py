"""Bad input gets a clear sentence, loses nothing and hangs nothing: hostile sites, files, texts."""

from __future__ import annotations

import asyncio
import io
import zipfile
from collections.abc import AsyncIterator
from pathlib import Path

import docx
import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from presence_standins.sites import site_server
from tests.e2e.journeys import register
from tests.e2e.people import AUDIENCE, DESCRIPTION, Customer, profile, signed_up
from tests.e2e.product import Product

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(180)]

DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
TOO_LARGE = "File is too large. Maximum size is 10MB."


@pytest_asyncio.fixture
async def customer(product: Product) -> AsyncIterator[Customer]:
    """Somebody who has just registered."""
    async with signed_up(product) as person:
        yield person


async def ended(customer: Customer, website: str) -> tuple[str, str]:
    """Status and failure sentence of the first analysis of `website`; the content score stands."""
    answer = await customer.analyse(website)
    assert answer.is_success, answer.text
    summary = await customer.summary_after_run(within_s=60)
    assert summary["scores"]["technical"] is None
    assert summary["scores"]["content"]["value"] >= 0
    return summary["run"]["status"], (summary["run"]["failure"] or {})["message"]


@pytest.mark.parametrize(
    "website",
    [
        "http://127.0.0.1:9/",
        "http://10.0.0.1/",
        "http://169.254.169.254/latest/meta-data/",
        "https://nobody-owns-this.example/",
    ],
    ids=["closed port", "private address", "metadata address", "unknown host"],
)
async def test_a_site_that_cannot_be_read_ends_with_a_reason(
    customer: Customer, website: str
) -> None:
    status, sentence = await ended(customer, website)
    assert status == "partial"
    assert sentence.endswith(".")


@pytest.mark.parametrize(
    "behaviour",
    ["redirect-to-metadata", "huge-page", "gzip-bomb", "login-wall", "redirect-loop"],
)
async def test_a_hostile_site_ends_with_a_reason(customer: Customer, behaviour: str) -> None:
    async with site_server(f"hostile-{behaviour}") as url:
        status, sentence = await ended(customer, url)
    assert status == "partial"
    assert sentence.endswith(".")


def zip_bomb() -> bytes:
    """A DOCX whose main part unpacks to 300 MB."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        with archive.open("word/document.xml", "w", force_zip64=True) as part:
            for _ in range(300):
                part.write(b" " * 1_048_576)
    return made.getvalue()


def empty_docx() -> bytes:
    """A valid document without a word."""
    made = io.BytesIO()
    docx.Document().save(made)
    return made.getvalue()


@pytest.mark.parametrize(
    ("name", "content", "status"),
    [
        ("report.docx", b"%PDF-1.7\n" + b"x" * 2_000, 415),
        ("large.docx", b"PK\x03\x04" + b"\0" * 10_700_000, 413),
        ("empty.docx", empty_docx(), 422),
        ("bomb.docx", zip_bomb(), 422),
    ],
    ids=["renamed PDF", "over 10MB", "empty document", "zip bomb"],
)
async def test_a_bad_document_is_refused_with_a_sentence_and_stores_nothing(
    customer: Customer, name: str, content: bytes, status: int
) -> None:
    fields = {k: str(v) for k, v in profile("Harrow & Pike", None).items() if v is not None}
    fields.pop("wizardCompleted")
    answer = await customer.http.post(
        "/api/business-info",
        data={**fields, "wizardCompleted": "true"},
        files={"brandDocument": (name, content, DOCX)},
    )
    assert answer.status_code == status, answer.text
    assert answer.json()["error"].endswith(".")
    assert await customer.brands() == []


async def test_a_file_over_the_limit_is_refused_in_the_browser_and_nothing_typed_is_lost(
    page: Page, tmp_path: Path
) -> None:
    large = tmp_path / "large.docx"
    large.write_bytes(b"PK\x03\x04" + b"\0" * 11_000_000)
    await register(page)
    await page.get_by_role("textbox", name="Brand name").fill("Harrow & Pike")
    await page.get_by_role("button", name="Continue").click()
    await page.get_by_role("textbox", name="Brand description").fill(DESCRIPTION)
    await page.get_by_role("button", name="Continue").click()
    await page.get_by_role("radio", name="Upload brand document").click()
    await page.locator("input[type=file]").set_input_files(large)
    await expect(page.get_by_role("alert").get_by_text(TOO_LARGE)).to_be_visible()
    await page.get_by_role("button", name="Back").click()
    await expect(page.get_by_role("textbox", name="Brand description")).to_have_value(DESCRIPTION)


async def test_a_field_of_ten_thousand_characters_is_refused_by_name(customer: Customer) -> None:
    for field in ("businessName", "businessDescription", "targetAudience"):
        body = {**profile("Harrow & Pike", None), field: "x" * 10_000}
        answer = await customer.http.post("/api/business-info", json=body)
        assert answer.status_code == 422, field
        assert field in {error["pointer"].strip("/") for error in answer.json()["errors"]}


@pytest.mark.parametrize("name", ["🪑 Möbel & Söhne", "شركة الأثاث", "ハロー家具店"])
async def test_names_in_any_script_are_kept_as_typed(customer: Customer, name: str) -> None:
    answer = await customer.http.post("/api/business-info", json=profile(name, None))
    assert answer.is_success, answer.text
    assert (await customer.brands())[0]["name"] == name
    assert (await customer.summary_after_run(within_s=60))["run"]["status"] == "completed"


async def test_sending_the_wizard_twice_makes_one_brand_and_one_run(customer: Customer) -> None:
    body = {**profile("Harrow & Pike", None), "targetAudience": AUDIENCE}
    answers = await asyncio.gather(
        *(customer.http.post("/api/business-info", json=body) for _ in range(4))
    )
    assert all(answer.is_success for answer in answers)
    assert len(await customer.brands()) == 1
    assert len(await customer.runs()) == 1

"""Bad input ends in a clear sentence: nothing is lost, nothing hangs, nothing happens twice."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from presence_standins.sites import site_server
from tests.e2e.journeys import Brand, describe
from tests.e2e.people import AUDIENCE, DESCRIPTION, Customer, profile, signed_up
from tests.e2e.product import Product
from tests.factories.files import DOCX_TYPE, docx_file, empty_docx, zip_bomb

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(120)]

MEGABYTE = 1 << 20
NO_TEXT = "The document contains no text. Please choose one with text, not pictures of it."
SWOLLEN = "The document is too large once unpacked. Please leave out pictures, or split it."
UNSERVED = {
    "unreachable": ("http://127.0.0.1:1", "did not accept a connection"),
    "unknown host": ("https://no-such-host.example", "could not be found"),
    "private address": ("http://10.0.0.1", "private or reserved"),
    "metadata service": ("http://169.254.169.254", "private or reserved"),
}
HOSTILE = {
    "redirect-metadata": "169.254.169.254 leads to a private or reserved",
    "redirect-loop": "redirects in a circle",
    "huge-page": "larger than 10 MB",
    "gzip-bomb": "larger than 10 MB",
    "login-wall": "asks for a login",
    "silent": "did not answer",
}
CASES = {**{name: reason for name, (_, reason) in UNSERVED.items()}, **HOSTILE}


@pytest_asyncio.fixture(scope="module")
async def visited(product: Product) -> AsyncIterator[dict[str, Customer]]:
    """A customer per bad website, all of whose first analyses run at the same time."""
    async with AsyncExitStack() as stack:
        sites = {name: url for name, (url, _) in UNSERVED.items()}
        for name in HOSTILE:
            sites[name] = await stack.enter_async_context(site_server(f"hostile-{name}"))
        customers = {n: await stack.enter_async_context(signed_up(product)) for n in sites}
        for name, url in sites.items():
            assert (await customers[name].analyse(url)).is_success
        yield customers


@pytest.mark.parametrize("case", CASES)
async def test_a_bad_website_is_named_and_the_content_measured_all_the_same(
    page: Page, visited: dict[str, Customer], case: str
) -> None:
    summary = await visited[case].summary_after_run(within_s=60)
    assert summary["run"]["status"] == "partial"
    assert CASES[case] in summary["run"]["failure"]["message"]
    assert summary["scores"]["content"] is not None
    assert summary["scores"]["technical"] is None
    await visited[case].enter(page.context)
    await page.goto("/dashboard")
    trouble = page.get_by_role("main").get_by_text(CASES[case])
    await expect(trouble).to_be_visible()
    await expect(page.get_by_role("button", name="Content AI Visibility: ")).to_be_visible()


async def test_a_private_website_is_doubted_while_it_is_typed(page: Page, product: Product) -> None:
    await arrive(page, product)
    await to_the_source(page)
    await page.get_by_role("textbox", name="Website URL").fill("10.0.0.1")
    await expect(page.get_by_text("private or reserved")).to_be_visible(timeout=20_000)
    await page.get_by_role("button", name="Continue").click()
    await expect(page.get_by_role("textbox", name="Target audience")).to_be_visible()


async def test_what_is_no_address_is_refused_and_stays_in_its_field(
    page: Page, product: Product
) -> None:
    await arrive(page, product)
    await to_the_source(page)
    field = page.get_by_role("textbox", name="Website URL")
    await field.fill("not an address")
    await page.get_by_role("button", name="Continue").click()
    await expect(page.get_by_text("Please enter a valid URL")).to_be_visible()
    await expect(field).to_have_value("not an address")


async def arrive(page: Page, product: Product) -> None:
    """A new customer in the wizard."""
    async with signed_up(product) as customer:
        await customer.enter(page.context)
    await page.goto("/onboarding")


async def to_the_source(page: Page) -> None:
    """The first two steps of the wizard."""
    await page.get_by_role("textbox", name="Brand name").fill("Harrow & Pike")
    await page.get_by_role("button", name="Continue").click()
    await page.get_by_role("textbox", name="Brand description").fill(DESCRIPTION)
    await page.get_by_role("button", name="Continue").click()


def documents() -> Iterator[tuple[str, bytes, str]]:
    """Name, bytes and the sentence that refuses them."""
    yield "renamed PDF", b"%PDF-1.7\n" + bytes(5_000), "Please select a valid DOCX file."
    too_large = docx_file() + bytes(11 * MEGABYTE)
    yield "11 MB", too_large, "File is too large. Maximum size is 10MB."
    yield "no text", empty_docx(), NO_TEXT
    yield "zip bomb", zip_bomb(300), SWOLLEN


DOCUMENTS = {name: (data, sentence) for name, data, sentence in documents()}


@pytest.mark.parametrize("case", DOCUMENTS)
async def test_a_bad_document_is_refused_over_http_and_leaves_nothing(
    product: Product, case: str
) -> None:
    data, sentence = DOCUMENTS[case]
    form = {k: v for k, v in profile("Harrow & Pike", None).items() if isinstance(v, str)}
    async with signed_up(product) as customer:
        answer = await customer.http.post(
            "/api/business-info",
            data={**form, "wizardCompleted": "true"},
            files={"brandDocument": ("brand.docx", data, DOCX_TYPE)},
        )
        assert 400 <= answer.status_code < 500
        assert answer.json()["error"] == sentence
        assert await customer.brands() == []


@pytest.mark.parametrize("case", ["renamed PDF", "11 MB"])
async def test_a_bad_document_is_refused_as_soon_as_it_is_chosen(
    page: Page, product: Product, tmp_path: Path, case: str
) -> None:
    data, sentence = DOCUMENTS[case]
    file = tmp_path / "brand.docx"
    file.write_bytes(data)
    await arrive(page, product)
    await to_the_source(page)
    await page.get_by_role("radio", name="Upload brand document").click()
    await page.locator("input[type=file]").set_input_files(file)
    await expect(page.get_by_role("dialog").get_by_text(sentence)).to_be_visible()
    await page.get_by_role("button", name="Back").click()
    await expect(page.get_by_role("textbox", name="Brand description")).to_have_value(DESCRIPTION)


@pytest.mark.parametrize("case", ["no text", "zip bomb"])
async def test_a_refused_document_can_be_exchanged_without_typing_again(
    page: Page, product: Product, tmp_path: Path, case: str
) -> None:
    data, sentence = DOCUMENTS[case]
    file = tmp_path / "brand.docx"
    file.write_bytes(data)
    await arrive(page, product)
    await to_the_source(page)
    await page.get_by_role("radio", name="Upload brand document").click()
    await page.locator("input[type=file]").set_input_files(file)
    await page.get_by_role("button", name="Continue").click()
    audience = page.get_by_role("textbox", name="Target audience")
    await audience.fill(AUDIENCE)
    await page.get_by_role("button", name="Analyze my brand").click()
    await expect(page.get_by_role("dialog").get_by_text(sentence)).to_be_visible()
    await expect(audience).to_have_value(AUDIENCE)
    await page.get_by_role("button", name="Back").click()
    await page.get_by_role("button", name="Remove File").click()
    file.write_bytes(docx_file())
    await page.locator("input[type=file]").set_input_files(file)
    await page.get_by_role("button", name="Continue").click()
    await expect(audience).to_have_value(AUDIENCE)
    await page.get_by_role("button", name="Analyze my brand").click()
    await page.wait_for_url("**/dashboard")


@pytest.mark.parametrize(
    ("field", "sentence"),
    [
        ("businessName", "Business name must be at most 120 characters"),
        ("businessDescription", "Business description must be at most 5000 characters"),
        ("targetAudience", "Target audience must be at most 1000 characters"),
        ("websiteUrl", "Invalid URL format"),
    ],
)
async def test_10_000_characters_in_a_field_are_refused_by_its_limit(
    product: Product, field: str, sentence: str
) -> None:
    async with signed_up(product) as customer:
        body = profile("Harrow & Pike", None) | {field: "x" * 10_000}
        answer = await customer.http.post("/api/business-info", json=body)
        assert answer.status_code == 422
        assert answer.json()["message"] == sentence
        assert await customer.brands() == []


@pytest.mark.parametrize(
    "name",
    [
        "🪵 Oak & Ash 👩‍👩‍👧",
        "بيت البلوط",
        "עץ האלון",
        "Ünïcødé «Möbel»",
        '<b>Oak</b> <img src=x onerror="document.body.remove()">',
    ],
)
async def test_a_name_in_any_script_reaches_the_dashboard(
    page: Page, product: Product, name: str
) -> None:
    await arrive(page, product)
    await describe(page, Brand(name, DESCRIPTION, AUDIENCE))
    await expect(page.get_by_role("main").get_by_role("heading", name=name)).to_be_visible()
    width = "() => document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    assert await page.evaluate(width)


async def test_pressing_twice_makes_one_brand_and_one_run(page: Page, product: Product) -> None:
    await arrive(page, product)
    await to_the_source(page)
    await page.get_by_role("radio", name="Skip for now").click()
    await page.get_by_role("button", name="Continue").click()
    await page.get_by_role("textbox", name="Target audience").fill(AUDIENCE)
    await page.get_by_role("button", name="Analyze my brand").dblclick()
    await page.wait_for_url("**/dashboard")
    brands = (await (await page.request.get("/api/v1/brands")).json())["data"]
    assert len(brands) == 1
    runs = await (await page.request.get(f"/api/v1/brands/{brands[0]['id']}/runs")).json()
    assert len(runs["data"]) == 1


async def test_ten_completions_at_once_make_one_brand_and_one_run(product: Product) -> None:
    async with signed_up(product) as customer:
        answers = await asyncio.gather(*(customer.analyse(None) for _ in range(10)))
        assert {answer.status_code for answer in answers} == {200}
        assert len(await customer.brands()) == 1
        assert len(await customer.runs()) == 1

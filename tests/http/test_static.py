"""The web app is served as a single-page application and never hides the API."""

from __future__ import annotations

import gzip
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
import pytest_asyncio

from presence.db.session import Database
from presence.entrypoints.customer import build_adapters, create_customer_app
from tests.conftest import Place, browser

PAGE = "<!doctype html><title>Presence</title>"


@pytest_asyncio.fixture(scope="module")
async def site(
    place: Place, database: Database, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[httpx.AsyncClient]:
    """The application with a built web app beside it."""
    dist: Path = tmp_path_factory.mktemp("dist")
    (dist / "assets").mkdir()
    (dist / "index.html").write_text(PAGE)
    (dist / "assets" / "app-1a2b3c.js").write_text("export {}")
    (dist / "assets" / "packed-4d5e6f.js").write_text("export {}")
    (dist / "assets" / "packed-4d5e6f.js.gz").write_bytes(gzip.compress(b"export {}", mtime=0))
    (dist / "assets" / "packed-4d5e6f.js.br").write_bytes(b"in brotli")
    (dist / "favicon.svg").write_text("<svg/>")
    (dist.parent / "outside.txt").write_text("not yours")
    settings = place.settings(http={"public_url": "http://presence.test", "web_dist": dist})
    app = create_customer_app(settings, replace(build_adapters(settings), database=database))
    async with browser(app) as client:
        yield client
    app.state.accounts.close()


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/dashboard",
        "/dashboard/website?success=true",
        "/no/such/page",
        "/auth",
        "/apiary",
        "/assets",
        "/assets/",
        "/.git/config",
    ],
)
async def test_a_page_of_the_app_answers_index_html(site: httpx.AsyncClient, path: str) -> None:
    response = await site.get(path)
    assert (response.status_code, response.text) == (200, PAGE)
    assert response.headers["cache-control"] == "no-cache"


async def test_the_page_of_a_shared_link_is_indexed_cached_and_told_nowhere(
    site: httpx.AsyncClient,
) -> None:
    response = await site.get("/share/some-token")
    assert (response.status_code, response.text) == (200, PAGE)
    assert "noindex" in response.headers["x-robots-tag"]
    assert response.headers["cache-control"] == "no-store"
    assert response.headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/assets/app-1a2b3c.js",
        "/favicon.svg",
        "/api/v1/auth/common-passwords",
        "/api/v1/unsubscribe/no-such-token",
        "/api/v1/files/no-such-token",
    ],
)
async def test_whatever_is_text_names_its_encoding(site: httpx.AsyncClient, path: str) -> None:
    answer = await site.get(path, headers={"accept": "text/html"})
    assert answer.headers["content-type"].endswith("; charset=utf-8")


async def test_hashed_assets_may_be_kept_for_ever(site: httpx.AsyncClient) -> None:
    response = await site.get("/assets/app-1a2b3c.js")
    assert response.status_code == 200
    assert response.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert "javascript" in response.headers["content-type"]


@pytest.mark.parametrize(
    ("accepted", "encoding", "body"),
    [
        ("gzip, deflate, br, zstd", "br", b"in brotli"),
        ("gzip", "gzip", gzip.compress(b"export {}", mtime=0)),
        ("br;q=0, gzip;q=0.5", "gzip", gzip.compress(b"export {}", mtime=0)),
        ("*", "br", b"in brotli"),
        ("identity", None, b"export {}"),
        ("gzip;q=0.0, *;q=0", None, b"export {}"),
    ],
)
async def test_an_asset_comes_in_the_smallest_form_the_reader_understands(
    site: httpx.AsyncClient, accepted: str, encoding: str | None, body: bytes
) -> None:
    request = site.build_request(
        "GET", "/assets/packed-4d5e6f.js", headers={"accept-encoding": accepted}
    )
    response = await site.send(request, stream=True)
    raw = b"".join([part async for part in response.aiter_raw()])
    assert (response.headers.get("content-encoding"), raw[10:]) == (encoding, body[10:])
    assert raw[:3] == body[:3]
    assert "javascript" in response.headers["content-type"]
    assert response.headers["vary"] == "Accept-Encoding"
    assert response.headers["cache-control"] == "public, max-age=31536000, immutable"


async def test_each_form_of_an_asset_has_its_own_entity_tag(site: httpx.AsyncClient) -> None:
    path = "/assets/packed-4d5e6f.js"
    plain = await site.get(path, headers={"accept-encoding": "identity"})
    packed = await site.get(path, headers={"accept-encoding": "gzip"})
    assert plain.headers["etag"] != packed.headers["etag"]
    again = {"accept-encoding": "gzip", "if-none-match": packed.headers["etag"]}
    assert (await site.get(path, headers=again)).status_code == 304


async def test_other_files_are_revalidated(site: httpx.AsyncClient) -> None:
    first = await site.get("/favicon.svg")
    assert first.headers["cache-control"] == "no-cache"
    again = await site.get("/favicon.svg", headers={"if-none-match": first.headers["etag"]})
    assert again.status_code == 304


@pytest.mark.parametrize(
    "path",
    [
        "/assets/app-gone.js",
        "/robots.txt",
        "/../outside.txt",
        "/%2e%2e/outside.txt",
        "/assets/%00.js",
        "/api",
        "/api/nothing",
        "/api/v1/nothing",
    ],
)
async def test_an_unknown_file_or_call_is_a_404(site: httpx.AsyncClient, path: str) -> None:
    response = await site.get(path)
    assert response.status_code == 404
    assert response.json()["code"] == "not-found"


async def test_only_reading_reaches_the_app(site: httpx.AsyncClient) -> None:
    assert (await site.post("/dashboard")).status_code == 404
    assert (await site.head("/dashboard")).status_code == 200
    assert (await site.delete("/api/login")).status_code == 405


async def test_google_sign_in_says_it_is_not_configured(site: httpx.AsyncClient) -> None:
    response = await site.get("/auth/google")
    assert response.status_code == 302
    assert response.headers["location"] == "/auth?error=google_not_configured"

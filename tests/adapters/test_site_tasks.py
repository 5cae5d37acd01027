"""Looks, single pages and re-checks are read in the locked process too; what it says is bounded."""

from __future__ import annotations

import asyncio
import base64
import json
import sys
from collections.abc import AsyncIterator
from dataclasses import replace
from importlib import import_module
from typing import Any

import brotli
import pytest
import pytest_asyncio

from presence.adapters.crawling import ApartCrawls
from presence.adapters.outbound import OutboundFetcher, decoding
from presence.analysis.audit import audit
from presence.analysis.codec import as_data
from presence.analysis.crawler import CrawlLimits, CrawlRequest, SitesHere
from presence.analysis.types import (
    BrandProfile,
    DocumentText,
    FetchProblem,
    PageText,
    SiteCrawl,
    SiteLook,
)
from presence.core.clock import SystemClock
from presence.core.settings import OutboundSettings
from tests.adapters.servers import RawServer, raw_server, response
from tests.adapters.test_crawl_isolation import BABBLER
from tests.adapters.test_crawling import OUTBOUND, timeless

HTML = (
    b'<html lang="en"><title>Boots</title><link rel="icon" href="/i.png"><h1>Boots</h1>'
    b"<p>Made by hand in a small valley.</p>"
)
PAGE = response(
    brotli.compress(HTML),
    headers=[("Content-Type", "text/html; charset=utf-8"), ("Content-Encoding", "br")],
)
PNG = b"\x89PNG\r\n\x1a\n" + bytes(60)
SCRIPT = base64.b64encode(b"<svg><script>alert(1)</script></svg>").decode()
LIMITS = CrawlLimits(probes=False, deadline_s=20)
PROFILE = BrandProfile(name="Boots", description="Boots made by hand.")
UNSAFE = "The website could not be read safely."
MOST_SAID = 64 * 1024 * 1024
COUNTED = {"pages": {}, "bytes": 0, "blocked": 0}


@pytest_asyncio.fixture
async def site() -> AsyncIterator[RawServer]:
    async with raw_server() as server:
        server.answers["/"] = PAGE
        for path in ("/robots.txt", "/llms.txt", "/sitemap.xml"):
            server.answers[path] = response(status="404 Not Found")
        server.answers["/i.png"] = response(PNG, headers=[("Content-Type", "image/png")])
        yield server


@pytest_asyncio.fixture
async def sites() -> AsyncIterator[ApartCrawls]:
    async with ApartCrawls(OUTBOUND, SystemClock(), demand="full") as made:
        yield made


@pytest.fixture
def nothing_is_read_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """In this process every body and every page is an error; others begin anew."""

    def refuse(*_: Any, **__: Any) -> Any:
        raise AssertionError("read beside the secrets")

    monkeypatch.setattr(decoding.Body, "feed", refuse)
    for name in ("crawl", "facts", "look", "page_text", "refetch"):
        module = import_module(f"presence.analysis.crawler.{name}")
        for parser in ("LexborHTMLParser", "read_page"):
            monkeypatch.setattr(module, parser, refuse, raising=False)


@pytest.mark.usefixtures("nothing_is_read_here")
async def test_a_look_is_taken_in_the_locked_process(sites: ApartCrawls, site: RawServer) -> None:
    icon = f"data:image/png;base64,{base64.b64encode(PNG).decode()}"
    found = await sites.look(site.url("/"))
    assert found == SiteLook(True, site.url("/"), "Boots", icon, "missing", None)


@pytest.mark.usefixtures("nothing_is_read_here")
async def test_a_site_without_a_certificate_is_found_without_one(
    sites: ApartCrawls, site: RawServer
) -> None:
    found = await sites.look(site.url("/").replace("http://", "https://"))
    assert (found.reachable, found.found_url, found.title) == (True, site.url("/"), "Boots")


@pytest.mark.usefixtures("nothing_is_read_here")
async def test_a_single_page_is_read_in_the_locked_process(
    sites: ApartCrawls, site: RawServer
) -> None:
    url = site.url("/")
    blocks = ((1, "Boots"), (0, "Made by hand in a small valley."))
    assert await sites.read_text(url, ()) == PageText(
        DocumentText(url, "Boots", blocks, 8, url), "en"
    )


@pytest.mark.usefixtures("nothing_is_read_here")
async def test_a_finding_is_looked_at_again_in_the_locked_process(
    sites: ApartCrawls, site: RawServer
) -> None:
    (crawled,) = await sites([CrawlRequest(site.url("/"), LIMITS)])
    assert crawled is not None
    missing = next(f for f in audit(crawled, PROFILE, 1).findings if f.code == "llms-txt-missing")
    site.answers["/llms.txt"] = response(b"# Boots", headers=[("Content-Type", "text/plain")])
    again = await sites.refetch(crawled, missing)
    assert isinstance(again, SiteCrawl)
    assert timeless(again) == timeless(replace(crawled, llms_txt=True))


async def test_all_of_it_comes_out_as_in_this_process(sites: ApartCrawls, site: RawServer) -> None:
    site.redirect("/moved", "/")
    async with OutboundFetcher(OUTBOUND, SystemClock()) as fetcher:
        here = SitesHere(fetcher, SystemClock())
        for path in ("/", "/moved", "/i.png"):
            url = site.url(path)
            assert await sites.look(url) == await here.look(url)
            assert await sites.read_text(url, ()) == await here.read_text(url, ())


async def test_a_private_address_is_not_looked_at_from_there_either(site: RawServer) -> None:
    async with ApartCrawls(OutboundSettings(), SystemClock()) as strict:
        looked, read = await asyncio.gather(
            strict.look(site.url("/")), strict.read_text(site.url("/"), ())
        )
    assert looked.reachable is False
    assert isinstance(read, FetchProblem)
    assert read.code == "address-refused"
    assert site.requests == []


async def test_a_process_that_dies_is_a_site_that_could_not_be_read() -> None:
    async with ApartCrawls(OUTBOUND, SystemClock(), command=(sys.executable, "-c", "")) as gone:
        assert await gone.look("http://127.0.0.1/") == SiteLook(False, reason=UNSAFE)
        read = await gone.read_text("http://127.0.0.1/", ())
    assert read == FetchProblem("protocol-error", UNSAFE)


def text(**changes: Any) -> PageText:
    """What an honest process says of a page, changed."""
    url = "http://127.0.0.1/"
    return PageText(replace(DocumentText(url, "A", ((0, "word"),), 1, url), **changes), "en")


@pytest.mark.parametrize(
    ("task", "said"),
    [
        ("look", as_data(SiteLook(True, favicon="javascript:alert(1)"))),
        ("look", as_data(SiteLook(True, favicon="data:text/html;base64,AAAA"))),
        ("look", as_data(SiteLook(True, favicon="data:image/png;base64," + "A" * 100_000))),
        ("look", as_data(SiteLook(True, favicon="data:image/png;base64,PHN2Zy8+"))),
        ("look", as_data(SiteLook(True, favicon=f"data:image/svg+xml;base64,{SCRIPT}"))),
        ("look", as_data(SiteLook(True, "javascript:alert(1)"))),
        ("look", {"reachable": True, "robots": "anything"}),
        ("look", [1]),
        ("read_text", as_data(text(url="http://elsewhere.example/"))),
        ("read_text", as_data(text(word_count=2**40))),
        ("read_text", as_data(text(blocks=((9, "a"),)))),
        ("read_text", as_data(text(blocks=((0, "a" * 20_000_000),)))),
        ("read_text", {"code": "unheard-of", "message": "x"}),
        ("read_text", None),
    ],
    ids=lambda each: str(each)[:60],
)
async def test_a_process_that_says_what_no_page_says_is_not_believed(
    task: str, said: object, tmp_path: Any
) -> None:
    written = tmp_path / "said"
    written.write_text(json.dumps({"answer": said, "counted": COUNTED}))
    code = BABBLER.replace("sys.argv[1].encode()", "open(sys.argv[1], 'rb').read()")
    command = (sys.executable, "-c", code, str(written))
    async with ApartCrawls(OUTBOUND, SystemClock(), command=command) as sites:
        url = "http://127.0.0.1/"
        found: Any = await (
            sites.look(url) if task == "look" else sites.read_text(url, ("127.0.0.1",))
        )
    assert (found.reason if task == "look" else found.message) == UNSAFE


async def test_words_that_cannot_be_stored_or_never_end_are_bounded(tmp_path: Any) -> None:
    look = as_data(SiteLook(False, reason="a\x00b\x1b" + "c" * 9_000))
    message = json.dumps({"answer": look, "counted": COUNTED})
    command = (sys.executable, "-c", BABBLER, message)
    async with ApartCrawls(OUTBOUND, SystemClock(), command=command) as sites:
        found = await sites.look("http://127.0.0.1/")
    assert found.reason == "a b " + "c" * 496


@pytest.mark.parametrize(("more", "reachable"), [(0, True), (1, False)])
async def test_a_process_that_says_too_much_is_not_listened_to(
    more: int, reachable: bool, tmp_path: Any
) -> None:
    message = json.dumps({"answer": as_data(SiteLook(True)), "counted": COUNTED})
    written = tmp_path / "said"
    written.write_bytes(message.encode().ljust(MOST_SAID + more))
    code = BABBLER.replace("sys.argv[1].encode()", "open(sys.argv[1], 'rb').read()")
    command = (sys.executable, "-c", code, str(written))
    async with ApartCrawls(OUTBOUND, SystemClock(), command=command) as sites:
        found = await sites.look("http://127.0.0.1/")
    assert found.reachable is reachable

"""Whole sites that mean harm, for a crawler rather than for one fetch.

Invariant: a site is a function from a path to an answer, so that endless ones need no memory.
"""

from __future__ import annotations

import asyncio
import gzip
import os
from collections.abc import Callable, Iterable
from functools import cache
from multiprocessing.connection import Connection

from tests.adapters.hostile import CASES, OK, Case, drip, flood, zeros
from tests.adapters.servers import Behaviour, RawServer, raw_server, response

HONEST = "127.0.3.1"
HTML = ("Content-Type", "text/html; charset=utf-8")
XML = ("Content-Type", "application/xml")
TEXT = ("Content-Type", "text/plain")
MOST = 9_900_000
WORDS = "<p>Boots for hills, made by hand and repaired for ten years.</p>" * 20
Answer = bytes | Behaviour
Site = Callable[[str], Answer]


class SiteServer(RawServer):
    """A server whose every path is answered by its site; the name of a site is in the path."""

    def __init__(self, sites: dict[str, Site]) -> None:
        super().__init__()
        self._sites = sites
        self.answers = _Paths(self)

    def find(self, path: str, host: str) -> Answer:
        """The answer of the site that the host names."""
        site = self._sites.get(host, nothing)
        return site(path)


class _Paths(dict[str, Answer]):
    """Looks like the answers of a RawServer."""

    def __init__(self, server: SiteServer) -> None:
        super().__init__()
        self._server = server

    def get(self, path: str, default: object = None) -> Answer:
        """By the host of the request that came last on this connection."""
        head = self._server.requests[-1]
        host = head.lower().partition(b"\r\nhost: ")[2].split(b"\r\n")[0].split(b":")[0]
        return self._server.find(path, host.decode())


def address_of(number: int) -> str:
    """Where a hostile site is found: each has a loopback address of its own."""
    return f"127.0.2.{number + 1}"


def nothing(path: str) -> Answer:
    """404 for every path."""
    return response(b"nothing", status="404 Not Found", headers=[TEXT])


def html(body: str | bytes, head: str = "") -> bytes:
    """A page."""
    raw = body if isinstance(body, bytes) else body.encode()
    start = f"<!doctype html><html><head><title>Boots</title>{head}</head><body>".encode()
    return response((start + raw)[:MOST], headers=[HTML])


def page(body: str | bytes, head: str = "") -> Site:
    """A site of one page, packed once."""

    @cache
    def made() -> bytes:
        return html(body, head)

    return lambda path: made() if path == "/" else nothing(path)


def with_file(path: str, answer: Callable[[], Answer]) -> Site:
    """A small site with one bad file."""
    made = cache(answer)

    def site(asked: str) -> Answer:
        if asked == path:
            return made()
        return html(WORDS + '<a href="/a">a</a>') if asked in ("/", "/a") else nothing(asked)

    return site


def every(make: Callable[[str], str]) -> Site:
    """Every path is a page; robots and sitemaps are not there."""

    def site(path: str) -> Answer:
        if path.endswith((".txt", ".xml", ".gz")):
            return nothing(path)
        return html(make(path))

    return site


def all_of(answer: Callable[[], Answer]) -> Site:
    """Every path answers the same."""
    made = cache(answer)
    return lambda path: made()


def ordinary(path: str) -> Answer:
    """An honest site of thirty pages, each after a moment."""
    if path.endswith((".txt", ".xml", ".gz")):
        return nothing(path)
    links = "".join(f'<a href="/page{number}">Boot {number}</a>' for number in range(30))
    data = html(f"<h1>{path}</h1>{WORDS}<p>{path}</p>{links}")

    async def after_a_moment(writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(0.1)
        writer.write(data)
        await writer.drain()

    return after_a_moment


def _repeat(text: str) -> bytes:
    raw = text.encode()
    return raw * (MOST // len(raw))


def _numbered(form: str, most: int) -> str:
    return "".join(form.format(number) for number in range(most))


INDEX = "<sitemap><loc>/sitemap{0}.xml</loc></sitemap>"
LAUGHS = '<!DOCTYPE u [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><urlset>&b;</urlset>'
LD = '<script type="application/ld+json">'

SITES: dict[str, Site] = {
    "endless paths": every(lambda p: WORDS + f'<p>{p}</p><a href="{p}x/">on</a>'),
    "a calendar without end": every(lambda p: WORDS + f'{p}<a href="/?day={len(p)}{p[-3:]}">n</a>'),
    "a new thousand links on each page": every(
        lambda p: WORDS + p + _numbered(f'<a href="{p.rstrip("/")}/{{0}}">x</a>', 1_000)),
    "a million links": page(_repeat('<a href="/p">x</a>') + b"x"),
    "300,000 different links": page(_numbered('<a href="/p{0}">link</a>', 300_000)),
    "links of 9 MB": page('<a href="/' + "x" * 9_000_000 + '">x</a>'),
    "links to private places": page(
        WORDS + _numbered('<a href="http://10.0.0.{0}/">x</a>', 250)),
    "links in every scheme": page(WORDS + _numbered(
        '<a href="file:///etc/{0}">x</a><a href="javascript:{0}">y</a>', 5_000)),
    "2 million open tags": page(_repeat("<div>")),
    "a million tables in tables": page(_repeat("<table><tr><td>")),
    "formatting that is never closed": page(_repeat("<b><i><font>")),
    "a million attributes": page("<p " + _numbered("a{0}=x ", 600_000) + ">hello</p>"),
    "an attribute of 9 MB": page('<p title="' + "x" * 9_000_000 + '">hello</p>'),
    "700,000 headings": page(_repeat("<h1>Boots</h1>")),
    "300,000 questions": page(_repeat("<h2>What is it?</h2><p>It is.</p>")),
    "600,000 paragraphs": page(_repeat("<p>word word</p>")),
    "one word of 9 MB": page("x" * 9_000_000),
    "5 million brackets of JSON-LD": page(WORDS + LD + "[" * 4_000_000 + "</script>"),
    "100,000 pieces of JSON-LD": page(
        _repeat(LD + '{"@type":"Organization","name":"x"}</script>')),
    "JSON-LD that contains itself": page(
        WORDS + LD + '{"@id":"#a","@graph":[' + '{"@id":"#a"},' * 90_000 + "{}]}</script>"),
    "numbers of 4 MB in JSON-LD": page(WORDS + LD + '{"price":' + "9" * 4_000_000 + "}</script>"),
    "entities without end": page(_repeat("&amp;lt;&#x26;")),
    "comments without end": page(_repeat("<!--")),
    "NUL for 9 MB": page(bytes(9_000_000)),
    "bytes of no charset": page(b"\xff\xfe\xfa" * 3_000_000),
    "a charset that does not exist": all_of(lambda: response(
        WORDS.encode(), headers=[("Content-Type", "text/html; charset=x-klingon")])),
    "UTF-7": page(b"+ADw-script+AD4-" * 90_000, '<meta charset="utf-7">'),
    "UTF-16 called UTF-8": page(WORDS.encode("utf-16")),
    "two charsets": page(WORDS, '<meta charset="koi8-r"><meta charset="shift_jis">' * 500),
    "a base that leads elsewhere": page(
        WORDS + '<a href="x">x</a>', '<base href="http://169.254.169.254/">' * 1_000),
    "100,000 canonical addresses": page(WORDS, _numbered(
        '<link rel="canonical" href="/c{0}">', 100_000)),
    "100,000 languages": page(WORDS, _numbered(
        '<link rel="alternate" hreflang="x{0}" href="/l{0}">', 100_000)),
    "a refresh to itself": page(WORDS, '<meta http-equiv="refresh" content="0;url=/">'),
    "a huge robots.txt": with_file("/robots.txt", lambda: response(
        b"User-agent: *\nDisallow: /private\n" * 280_000, headers=[TEXT])),
    "a robots.txt without end": with_file("/robots.txt", lambda: flood(
        OK + b"Content-Type: text/plain\r\n\r\n", b"Disallow: /x\n" * 1_000)),
    "a robots.txt of wildcards": with_file("/robots.txt", lambda: response(
        b"User-agent: *\n" + b"Disallow: /" + b"*a" * 200 + b"$\n" * 2_000, headers=[TEXT])),
    "a robots.txt of many patterns": with_file("/robots.txt", lambda: response(
        b"User-agent: *\n" + b"".join(b"Disallow: /%d*%d*%d$\n" % (n, n, n) for n in range(25_000)),
        headers=[TEXT])),
    "a robots.txt of 50,000 groups": with_file("/robots.txt", lambda: response(
        _numbered("User-agent: bot{0}\nDisallow: /\n", 50_000).encode(), headers=[TEXT])),
    "a crawl delay of years": with_file("/robots.txt", lambda: response(
        b"User-agent: *\nCrawl-delay: 99999999999999999999\n", headers=[TEXT])),
    "a robots.txt that is a bomb": with_file("/robots.txt", lambda: response(
        zeros()["gzip"], headers=[TEXT, ("Content-Encoding", "gzip")])),
    "a robots.txt a byte at a time": with_file("/robots.txt", lambda: drip(OK + b"\r\n", b"U")),
    "100,000 sitemaps": with_file("/robots.txt", lambda: response(
        _numbered("Sitemap: /sitemap{0}.xml\n", 100_000).encode(), headers=[TEXT])),
    "a sitemap of 150,000 addresses": with_file("/sitemap.xml", lambda: response(
        f"<urlset>{_numbered('<url><loc>/p{0}</loc></url>', 150_000)}</urlset>".encode(),
        headers=[XML])),
    "a sitemap of sitemaps of itself": with_file("/sitemap.xml", lambda: response(
        f"<sitemapindex>{_numbered(INDEX, 50_000)}</sitemapindex>".encode(), headers=[XML])),
    "laughs in a sitemap": with_file("/sitemap.xml", lambda: response(
        LAUGHS.encode() * 1_000, headers=[XML])),
    "a sitemap packed twice": with_file("/sitemap.xml", lambda: response(
        gzip.compress(gzip.compress(bytes(50_000_000))), headers=[XML])),
    "a sitemap that is a bomb": with_file("/sitemap.xml", lambda: response(
        zeros()["gzip"], headers=[("Content-Type", "application/gzip")])),
    "every page a redirect onwards": lambda path: response(
        status="302 Found", headers=[("Location", f"{path}x")]),
    "every page redirects to a private place": lambda path: nothing(path)
    if path.endswith((".txt", ".xml")) else response(
        status="301 Moved", headers=[("Location", "http://169.254.169.254/latest/")]),
    "cookies for ever": all_of(lambda: response(
        WORDS.encode(), headers=[HTML, *(("Set-Cookie", f"c{n}={'x' * 80}") for n in range(150))])),
    "every answer 503 after a year": all_of(lambda: response(
        b"later", status="503 Later", headers=[("Retry-After", "31536000")])),
    "every answer 429": all_of(lambda: response(
        b"later", status="429 Slow", headers=[("Retry-After", "Fri, 31 Dec 9999 23:59:59 GMT")])),
    "an llms.txt without end": with_file("/llms.txt", lambda: flood(
        OK + b"Content-Type: text/plain\r\n\r\n", b"# Boots\n" * 1_000)),
    "pictures called pages": every(lambda p: "\x89PNG\r\n" * 100_000),
    "the same page under every address": every(
        lambda p: WORDS + _numbered('<a href="/?a={0}&b={0}">x</a>', 3_000)),
}  # fmt: skip


def serve(there: Connection, fetches: bool, honest: bool) -> None:
    """A process's whole life: listen, tell the two ports, answer until it is ended.

    Hostile servers are other people's machines: here they compute when nobody else does.
    """
    if not honest:
        os.nice(19)
    asyncio.run(_serve_for_ever(there, CASES if fetches else (), honest))


async def _serve_for_ever(there: Connection, cases: Iterable[Case], honest: bool) -> None:
    named = {address_of(n): site for n, site in enumerate(SITES.values())}
    sites = SiteServer({HONEST: ordinary} if honest else named)
    first, *others = [HONEST] if honest else named
    listener = await asyncio.start_server(sites.serve, first, 0, backlog=500)
    port = listener.sockets[0].getsockname()[1]
    for address in others:
        await asyncio.start_server(sites.serve, address, port, backlog=500)
    async with raw_server() as pages:
        for number, (_, make, _) in enumerate(cases):
            pages.answers[f"/{number}"] = make()
        there.send((pages.port, port))
        await asyncio.Event().wait()

"""What an honest fetch gives: bytes as meant, redirects on record, times measured, TLS verified."""

from __future__ import annotations

import asyncio
import gzip
import ssl
import zlib
from collections.abc import AsyncIterator
from ipaddress import ip_network
from pathlib import Path

import brotli
import pytest
import pytest_asyncio

from presence.adapters.outbound import OutboundFetcher
from presence.analysis.crawler import USER_AGENT
from presence.core.clock import SystemClock
from presence.core.settings import OutboundSettings
from tests.adapters.certificates import certificate
from tests.adapters.servers import FakeDns, RawServer, raw_server, response

SETTINGS = OutboundSettings(allowed_networks=(ip_network("127.0.0.0/8"),), deadline_s=5)
PAGE = b"<html><title>Example</title>" + b"hello " * 2_000


def bare_deflate(data: bytes) -> bytes:
    """The RFC 1951 stream without the zlib header, as some servers send it."""
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return packer.compress(data) + packer.flush()


@pytest_asyncio.fixture(scope="module")
async def fetcher() -> AsyncIterator[OutboundFetcher]:
    """A fetcher that may reach the test's own server."""
    async with OutboundFetcher(SETTINGS, SystemClock()) as opened:
        yield opened


@pytest_asyncio.fixture
async def server() -> AsyncIterator[RawServer]:
    """A well-behaved one."""
    async with raw_server() as running:
        yield running


@pytest.mark.parametrize(
    ("encoding", "packed"),
    [
        ("gzip", gzip.compress(PAGE, mtime=0)),
        ("x-gzip", gzip.compress(PAGE, mtime=0)),
        ("GZIP", gzip.compress(PAGE[:100], mtime=0) + gzip.compress(PAGE[100:], mtime=0)),
        ("gzip", gzip.compress(PAGE, mtime=0) + b"\0" * 20),
        ("deflate", zlib.compress(PAGE)),
        ("deflate", bare_deflate(PAGE)),
        ("br", brotli.compress(PAGE)),
        ("identity", PAGE),
        ("identity, gzip", gzip.compress(PAGE, mtime=0)),
    ],
)
async def test_a_body_arrives_decoded_and_its_wire_size_is_known(
    fetcher: OutboundFetcher, server: RawServer, encoding: str, packed: bytes
) -> None:
    server.answers["/"] = response(packed, headers=[("Content-Encoding", encoding)])
    got = await fetcher.fetch(server.url("/"))
    assert got.problem is None
    assert got.body == PAGE
    assert got.wire_bytes == len(packed)


async def test_an_empty_body_called_gzip_is_an_empty_body(
    fetcher: OutboundFetcher, server: RawServer
) -> None:
    server.answers["/"] = response(b"", headers=[("Content-Encoding", "gzip")])
    got = await fetcher.fetch(server.url("/"))
    assert (got.problem, got.status, got.body) == (None, 200, b"")


async def test_headers_keep_their_order_and_repeats_with_lower_case_names(
    fetcher: OutboundFetcher, server: RawServer
) -> None:
    tags = [("X-Robots-Tag", "noindex"), ("X-Robots-Tag", "GPTBot: nofollow")]
    server.answers["/"] = response(headers=tags)
    got = await fetcher.fetch(server.url("/"))
    assert got.header_values("X-Robots-Tag") == ("noindex", "GPTBot: nofollow")
    assert got.headers[:2] == (("x-robots-tag", "noindex"), ("x-robots-tag", "GPTBot: nofollow"))


async def test_redirects_are_followed_and_every_hop_is_on_record(
    fetcher: OutboundFetcher, server: RawServer
) -> None:
    server.redirect("/a", "/b?x=1#part")
    server.redirect("/b?x=1", server.url("/c"))
    got = await fetcher.fetch(server.url("/a"))
    assert got.status == 200
    assert got.final_url == server.url("/c")
    assert [(hop.url, hop.status, hop.location) for hop in got.hops] == [
        (server.url("/a"), 302, server.url("/b?x=1#part")),
        (server.url("/b?x=1"), 302, server.url("/c")),
    ]


async def test_a_circle_of_redirects_is_named_as_such(
    fetcher: OutboundFetcher, server: RawServer
) -> None:
    server.redirect("/a", "/b")
    server.redirect("/b", "/a")
    got = await fetcher.fetch(server.url("/a"))
    assert got.problem is not None
    assert got.problem.code == "redirect-loop"


async def test_more_redirects_than_allowed_end_the_fetch(
    fetcher: OutboundFetcher, server: RawServer
) -> None:
    for step in range(10):
        server.redirect(f"/{step}", f"/{step + 1}")
    got = await fetcher.fetch(server.url("/0"))
    assert got.problem is not None
    assert got.problem.code == "too-many-redirects"
    assert len(server.requests) == SETTINGS.max_redirects + 1


@pytest.mark.parametrize(
    "location", ["ftp://example.com/", "file:///etc/passwd", "javascript:alert(1)", "gopher://x/"]
)
async def test_a_redirect_away_from_the_web_is_refused(
    fetcher: OutboundFetcher, server: RawServer, location: str
) -> None:
    got = await fetcher.fetch(server.redirect("/a", location))
    assert got.problem is not None
    assert got.problem.code == "unsupported-scheme"


async def test_a_redirect_with_raw_bytes_is_followed_escaped(
    fetcher: OutboundFetcher, server: RawServer
) -> None:
    got = await fetcher.fetch(server.redirect("/a", "/caf\xe9 menu"))
    assert got.status == 200
    assert got.final_url == server.url("/caf%E9%20menu")


async def test_a_redirect_without_a_target_is_the_answer_itself(
    fetcher: OutboundFetcher, server: RawServer
) -> None:
    server.answers["/"] = response(b"moved", status="301 Moved")
    got = await fetcher.fetch(server.url("/"))
    assert (got.status, got.body, got.hops) == (301, b"moved", ())


async def test_our_name_is_sent_unless_another_is_asked_for_and_no_cookie_ever(
    fetcher: OutboundFetcher, server: RawServer
) -> None:
    server.answers["/"] = response(headers=[("Set-Cookie", "a=b")])
    await fetcher.fetch(server.url("/"))
    await fetcher.fetch(server.url("/"), user_agent="ExampleBot/1.0")
    assert f"User-Agent: {USER_AGENT}".encode() in server.requests[0]
    assert b"User-Agent: ExampleBot/1.0" in server.requests[1]
    assert not any(b"cookie" in request.lower() for request in server.requests)


async def test_pages_of_one_site_share_a_connection(
    fetcher: OutboundFetcher, server: RawServer
) -> None:
    for page in range(10):
        await fetcher.fetch(server.url(f"/{page}"))
    assert (len(server.requests), server.connections) == (10, 1)


async def test_the_time_to_the_first_byte_is_that_of_the_server(
    fetcher: OutboundFetcher, server: RawServer
) -> None:
    async def slow(writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(0.2)
        writer.write(response(b"x"))
        await writer.drain()

    server.answers["/slow"] = slow
    got = await fetcher.fetch(server.url("/slow"))
    assert got.first_byte_ms is not None
    assert 190 < got.first_byte_ms <= got.total_ms


async def test_an_unknown_name_and_a_closed_port_are_told_apart(server: RawServer) -> None:
    dns = FakeDns({"closed.example": [["127.0.0.1"]]})
    async with OutboundFetcher(SETTINGS, SystemClock(), lookup=dns) as fetcher:
        unknown = await fetcher.fetch("http://unknown.example/")
        closed = await fetcher.fetch("http://closed.example:1/")
    assert unknown.problem is not None
    assert unknown.problem.message == "The address unknown.example could not be found."
    assert closed.problem is not None
    assert closed.problem.code == "connect-failed"


@pytest.mark.parametrize("url", ["", "http://", "https:///path", "http://exa mple.com/",
                                 "http://example.com:99999/", "http://example.com:0/",
                                 "http://[::1", "//example.com", "http://a\\b/", "http://-.com/",
                                 "http://example.com/\x00"])  # fmt: skip
async def test_what_is_no_address_is_said_to_be_none(fetcher: OutboundFetcher, url: str) -> None:
    got = await fetcher.fetch(url)
    assert got.problem is not None
    assert got.problem.code in ("invalid-url", "unsupported-scheme", "dns-failed")


@pytest.mark.parametrize(
    ("host", "trusted", "days", "code"),
    [
        ("shop.example", True, 10, None),
        ("other.example", True, 10, "tls-failed"),
        ("shop.example", False, 10, "tls-failed"),
        ("shop.example", True, -1, "tls-failed"),
    ],
    ids=["good", "for another name", "not trusted", "expired"],
)
async def test_tls_is_verified_for_the_name_while_the_address_is_ours(
    tmp_path: Path, host: str, trusted: bool, days: int, code: str | None
) -> None:
    context, path = certificate(tmp_path, "shop.example", days)
    asked: list[str | None] = []
    context.sni_callback = lambda _socket, name, _context: asked.append(name)
    plain = RawServer()
    listener = await asyncio.start_server(plain.serve, "127.0.0.1", 0, ssl=context)
    port = listener.sockets[0].getsockname()[1]
    client = ssl.create_default_context(cafile=str(path) if trusted else None)
    dns = FakeDns({host: [["127.0.0.1"]]})
    async with OutboundFetcher(SETTINGS, SystemClock(), lookup=dns, tls=client) as fetcher:
        got = await fetcher.fetch(f"https://{host}:{port}/")
    listener.close()
    assert (got.problem.code if got.problem else None) == code
    assert asked == [host]


NO_ADDRESS, NAMED, NO_PORT = (
    "This is not a valid website address.",
    "The address must not contain a user name or password.",
    "The address has no valid port.",
)


@pytest.mark.parametrize(
    ("of", "to", "sentence"),
    [
        ("http://", "http://ada:secret@", NAMED),
        ("http://", "http://ada@", NAMED),
        ("http://", "http://@", NAMED),
        ("/page", "/page\r\nX-Admin: 1", NO_ADDRESS),
        ("/page", "/pa\tge", NO_ADDRESS),
        ("/page", "/\x00page", NO_ADDRESS),
        ("/page", "\\\\page", NO_ADDRESS),
    ],
    ids=["a-user", "a-name", "nobody", "two-lines", "a-tab", "a-nul", "backslashes"],
)
async def test_what_two_readers_could_read_in_two_ways_is_not_fetched(
    fetcher: OutboundFetcher, server: RawServer, of: str, to: str, sentence: str
) -> None:
    got = await fetcher.fetch(server.url("/page").replace(of, to, 1))
    assert got.problem is not None
    assert (got.problem.code, got.problem.message) == ("invalid-url", sentence)
    assert server.requests == []


async def test_there_is_no_port_nought(fetcher: OutboundFetcher) -> None:
    got = await fetcher.fetch("http://127.0.0.1:0/")
    assert got.problem is not None
    assert (got.problem.code, got.problem.message) == ("invalid-url", NO_PORT)

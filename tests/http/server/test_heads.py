"""A head that two programs could read differently, or that costs too much, ends at the server."""

from __future__ import annotations

import pytest

from tests.http.server.sockets import END, HOST, listening

GET = b"GET /x HTTP/1.1\r\n"
POST = b"POST /x HTTP/1.1\r\n" + HOST

REFUSED = {
    "two lengths": (POST + b"Content-Length: 1\r\nContent-Length: 1" + END + b"a", 400),
    "a length and a coding": (
        POST + b"Content-Length: 5\r\nTransfer-Encoding: chunked" + END + b"0\r\n\r\n",
        400,
    ),
    "two codings": (
        POST + b"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity" + END,
        400,
    ),
    "a coding we do not know": (POST + b"Transfer-Encoding: gzip, chunked" + END, 400),
    "a disguised coding": (POST + b"Transfer-Encoding: xchunked" + END, 400),
    "a coding in HTTP/1.0": (
        b"POST /x HTTP/1.0\r\n" + HOST + b"Transfer-Encoding: chunked" + END,
        400,
    ),
    "a length with a sign": (POST + b"Content-Length: +1" + END + b"a", 400),
    "a space before the colon": (GET + b"Host : localhost" + END, 400),
    "a folded line": (GET + HOST + b"X-A: 1\r\n 2" + END, 400),
    "lines that end without a carriage return": (b"GET /x HTTP/1.1\nHost: localhost\n\n", 400),
    "a NUL in a value": (GET + HOST + b"X-A: a\x00b" + END, 400),
    "HTTP/0.9": (b"GET /x\r\n\r\n", 400),
    "HTTP/2 without TLS": (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400),
    "a whole address": (b"GET http://localhost/x HTTP/1.1\r\n" + HOST + b"\r\n", 400),
    "an asterisk": (b"OPTIONS * HTTP/1.1\r\n" + HOST + b"\r\n", 400),
    "a tunnel": (b"CONNECT localhost:80 HTTP/1.1\r\n" + HOST + b"\r\n", 405),
    "an echo": (b"TRACE /x HTTP/1.1\r\n" + HOST + b"\r\n", 405),
    "a method of WebDAV": (b"PROPFIND /x HTTP/1.1\r\n" + HOST + b"\r\n", 405),
    "an encoded slash": (b"GET /api%2Fx HTTP/1.1\r\n" + HOST + b"\r\n", 400),
    "an encoded backslash": (b"GET /api%5cx HTTP/1.1\r\n" + HOST + b"\r\n", 400),
    "an encoded NUL": (b"GET /x%00 HTTP/1.1\r\n" + HOST + b"\r\n", 400),
    "an encoded line break": (b"GET /x%0d%0ay HTTP/1.1\r\n" + HOST + b"\r\n", 400),
    "half an escape": (b"GET /x%4 HTTP/1.1\r\n" + HOST + b"\r\n", 400),
    "an escape that is no UTF-8": (b"GET /x%ff HTTP/1.1\r\n" + HOST + b"\r\n", 400),
    "a step up": (b"GET /a/../x HTTP/1.1\r\n" + HOST + b"\r\n", 400),
    "an encoded step up": (b"GET /a/%2e%2E/x HTTP/1.1\r\n" + HOST + b"\r\n", 400),
    "a raw letter beyond ASCII": ("GET /ü HTTP/1.1\r\n".encode() + HOST + b"\r\n", 400),
    "no host": (GET + b"Accept: */*" + END, 400),
    "an empty host": (GET + b"Host:" + END, 400),
    "two hosts": (GET + HOST + HOST + b"\r\n", 400),
    "a host with a path": (GET + b"Host: localhost/x" + END, 400),
    "a host with a user": (GET + b"Host: a@localhost" + END, 400),
    "a host that ends with a dot": (GET + b"Host: localhost." + END, 400),
    "a host of somebody else": (GET + b"Host: evil.example" + END, 421),
    "a host that only begins like ours": (GET + b"Host: localhost.evil.example" + END, 421),
}


@pytest.mark.parametrize("name", sorted(REFUSED))
async def test_an_ambiguous_head_is_refused_with_a_sentence_before_any_route(name: str) -> None:
    sent, expected = REFUSED[name]
    async with listening() as place:
        status, body = await place.ask(sent)
        assert (status, place.reached) == (expected, [])
        assert body["status"] == expected
        assert body["detail"].endswith(".")
        assert body["requestId"] is None or body["requestId"]


@pytest.mark.parametrize(
    "sent",
    [
        GET + HOST + b"\r\n",
        GET + b"Host: LOCALHOST:8000" + END,
        GET + b"Host: 127.0.0.1" + END,
        GET + b"Host: [::1]:8000" + END,
        GET + b"Host: 192.0.2.7" + END,
        GET + HOST + b"Connection: upgrade\r\nUpgrade: h2c" + END,
        b"GET /x?next=%2Fa%00%ff&u=http://a/../b HTTP/1.1\r\n" + HOST + b"\r\n",
        b"GET /x?next=/\\evil.example HTTP/1.1\r\n" + HOST + b"\r\n",
        b"GET /caf%C3%A9 HTTP/1.1\r\n" + HOST + b"\r\n",
        b"GET /x HTTP/1.0\r\n" + HOST + b"\r\n",
        POST + b"Transfer-Encoding: chunked" + END + b"2\r\nab\r\n0\r\n\r\n",
        POST + b"Content-Length: 2" + END + b"ab",
    ],
)
async def test_an_ordinary_head_passes(sent: bytes) -> None:
    async with listening() as place:
        assert (await place.ask(sent))[0] == 200


async def test_a_double_encoded_address_is_decoded_once() -> None:
    async with listening() as place:
        assert (await place.ask(b"GET /a%252Fb HTTP/1.1\r\n" + HOST + b"\r\n"))[0] == 200
        assert place.reached == ["/a%2Fb"]


async def test_with_a_public_address_only_its_hosts_are_answered_and_probes_by_number() -> None:
    http = {
        "public_url": "https://app.example.com",
        "allowed_origins": "https://acme.example.org",
        "hosts": "presence-api.presence.svc.cluster.local",
    }
    async with listening(**http) as place:

        async def status(path: bytes, host: bytes) -> int:
            return (await place.ask(b"GET %b HTTP/1.1\r\nHost: %b" % (path, host) + END))[0]

        for host in ("app.example.com", "APP.example.com:443", "acme.example.org"):
            assert await status(b"/x", host.encode()) == 200
        assert await status(b"/x", b"presence-api.presence.svc.cluster.local") == 200
        assert await status(b"/x", b"10.1.2.3:8000") == 421
        assert await status(b"/readyz", b"10.1.2.3:8000") == 200
        assert await status(b"/healthz", b"10.1.2.3:8000") == 200
        assert await status(b"/readyz/x", b"10.1.2.3:8000") == 421


async def test_trailers_never_become_headers_of_the_request() -> None:
    sent = POST + b"Transfer-Encoding: chunked" + END + b"1\r\na\r\n0\r\n"
    async with listening() as place:
        _, body = await place.ask(
            sent + b"Authorization: Bearer x\r\nX-Forwarded-For: 1.2.3.4" + END
        )
        names = {name for name, _ in body["headers"]}
        assert {"authorization", "x-forwarded-for"} & names == set()


async def test_headers_of_a_proxy_do_not_change_who_is_connected_and_how() -> None:
    said = b"X-Forwarded-For: 6.6.6.6\r\nX-Real-IP: 6.6.6.6\r\nX-Forwarded-Proto: https"
    async with listening() as place:
        _, body = await place.ask(GET + HOST + said + END)
        assert (body["peer"], body["scheme"]) == ("127.0.0.1", "http")


async def test_a_refused_head_never_speaks_into_an_answer_before_it() -> None:
    async with listening() as place:
        sent = GET + HOST + b"\r\n" + b"GET http://evil/ HTTP/1.1\r\n" + HOST + b"\r\n"
        answers = await place.all_answers(sent)
        assert answers.startswith(b"HTTP/1.1 200")
        assert answers.count(b"HTTP/1.1") == 1

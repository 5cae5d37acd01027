"""Websites that mean harm or are simply broken, written byte by byte on the socket.

Invariant: each behaviour costs this server next to nothing; the harm is the client's to refuse.
"""

from __future__ import annotations

import asyncio
import gzip
import zlib
from collections.abc import Awaitable, Callable
from functools import lru_cache

Writer = asyncio.StreamWriter
Behaviour = Callable[[Writer, str], Awaitable[None]]

_MEGABYTE = 1024 * 1024
_PAGE = (
    "<!doctype html><html lang='en'><head><title>{title}</title></head><body><main><h1>{title}</h1>"
    "<p>{text}</p></main></body></html>"
)
_TEXT = "An ordinary sentence about an ordinary shop that sells ordinary things. " * 20


async def _respond(
    writer: Writer, body: bytes, status: str = "200 OK", *headers: str, kind: str = "text/html"
) -> None:
    lines = [f"HTTP/1.1 {status}", f"Content-Type: {kind}", *headers]
    if not any(header.lower().startswith("content-length") for header in headers):
        lines.append(f"Content-Length: {len(body)}")
    lines.append("Connection: close")
    writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
    await writer.drain()


async def _gzip_bomb(writer: Writer, path: str) -> None:
    """500 MB of spaces in about 500 kB."""
    await _respond(writer, _bomb(), "200 OK", "Content-Encoding: gzip")


@lru_cache(maxsize=1)
def _bomb() -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, zlib.MAX_WBITS | 16)
    block = b" " * _MEGABYTE
    return b"".join([*(packer.compress(block) for _ in range(500)), packer.flush()])


async def _nested_gzip(writer: Writer, path: str) -> None:
    body = gzip.compress(gzip.compress(b" " * (50 * _MEGABYTE)))
    await _respond(writer, body, "200 OK", "Content-Encoding: gzip, gzip")


async def _huge_page(writer: Writer, path: str) -> None:
    """500 MB, streamed."""
    writer.write(
        b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
        b"Content-Length: 524288000\r\nConnection: close\r\n\r\n<html><body>"
    )
    block = b"<p>More of the same, and then some more.</p>\n" * 23_000
    for _ in range(500):
        writer.write(block[:_MEGABYTE])
        await writer.drain()


async def _redirect_loop(writer: Writer, path: str) -> None:
    other = "/round-b" if path.endswith("a") else "/round-a"
    await _respond(writer, b"", "302 Found", f"Location: {other}")


async def _redirect_metadata(writer: Writer, path: str) -> None:
    await _respond(writer, b"", "302 Found", "Location: http://169.254.169.254/latest/meta-data/")


async def _endless_headers(writer: Writer, path: str) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n")
    for number in range(1_000_000):
        writer.write(b"X-Filler-%d: %s\r\n" % (number, b"a" * 500))
        await writer.drain()


async def _slow_drip(writer: Writer, path: str) -> None:
    """One byte a second, for ever."""
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n")
    for byte in (_PAGE.format(title="Slow", text=_TEXT) * 100).encode():
        writer.write(bytes([byte]))
        await writer.drain()
        await asyncio.sleep(1)


async def _login_wall(writer: Writer, path: str) -> None:
    if path != "/login":
        await _respond(writer, b"", "302 Found", "Location: /login")
        return
    form = (
        "<!doctype html><html lang='en'><head><title>Sign in</title></head><body><main>"
        "<h1>Sign in</h1><form><input name='user'><input type='password' name='secret'>"
        "<button>Sign in</button></form></main></body></html>"
    )
    await _respond(writer, form.encode())


async def _wrong_length_long(writer: Writer, path: str) -> None:
    body = _PAGE.format(title="Long", text=_TEXT).encode()
    await _respond(writer, body, "200 OK", f"Content-Length: {len(body) + 5_000}")


async def _wrong_length_short(writer: Writer, path: str) -> None:
    body = _PAGE.format(title="Short", text=_TEXT).encode()
    await _respond(writer, body, "200 OK", "Content-Length: 10")


async def _bad_charset(writer: Writer, path: str) -> None:
    body = _PAGE.format(title="Café Größe", text=_TEXT).encode("latin-1")
    await _respond(writer, body, kind="text/html; charset=x-does-not-exist")


async def _bad_gzip(writer: Writer, path: str) -> None:
    await _respond(writer, b"this is not gzip", "200 OK", "Content-Encoding: gzip")


async def _silent(writer: Writer, path: str) -> None:
    await asyncio.sleep(3_600)


async def _reset(writer: Writer, path: str) -> None:
    writer.transport.abort()


async def _many_links(writer: Writer, path: str) -> None:
    links = "".join(f'<a href="/page/{path.count("/")}/{n}">{n}</a>' for n in range(100_000))
    await _respond(writer, _PAGE.format(title="Links", text=links).encode())


async def _deep_nesting(writer: Writer, path: str) -> None:
    body = f"<html><body>{'<div>' * 100_000}<p>{_TEXT}</p></body></html>"
    await _respond(writer, body.encode())


async def _ordinary(writer: Writer, path: str) -> None:
    await _respond(writer, _PAGE.format(title="Ordinary", text=_TEXT).encode())


async def _huge_robots(writer: Writer, path: str) -> None:
    """20 MB of rules; the one that matters stands in the first line."""
    lines = b"User-agent: *\nDisallow: /private\n" + b"Disallow: /filler/and/more\n" * 750_000
    await _respond(writer, lines, kind="text/plain")


HOSTILE: dict[str, Behaviour] = {
    "gzip-bomb": _gzip_bomb,
    "nested-gzip": _nested_gzip,
    "bad-gzip": _bad_gzip,
    "huge-page": _huge_page,
    "redirect-loop": _redirect_loop,
    "redirect-metadata": _redirect_metadata,
    "endless-headers": _endless_headers,
    "slow-drip": _slow_drip,
    "login-wall": _login_wall,
    "wrong-length-long": _wrong_length_long,
    "wrong-length-short": _wrong_length_short,
    "bad-charset": _bad_charset,
    "silent": _silent,
    "reset": _reset,
    "many-links": _many_links,
    "deep-nesting": _deep_nesting,
    "huge-robots": _ordinary,
}

Connection = Callable[[asyncio.StreamReader, Writer], Awaitable[None]]


def hostile_site(behaviour: str) -> Connection:
    """A server that behaves so at every address except robots.txt.

    With "" it serves an index that links to `/gzip-bomb` and all the others, each under its name.
    """

    async def connected(reader: asyncio.StreamReader, writer: Writer) -> None:
        try:
            path = await _request_path(reader)
            await _choose(behaviour, path)(writer, path)
        except (
            ConnectionError,
            asyncio.CancelledError,  # the server stops while a client still reads
            asyncio.IncompleteReadError,
            asyncio.LimitOverrunError,
        ):
            writer.transport.abort()
        finally:
            writer.close()

    return connected


async def _request_path(reader: asyncio.StreamReader) -> str:
    head = await reader.readuntil(b"\r\n\r\n")
    parts = head.split(b" ", 2)
    return parts[1].decode("ascii", "replace") if len(parts) > 1 else "/"


def _choose(behaviour: str, path: str) -> Behaviour:
    if path == "/robots.txt":
        return _huge_robots if behaviour == "huge-robots" else _no_robots
    if path in ("/sitemap.xml", "/llms.txt"):
        return _missing
    if behaviour:
        return HOSTILE[behaviour]
    named = HOSTILE.get(path.strip("/").partition("/")[0])
    if named is not None:
        return named
    if path.startswith("/round-"):
        return _redirect_loop
    return _login_wall if path == "/login" else _index


async def _no_robots(writer: Writer, path: str) -> None:
    await _respond(writer, b"User-agent: *\nAllow: /\n", kind="text/plain")


async def _missing(writer: Writer, path: str) -> None:
    await _respond(writer, b"not here", "404 Not Found", kind="text/plain")


async def _index(writer: Writer, path: str) -> None:
    links = " ".join(f'<a href="/{name}">{name}</a>' for name in HOSTILE)
    await _respond(writer, _PAGE.format(title="Hostile", text=f"{_TEXT}{links}").encode())

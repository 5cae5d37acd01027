"""Web servers that mean harm: each behaviour, and the problems an honest answer to it may name."""

from __future__ import annotations

import asyncio
import gzip
import zlib
from collections.abc import Callable
from functools import lru_cache

import brotli

from tests.adapters.servers import Behaviour, response

MEGABYTE = bytes(1_000_000)
SILENCE_S = 5.0


@lru_cache(maxsize=1)
def zeros(megabytes: int = 60) -> dict[str, bytes]:
    """A lot of nothing, packed in every way; made once."""
    raw = MEGABYTE * megabytes
    return {
        "gzip": gzip.compress(raw, 6),
        "deflate": zlib.compress(raw, 6),
        "br": brotli.compress(raw, quality=1),
    }


def packed(encoding: str, body: bytes) -> bytes:
    """A response in one Content-Encoding."""
    return response(body, headers=[("Content-Encoding", encoding)])


def drip(start: bytes, piece: bytes, pause_s: float = 0.05) -> Behaviour:
    """Send `start`, then `piece` for ever with a pause after each."""

    async def behave(writer: asyncio.StreamWriter) -> None:
        writer.write(start)
        while not writer.is_closing():
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(pause_s)

    return behave


def flood(start: bytes, piece: bytes) -> Behaviour:
    """Send `start`, then `piece` for ever as fast as the reader takes it."""
    return drip(start, piece, 0)


def cut_off(data: bytes) -> Behaviour:
    """Send `data` and hang up."""

    async def behave(writer: asyncio.StreamWriter) -> None:
        writer.write(data)
        await writer.drain()

    return behave


async def silence(writer: asyncio.StreamWriter) -> None:
    """Take the request and say nothing."""
    await asyncio.sleep(SILENCE_S)


OK = b"HTTP/1.1 200 OK\r\n"
CHUNKED = OK + b"Transfer-Encoding: chunked\r\n\r\n"
ODD = ("protocol-error",)
Case = tuple[str, Callable[[], bytes | Behaviour], tuple[str | None, ...]]

CASES: tuple[Case, ...] = (
    ("gzip bomb", lambda: packed("gzip", zeros()["gzip"]), ("too-large",)),
    ("deflate bomb", lambda: packed("deflate", zeros()["deflate"]), ("too-large",)),
    ("brotli bomb", lambda: packed("br", zeros()["br"]), ("too-large",)),
    ("x-gzip bomb", lambda: packed("x-gzip", zeros()["gzip"]), ("too-large",)),
    ("bomb in a bomb", lambda: packed("gzip, gzip", zeros()["gzip"]), ("bad-encoding",)),
    ("two encodings", lambda: packed("br, gzip", b"x"), ("bad-encoding",)),
    ("unasked zstd", lambda: packed("zstd", b"(\xb5/\xfd" + bytes(100)), ("bad-encoding",)),
    ("unknown encoding", lambda: packed("rot13", b"uryyb"), ("bad-encoding",)),
    ("plain text called gzip", lambda: packed("gzip", b"<p>hello</p>"), ("bad-encoding",)),
    ("plain text called brotli", lambda: packed("br", b"<p>hello</p>" * 9), ("bad-encoding",)),
    ("plain text called deflate", lambda: packed("deflate", b"<p>hi</p>"), ("bad-encoding",)),
    ("gzip that stops early", lambda: packed("gzip", gzip.compress(b"a" * 999)[:-9]),
     ("bad-encoding",)),
    ("a thousand gzip members", lambda: packed("gzip", gzip.compress(b"") * 1_000), (None,)),
    ("a page without end", lambda: flood(OK + b"\r\n", MEGABYTE), ("too-large",)),
    ("500 MB announced and sent", lambda: flood(
        OK + b"Content-Length: 500000000\r\n\r\n", MEGABYTE), ("too-large",)),
    ("chunks without end", lambda: flood(CHUNKED, b"10000\r\n" + bytes(65_536) + b"\r\n"),
     ("too-large",)),
    ("empty stored blocks", lambda: flood(
        OK + b"Content-Encoding: deflate\r\n\r\n\x78\x9c", b"\x00\x00\x00\xff\xff" * 9_000),
     ("too-large",)),
    ("headers without end", lambda: flood(OK, b"X-Filler: " + b"a" * 990 + b"\r\n"),
     ("headers-too-large",)),
    ("short headers without end", lambda: flood(OK, b"A: b\r\n" * 500), ("headers-too-large",)),
    ("one header without end", lambda: flood(OK + b"X: ", b"a" * 4_096), ("headers-too-large",)),
    ("a status line without end", lambda: flood(b"HTTP/1.1 200 ", b"a" * 4_096),
     ("headers-too-large",)),
    ("80 KB of headers", lambda: response(headers=[(f"X-{i}", "a" * 8_000) for i in range(10)]),
     ("headers-too-large",)),
    ("a byte at a time", lambda: drip(OK + b"\r\n", b"x"), ("timeout",)),
    ("headers a byte at a time", lambda: drip(OK + b"X-Slow: ", b"x"), ("timeout",)),
    ("a status line a byte at a time", lambda: drip(b"H", b"T"), ("timeout", *ODD)),
    ("gzip a byte at a time", lambda: drip(
        OK + b"Content-Encoding: gzip\r\n\r\n" + zeros()["gzip"][:10], b"\xed"),
     ("timeout", "bad-encoding")),
    ("silence", lambda: silence, ("timeout",)),
    ("interim answers for ever", lambda: flood(b"", b"HTTP/1.1 103 Early Hints\r\n\r\n"),
     ("timeout", *ODD)),
    ("continue for ever", lambda: drip(b"", b"HTTP/1.1 100 Continue\r\n\r\n"), ("timeout",)),
    ("a body that breaks off", lambda: cut_off(OK + b"Content-Length: 100\r\n\r\nshort"), ODD),
    ("chunks that break off", lambda: cut_off(CHUNKED + b"ff\r\nshort"), ODD),
    ("a chunk size that is none", lambda: cut_off(CHUNKED + b"zz\r\nxx\r\n"), ODD),
    ("a huge chunk size", lambda: cut_off(CHUNKED + b"f" * 40 + b"\r\nxx\r\n"), ODD),
    ("a chunk extension without end", lambda: flood(CHUNKED + b"5;", b"a" * 4_096),
     ("too-large", "headers-too-large", "timeout", *ODD)),
    ("trailers without end", lambda: flood(CHUNKED + b"0\r\n", b"X: " + b"a" * 900 + b"\r\n"),
     ("headers-too-large", "timeout", *ODD)),
    ("a negative length", lambda: cut_off(OK + b"Content-Length: -5\r\n\r\nhello"), ODD),
    ("two lengths", lambda: cut_off(OK + b"Content-Length: 5\r\nContent-Length: 9\r\n\r\nhello"),
     ODD),
    ("length and chunks", lambda: cut_off(
        OK + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"), (None, *ODD)),
    ("nothing at all", lambda: cut_off(b""), ODD),
    ("no HTTP", lambda: cut_off(b"SSH-2.0-OpenSSH_9.2\r\n"), ODD),
    ("HTTP/0.9", lambda: cut_off(b"<html>hello</html>"), ODD),
    ("a NUL in a header", lambda: cut_off(OK + b"X: a\x00b\r\nContent-Length: 0\r\n\r\n"),
     (None, *ODD)),
    ("an unasked protocol switch", lambda: cut_off(
        b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n"),
     (None, *ODD)),
    ("a status beyond all", lambda: cut_off(b"HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n"),
     (None,)),
    ("headers in no charset", lambda: response(headers=[("X-Name", "\xff\xfe\xe9")]), (None,)),
    ("more body than announced", lambda: response(
        b"hello, there is more", headers=[("Content-Length", "5")]), (None, *ODD)),
)  # fmt: skip

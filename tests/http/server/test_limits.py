"""What a connection may cost: bytes, lines and seconds, whatever is sent in how small pieces."""

from __future__ import annotations

import asyncio
import contextlib
import time

import pytest

from tests.http.server.sockets import END, HOST, Place, listening

GET = b"GET /x HTTP/1.1\r\n" + HOST
POST = b"POST /x HTTP/1.1\r\n" + HOST
SOON = {"head_s": 0.4, "body_gap_s": 0.4, "body_grace_s": 0.8, "unread_s": 0.5, "idle_s": 1}


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        (b"GET /" + b"a" * 9_000 + b" HTTP/1.1\r\n" + HOST + b"\r\n", 414),
        (b"GET /" + b"a" * 2_000_000, 414),
        (GET + b"X-A: " + b"a" * 40_000 + END, 431),
        (GET + b"X-A: b\r\n" * 101 + b"\r\n", 431),
        (GET + (b"X-A: " + b"a" * 1_000 + b"\r\n") * 40 + b"\r\n", 431),
    ],
    ids=["long address", "address without end", "long line", "many lines", "much in all"],
)
async def test_a_head_that_is_too_large_is_refused(sent: bytes, expected: int) -> None:
    async with listening() as place:
        assert await _status_and_reached(place, sent) == (expected, [])


async def _status_and_reached(place: Place, sent: bytes) -> tuple[int, list[str]]:
    return (await place.ask(sent))[0], place.reached


@pytest.mark.parametrize(
    "opening", [GET + b"X-A: ", b"\r\n", b"GET /"], ids=["line", "none", "target"]
)
async def test_a_head_without_end_is_cut_after_a_few_kilobytes(opening: bytes) -> None:
    async with listening() as place:
        reader, writer = await place.connect()
        sent, filler = 0, b"\r\n" * 4_096 if opening == b"\r\n" else b"a" * 8_192
        writer.write(opening)
        with contextlib.suppress(OSError):
            while sent < 60_000_000 and not reader.at_eof():
                writer.write(filler)
                await writer.drain()
                sent += len(filler)
                await asyncio.sleep(0)
        assert sent < 4_000_000
        writer.close()


async def test_a_head_that_drips_is_ended() -> None:
    async with listening(limits=SOON) as place:
        reader, writer = await place.connect()
        began = time.monotonic()
        with contextlib.suppress(OSError):
            for letter in GET + b"X-A: " + b"a" * 1_000:
                writer.write(bytes([letter]))
                await writer.drain()
                await asyncio.sleep(0.05)
                if reader.at_eof():
                    break
        assert time.monotonic() - began < 5
        writer.close()


async def test_a_connection_that_says_nothing_is_closed_without_a_word() -> None:
    async with listening(limits=SOON) as place:
        reader, writer = await place.connect()
        assert await asyncio.wait_for(reader.read(), 5) == b""
        writer.close()


async def test_a_second_head_that_drips_is_ended_too() -> None:
    async with listening(limits=SOON) as place:
        reader, writer = await place.connect()
        writer.write(GET + b"\r\n")
        assert (await reader.readuntil(END)).startswith(b"HTTP/1.1 200")
        writer.write(b"GET /x HT")
        assert b"408" in await asyncio.wait_for(reader.read(), 5)
        writer.close()


@pytest.mark.parametrize("pause_s", [3.0, 0.1], ids=["stalls", "drips"])
async def test_a_body_that_does_not_come_is_refused(pause_s: float) -> None:
    async with listening(limits=SOON) as place:
        reader, writer = await place.connect()
        writer.write(POST + b"Content-Length: 1000" + END)

        async def drip() -> None:
            with contextlib.suppress(OSError):
                while True:
                    writer.write(b"a")
                    await writer.drain()
                    await asyncio.sleep(pause_s)

        dripping = asyncio.create_task(drip())
        answer = await asyncio.wait_for(reader.read(), 5)
        dripping.cancel()
        assert answer.startswith(b"HTTP/1.1 408")
        assert answer.count(b"HTTP/1.1") == 1


async def test_a_slow_but_steady_body_is_taken() -> None:
    limits = SOON | {"body_bytes_per_s": 10, "body_grace_s": 0.5}
    async with listening(limits=limits) as place:
        reader, writer = await place.connect()
        writer.write(POST + b"Connection: close\r\nContent-Length: 60" + END)
        for _ in range(12):
            writer.write(b"aaaaa")
            await asyncio.sleep(0.15)
        assert (await asyncio.wait_for(reader.read(), 5)).startswith(b"HTTP/1.1 200")
        writer.close()


async def test_a_body_without_end_is_refused() -> None:
    async with listening(limits={"body_bytes": 100_000}) as place:
        piece = b"2000\r\n" + b"a" * 0x2000 + b"\r\n"
        status, _ = await place.ask(POST + b"Transfer-Encoding: chunked" + END + piece * 20)
        assert status == 413


async def test_a_reader_that_takes_nothing_is_let_go() -> None:
    async with listening(limits=SOON) as place:
        reader, writer = await place.connect()
        writer.write(b"GET /stream HTTP/1.1\r\n" + HOST + b"\r\n")
        await asyncio.sleep(2.5)
        with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
            await asyncio.wait_for(reader.readexactly(4_000 * 65_536), 5)
        writer.close()


async def test_an_idle_connection_is_closed() -> None:
    async with listening(limits=SOON) as place:
        reader, writer = await place.connect()
        writer.write(GET + b"\r\n")
        answer = await asyncio.wait_for(reader.read(), 5)
        assert answer.count(b"HTTP/1.1 200") == 1
        writer.close()


async def test_one_address_opens_so_many_connections_and_then_waits() -> None:
    async with listening(limits={"connections_per_address": 3}) as place:
        held = [await place.connect() for _ in range(3)]
        await asyncio.sleep(0.1)
        status, body = await place.ask(GET + b"\r\n")
        assert (status, body["code"]) == (503, "overloaded")
        held[0][1].close()
        await asyncio.sleep(0.1)
        assert (await place.ask(GET + b"\r\n"))[0] == 200
        for _, writer in held[1:]:
            writer.close()


async def test_behind_a_proxy_connections_of_its_one_address_are_not_counted() -> None:
    limits = {"connections_per_address": 1}
    async with listening(limits=limits, trusted_proxies=1) as place:
        held = [await place.connect() for _ in range(3)]
        assert (await place.ask(GET + b"\r\n"))[0] == 200
        for _, writer in held:
            writer.close()


async def test_requests_sent_ahead_are_answered_up_to_a_number() -> None:
    async with listening() as place:
        assert (await place.all_answers((GET + b"\r\n") * 10)).count(b"HTTP/1.1 200") == 10
        for ahead in (200, 2_000):
            answers = await place.all_answers((GET + b"\r\n") * ahead)
            assert answers.count(b"HTTP/1.1") < 100

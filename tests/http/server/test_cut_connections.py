"""A connection that ends in the middle is told as that, and is no fault of ours."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from fastapi import FastAPI

from presence.core import metrics
from presence.http.errors import install_handlers
from presence.http.middleware import ResponseHeaders
from presence.http.observing import Observing
from tests.http.server.sockets import END, HOST, TIMEOUT_S, application, serving

COUNT = "presence_http_server_request_duration_seconds_count"


@pytest_asyncio.fixture
async def port() -> AsyncIterator[int]:
    """A server before an application with the product's outer layers."""
    app: FastAPI = application([])
    install_handlers(app)
    app.add_middleware(ResponseHeaders, secure=False)
    app.add_middleware(Observing)
    async with serving(app) as listening:
        yield listening


async def told(caplog: pytest.LogCaptureFixture, sentence: str) -> logging.LogRecord:
    """The line of the log with this sentence."""
    for _ in range(int(TIMEOUT_S * 50)):
        for record in caplog.records:
            if sentence in record.getMessage():
                return record
        await asyncio.sleep(0.02)
    raise AssertionError([record.getMessage() for record in caplog.records])


def faults(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What was complained of, but for a server that ends under the application."""
    loud = [record for record in caplog.records if record.levelno > logging.INFO]
    texts = [(record.name, record.getMessage()) for record in loud]
    return [text for name, text in texts if name.startswith("presence.") or "ASGI" in text]


def counted(kind: str) -> float:
    """How many answers of a kind were counted."""
    return sum(
        sample.value
        for family in metrics.COUNTED.collect()
        for sample in family.samples
        if sample.name == COUNT and sample.labels.get("status_class") == kind
    )


async def test_a_request_whose_sender_leaves_is_no_fault(
    port: int, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    before = counted("5xx")
    _, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"POST /upload HTTP/1.1\r\n" + HOST + b"Content-Length: 90000\r\n\r\nhalf")
    await writer.drain()
    await asyncio.sleep(0.2)
    writer.transport.abort()
    line = await told(caplog, "The client cut the connection")
    assert line.levelno == logging.INFO
    await asyncio.sleep(0.1)
    assert (faults(caplog), counted("5xx")) == ([], before)


async def test_an_answer_whose_reader_leaves_is_no_fault(
    port: int, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    before = counted("5xx")
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"GET /stream HTTP/1.1\r\n" + HOST + b"\r\n")
    await reader.readexactly(100_000)
    writer.transport.abort()
    await asyncio.sleep(0.5)
    assert (faults(caplog), counted("5xx")) == ([], before)


async def test_an_answer_that_must_go_no_further_is_cut_and_is_no_fault(
    port: int, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"GET /broken-off HTTP/1.1\r\n" + HOST + b"\r\n")
    assert b"content-length: 1000" in (await reader.readuntil(END)).lower()
    assert await asyncio.wait_for(reader.read(), TIMEOUT_S) == b"x" * 100
    line = await told(caplog, "Cut an answer short")
    assert line.levelno == logging.INFO
    assert faults(caplog) == []
    writer.close()

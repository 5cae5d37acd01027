"""At overload the urgent are served, the rest is told early, and it is over when the load is."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Message, Receive, Scope, Send

from presence.core.serving import AdmissionSettings
from presence.core.settings import RateSettings
from presence.http.admission import Admission, Rank
from presence.http.rates import Rates
from presence.http.throttle import Throttle, prove

WORK_S = 0.1
FEW = AdmissionSettings(calls=2, fewest_calls=1, wait_s=0.3, busy_wait_s=0.05, waiting=20)


async def work(request: Request) -> Response:
    """A tenth of a second of work, after which it says how long the body was."""
    body = await request.body()
    await asyncio.sleep(WORK_S)
    return PlainTextResponse(str(len(body)))


async def stream(request: Request) -> Response:
    """A stream that stays open for a second."""

    async def events() -> AsyncIterator[bytes]:
        yield b"retry: 1\n\n"
        await asyncio.sleep(1)

    return StreamingResponse(events(), media_type="text/event-stream")


async def enter(request: Request) -> Response:
    """Accepts the session that a browser sends."""
    prove(request.scope, f"user {request.cookies['presence_session']}")
    return PlainTextResponse("in")


def product(settings: AdmissionSettings = FEW) -> httpx.AsyncClient:
    """A small application with few places."""
    routes = [
        Route("/api/v1/events", stream),
        Route("/api/v1/session", enter),
        Route("/{path:path}", work, methods=["GET", "POST"]),
    ]
    inner = Admission(Starlette(routes=routes), settings)
    app = Throttle(inner, Rates(), RateSettings(), "presence_session", 0)
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://presence.test")


async def timed(call: Callable[[], Any]) -> tuple[httpx.Response, float]:
    """An answer and the seconds it took."""
    began = time.monotonic()
    return await call(), time.monotonic() - began


async def test_calls_beyond_what_fits_are_refused_early_with_a_time_to_come_back() -> None:
    async with product() as client:
        found = await asyncio.gather(
            *(timed(lambda: client.get("/api/v1/brands")) for _ in range(60))
        )
    refused = [(answer, took) for answer, took in found if answer.status_code == 503]
    assert len(refused) >= 40
    assert {answer.status_code for answer, _ in found} == {200, 503}
    assert max(took for _, took in refused) < 2
    assert {answer.json()["code"] for answer, _ in refused} == {"overloaded"}
    assert len({answer.headers["retry-after"] for answer, _ in refused}) > 1


async def test_a_moment_of_many_calls_is_waited_out() -> None:
    async with product() as client:
        answers = await asyncio.gather(*(client.get("/api/v1/brands") for _ in range(4)))
    assert [answer.status_code for answer in answers] == [200] * 4


async def test_somebody_who_signs_in_comes_before_lists_and_files() -> None:
    async with product() as client:
        lists = [asyncio.create_task(client.get("/api/v1/answers")) for _ in range(30)]
        await asyncio.sleep(0.02)
        signed_in = await asyncio.gather(*(client.post("/api/login") for _ in range(3)))
        await asyncio.gather(*lists)
    assert [answer.status_code for answer in signed_in] == [200] * 3


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/api/v1/meta", "/dashboard"])
async def test_what_needs_no_place_never_waits(path: str) -> None:
    async with product() as client:
        busy = [asyncio.create_task(client.get("/api/v1/brands")) for _ in range(30)]
        await asyncio.sleep(0.02)
        answer, took = await timed(lambda: client.get(path))
        await asyncio.gather(*busy)
    assert answer.status_code == 200
    assert took < 3 * WORK_S


async def test_open_streams_hold_no_place() -> None:
    async with product() as client:
        streams = [asyncio.create_task(client.get("/api/v1/events")) for _ in range(2)]
        await asyncio.sleep(0.1)
        answer, took = await timed(lambda: client.get("/api/v1/brands"))
        assert answer.status_code == 200
        assert took < 0.8
        await asyncio.gather(*streams)


@pytest.mark.parametrize("size", [10, 300_000])
async def test_bodies_that_drip_hold_no_place_of_others(size: int) -> None:
    async def dripping() -> AsyncIterator[bytes]:
        yield b"x" * (size - 1)
        await asyncio.sleep(1)
        yield b"x"

    async with product() as client:
        slow = [asyncio.create_task(client.post("/api/login", content=dripping())) for _ in "123"]
        await asyncio.sleep(0.1)
        answer, took = await timed(lambda: client.post("/api/login", content=b"{}"))
        assert answer.status_code == 200
        assert took < 3 * WORK_S
        answers = await asyncio.gather(*slow)
    assert next(answer.text for answer in answers if answer.status_code == 200) == str(size)


MANY = FEW.model_copy(update={"calls": 4})
LARGE = 300_000


async def dripped() -> AsyncIterator[bytes]:
    """A large body that takes a second to arrive."""
    yield b"x" * (LARGE - 1)
    await asyncio.sleep(1)
    yield b"x"


def signed(name: str) -> dict[str, str]:
    """What the browser of somebody signed in sends."""
    return {"cookie": f"presence_session={name}"}


async def slow_senders(
    client: httpx.AsyncClient, headers: list[dict[str, str]]
) -> list[asyncio.Task[httpx.Response]]:
    """Each sends a large body slowly; they have begun."""
    slow = [
        asyncio.create_task(client.post("/api/v1/materials", content=dripped(), headers=each))
        for each in headers
    ]
    await asyncio.sleep(0.1)
    return slow


@pytest.mark.parametrize("sent", [{}, signed("made-up")], ids=["nothing", "a made-up session"])
async def test_strangers_who_send_large_bodies_take_no_place_of_the_signed_in(
    sent: dict[str, str],
) -> None:
    async with product(MANY) as client:
        await client.get("/api/v1/session", headers=signed("ada"))
        slow = await slow_senders(client, [sent] * 8)
        answer = await client.post("/api/v1/materials", content=b"x" * LARGE, headers=signed("ada"))
        assert answer.status_code == 200
        await asyncio.gather(*slow)


async def test_one_person_who_sends_large_bodies_leaves_places_to_the_others() -> None:
    async with product(MANY) as client:
        for name in ("ada", "bo"):
            await client.get("/api/v1/session", headers=signed(name))
        slow = await slow_senders(client, [signed("ada")] * 8)
        answer = await client.post("/api/v1/materials", content=b"x" * LARGE, headers=signed("bo"))
        assert answer.status_code == 200
        ended = [answer.status_code for answer in await asyncio.gather(*slow)]
        assert sorted(ended) == [200, 200] + [503] * 6
        again = await client.post("/api/v1/materials", content=b"x" * LARGE, headers=signed("ada"))
        assert again.status_code == 200


async def test_strangers_and_one_person_together_leave_places_to_the_others() -> None:
    async with product(MANY) as client:
        for name in ("ada", "bo"):
            await client.get("/api/v1/session", headers=signed(name))
        slow = await slow_senders(client, [signed("bo")] * 2 + [{}] * 8)
        answer = await client.post("/api/v1/materials", content=b"x" * LARGE, headers=signed("ada"))
        assert answer.status_code == 200
        await asyncio.gather(*slow)


async def test_large_bodies_that_were_refused_take_nothing_of_a_persons_share() -> None:
    async with product(MANY) as client:
        await client.get("/api/v1/session", headers=signed("ada"))
        for _ in range(3):
            slow = await slow_senders(client, [signed("ada")] * 4)
            ended = [answer.status_code for answer in await asyncio.gather(*slow)]
            assert ended.count(200) == 2


async def test_an_answer_that_is_read_slowly_holds_no_place() -> None:
    app = Admission(PlainTextResponse("x" * 10), FEW)
    begun: list[int] = []

    async def taking_nothing(message: Message) -> None:
        if message["type"] == "http.response.body":
            begun.append(1)
            await asyncio.sleep(1)

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    scope = {"type": "http", "method": "GET", "path": "/api/v1/brands", "headers": []}
    readers = [asyncio.create_task(app(scope, receive, taking_nothing)) for _ in range(6)]
    await asyncio.sleep(0.2)
    assert len(begun) == 6
    await asyncio.gather(*readers)


async def test_a_caller_that_goes_away_before_its_body_came_reaches_nothing() -> None:
    reached: list[str] = []
    told: list[int] = []

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        reached.append(scope["path"])

    async def gone() -> Message:
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        told.append(message.get("status", 0))

    headers = [(b"content-length", b"5")]
    scope = {"type": "http", "method": "POST", "path": "/api/login", "headers": headers}
    await Admission(application, FEW)(scope, gone, send)
    assert reached == []
    assert told[0] == 400


async def test_a_caller_that_goes_away_while_waiting_leaves_no_place_taken() -> None:
    async with product() as client:
        calls = [asyncio.create_task(client.get("/api/v1/brands")) for _ in range(12)]
        await asyncio.sleep(0.02)
        for call in calls:
            call.cancel()
        await asyncio.gather(*calls, return_exceptions=True)
        await asyncio.sleep(0.05)
        answers = await asyncio.gather(*(client.get("/api/v1/brands") for _ in range(2)))
    assert [answer.status_code for answer in answers] == [200] * 2


async def test_everybody_is_served_again_right_after_the_load() -> None:
    async with product() as client:
        await asyncio.gather(*(client.get("/api/v1/brands") for _ in range(60)))
        answer, took = await timed(lambda: client.get("/api/v1/brands"))
    assert answer.status_code == 200
    assert took < 3 * WORK_S


async def test_slow_answers_leave_fewer_places() -> None:
    slow = FEW.model_copy(update={"calls": 20, "slow_s": 0.02})
    async with product(slow) as client:
        for _ in range(12):
            await asyncio.gather(*(client.get("/api/v1/brands") for _ in range(10)))
        answers = await asyncio.gather(*(client.get("/api/v1/brands") for _ in range(60)))
    assert sum(answer.status_code == 200 for answer in answers) < 50


@pytest.mark.parametrize(
    ("method", "path", "key", "rank"),
    [
        ("POST", "/api/login", False, Rank.URGENT),
        ("POST", "/api/v1/webhooks/stripe", False, Rank.URGENT),
        ("DELETE", "/api/v1/brands/x", False, Rank.URGENT),
        ("POST", "/api/v1/browser-reports", False, Rank.HEAVY),
        ("GET", "/api/v1/brands", False, Rank.USUAL),
        ("POST", "/api/v1/runs", True, Rank.USUAL),
        ("GET", "/api/v1/brands", True, Rank.HEAVY),
        ("GET", "/api/v1/portfolio.csv", False, Rank.HEAVY),
    ],
)
def test_how_urgent_a_call_is(method: str, path: str, key: bool, rank: Rank) -> None:
    headers = [(b"authorization", b"Bearer x")] if key else []
    scope = {"type": "http", "method": method, "path": path, "headers": headers}
    assert Rank.of(scope) is rank

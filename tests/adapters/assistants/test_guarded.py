"""A server whose address a customer typed is asked only where customers may send us."""

from __future__ import annotations

import asyncio
import gzip
import ssl
import zlib
from collections.abc import Callable
from ipaddress import ip_network
from pathlib import Path

import brotli
import httpx2
import pytest

from presence.adapters.assistants import Assistants
from presence.adapters.outbound import AddressPolicy
from presence.adapters.outbound.guarded import MOST_ANSWER, open_guarded
from presence.analysis.ports import EngineAccess
from presence_standins.engines import EngineStandIns
from tests.adapters.assistants.asking import CANARY, MODEL, question
from tests.adapters.certificates import certificate
from tests.adapters.servers import FakeDns, RawServer, raw_server, response

OPENED = AddressPolicy((ip_network("127.0.0.0/8"),))


def typed(base_url: str) -> EngineAccess:
    """Access to a server a customer named."""
    return EngineAccess("compatible", MODEL, CANARY, base_url, 5, typed=True)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "2130706433"])
async def test_an_address_of_our_own_network_is_not_connected_to(host: str) -> None:
    assistants = Assistants()
    async with raw_server() as server:
        answer = await assistants(typed(f"http://{host}:{server.port}/v1")).ask(question())
        assert server.connections == 0
    await assistants.aclose()
    assert (answer.status, answer.error_code) == ("failed", "unreachable")


async def test_a_name_that_turns_private_after_it_was_entered_leads_nowhere() -> None:
    async with raw_server() as server:
        names = FakeDns(
            {"rebind.example": [["127.0.0.1"]], "both.example": [["93.184.216.34", "127.0.0.1"]]}
        )
        assistants = Assistants(lookup=names)
        for name in ("rebind.example", "both.example"):
            answer = await assistants(typed(f"http://{name}:{server.port}/v1")).ask(question())
            assert answer.error_code == "unreachable"
        assert server.connections == 0
    await assistants.aclose()


async def test_a_network_the_operator_opened_is_asked_under_its_name(
    standins: EngineStandIns,
) -> None:
    names = FakeDns({"models.example": [["127.0.0.1"]]})
    assistants = Assistants(policy=OPENED, lookup=names)
    base = standins.base("compatible").replace("127.0.0.1", "models.example")
    answer = await assistants(typed(base)).ask(question())
    await assistants.aclose()
    assert answer.status == "completed"
    assert names.asked == ["models.example"]


async def test_the_host_header_stays_the_name() -> None:
    async with raw_server() as server:
        assistants = Assistants(policy=OPENED, lookup=FakeDns({"m.example": [["127.0.0.1"]]}))
        await assistants(typed(f"http://m.example:{server.port}/v1")).ask(question())
        assert f"m.example:{server.port}".encode() in server.requests[0]
    await assistants.aclose()


async def test_of_a_names_addresses_the_next_is_tried_when_nobody_answers_at_one() -> None:
    async with raw_server() as server:
        names = FakeDns({"m.example": [["127.0.0.9", "127.0.0.1"]]})
        async with open_guarded(OPENED, names) as client:
            answer = await client.post(f"http://m.example:{server.port}/", content=b"whole")
        assert (answer.status_code, server.connections) == (200, 1)
        assert f"m.example:{server.port}".encode() in server.requests[0]
        assert names.asked == ["m.example"]


async def test_a_name_none_of_whose_addresses_answers_is_a_failure() -> None:
    async with raw_server() as server:
        names = FakeDns({"m.example": [["127.0.0.9", "127.0.0.8"]]})
        async with open_guarded(OPENED, names) as client:
            with pytest.raises(httpx2.ConnectError):
                await client.get(f"http://m.example:{server.port}/")


@pytest.mark.parametrize(("host", "good"), [("m.example", True), ("other.example", False)])
async def test_the_certificate_must_be_the_names_while_the_address_is_checked(
    tmp_path: Path, host: str, good: bool
) -> None:
    context, path = certificate(tmp_path, "m.example")
    listener = await asyncio.start_server(RawServer().serve, "127.0.0.1", 0, ssl=context)
    port = listener.sockets[0].getsockname()[1]
    tls = ssl.create_default_context(cafile=str(path))
    async with open_guarded(OPENED, FakeDns({host: [["127.0.0.1"]]}), tls) as client:
        if good:
            assert (await client.get(f"https://{host}:{port}/")).status_code == 200
        else:
            with pytest.raises(httpx2.ConnectError, match="certificate"):
                await client.get(f"https://{host}:{port}/")
    listener.close()


BOMB = 4 * MOST_ANSWER
_ENCODED: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.compress,
    "deflate": zlib.compress,
    "br": lambda plain: brotli.compress(plain, quality=1),
    "zstd": lambda plain: plain[:64],
    "gzip, br": lambda plain: plain[:64],
}


@pytest.mark.parametrize("coding", _ENCODED)
async def test_no_encoding_is_asked_for_and_an_encoded_answer_is_refused_unread(
    coding: str,
) -> None:
    async with raw_server() as server, open_guarded(OPENED, names_of("engine.test")) as client:
        body = _ENCODED[coding](bytes(BOMB))
        server.answers["/bomb"] = response(body, headers=[("Content-Encoding", coding)])
        with pytest.raises(httpx2.RemoteProtocolError, match="encoded"):
            await client.get(server.url("/bomb", "engine.test"))
    assert b"accept-encoding: identity" in server.requests[0].lower()


async def test_an_answer_without_end_is_left_at_the_limit() -> None:
    async with raw_server() as server, open_guarded(OPENED, names_of("engine.test")) as client:
        server.answers["/long"] = response(bytes(MOST_ANSWER + 1))
        with pytest.raises(httpx2.ReadError, match="too large"):
            await client.get(server.url("/long", "engine.test"))


async def test_an_answer_up_to_the_limit_is_read_whole() -> None:
    async with raw_server() as server, open_guarded(OPENED, names_of("engine.test")) as client:
        server.answers["/whole"] = response(b"x" * 100_000, headers=[("Content-Encoding", "")])
        answer = await client.get(server.url("/whole", "engine.test"))
    assert len(answer.content) == 100_000


def names_of(host: str) -> FakeDns:
    """One name that leads here."""
    return FakeDns({host: [["127.0.0.1"]]})

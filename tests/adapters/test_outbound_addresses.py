"""No vector reaches a private address: typed, redirected to, or given by a resolver."""

from __future__ import annotations

from collections.abc import AsyncIterator
from ipaddress import ip_network

import pytest
import pytest_asyncio

from presence.adapters.outbound import AddressPolicy, OutboundFetcher
from presence.core.clock import SystemClock
from presence.core.settings import OutboundSettings
from tests.adapters.servers import FakeDns, RawServer, raw_server
from tests.adapters.vectors import FORBIDDEN, HIDDEN, ORDINARY, host_of, spellings

REFUSED = ("address-refused", "invalid-url")
SPELLINGS = [(inner, text) for inner in HIDDEN for text in spellings(inner)]
STRICT = OutboundSettings(connect_timeout_s=0.2, deadline_s=2)
# The one address the redirecting server itself needs; every other loopback address stays closed.
LOCAL = STRICT.model_copy(update={"allowed_networks": (ip_network("127.0.0.1/32"),)})


@pytest_asyncio.fixture(scope="module")
async def strict() -> AsyncIterator[OutboundFetcher]:
    """A fetcher as in production: nothing special is open."""
    async with OutboundFetcher(STRICT, SystemClock()) as fetcher:
        yield fetcher


@pytest_asyncio.fixture(scope="module")
async def local() -> AsyncIterator[OutboundFetcher]:
    """A fetcher that may reach 127.0.0.1 and no other private address."""
    async with OutboundFetcher(LOCAL, SystemClock()) as fetcher:
        yield fetcher


@pytest_asyncio.fixture(scope="module")
async def server() -> AsyncIterator[RawServer]:
    """A server on every loopback address, so that a wrong connection would succeed and count."""
    async with raw_server("0.0.0.0") as running:  # noqa: S104 - must be reachable to prove it is not
        yield running


def test_there_are_enough_vectors() -> None:
    assert 2 * len(FORBIDDEN) + len(SPELLINGS) >= 300


@pytest.mark.parametrize("address", FORBIDDEN)
async def test_a_private_address_is_refused_when_typed(
    strict: OutboundFetcher, address: str
) -> None:
    got = await strict.fetch(f"http://{host_of(address)}/")
    assert got.problem is not None
    assert got.problem.code in REFUSED
    assert got.total_ms < 150


@pytest.mark.parametrize("address", FORBIDDEN)
async def test_a_name_with_one_private_address_among_public_ones_is_refused(address: str) -> None:
    dns = FakeDns({"mixed.example": [["1.1.1.1", "2606:4700::1111", address]]})
    async with OutboundFetcher(STRICT, SystemClock(), lookup=dns) as fetcher:
        got = await fetcher.fetch("http://mixed.example/")
    assert got.problem is not None
    assert got.problem.code == "address-refused"
    assert address not in got.problem.message


@pytest.mark.parametrize(("inner", "text"), SPELLINGS)
async def test_no_spelling_of_a_private_address_gets_through(
    strict: OutboundFetcher, inner: str, text: str
) -> None:
    got = await strict.fetch(f"http://{text}/")
    assert got.problem is not None
    assert got.problem.code in REFUSED


@pytest.mark.parametrize("address", FORBIDDEN)
async def test_a_redirect_to_a_private_address_is_refused(
    local: OutboundFetcher, server: RawServer, address: str
) -> None:
    start = server.redirect("/away", f"http://{host_of(address)}/latest/meta-data")
    got = await local.fetch(start)
    assert got.problem is not None
    assert got.problem.code in REFUSED
    assert [hop.url for hop in got.hops] == [start]


async def test_a_refused_redirect_opens_no_connection(
    local: OutboundFetcher, server: RawServer
) -> None:
    before = server.connections
    got = await local.fetch(server.redirect("/other", server.url("/secret", host="127.0.0.2")))
    assert got.problem is not None
    assert got.problem.code == "address-refused"
    assert server.connections <= before + 1
    assert not any(b"/secret" in request for request in server.requests)


@pytest.mark.parametrize("address", ORDINARY)
def test_ordinary_addresses_stay_open(address: str) -> None:
    assert AddressPolicy().refusal(address, 443) is None


@pytest.mark.parametrize("address", ["fe80::1%eth0", "2606:4700::1111%eth0"])
def test_an_address_of_one_network_card_is_closed_whatever_it_looks_like(address: str) -> None:
    for policy in (AddressPolicy(), AddressPolicy((ip_network("::/0"),))):
        assert policy.refusal(address, 443) == "link local"


@pytest.mark.parametrize("port", [1, 22, 25, 110, 3306, 5432, 6379, 7999, 9000, 9200, 11211, 27017])
def test_ports_of_other_services_are_closed(port: int) -> None:
    assert AddressPolicy().refusal("1.1.1.1", port) == f"port {port}"


@pytest.mark.parametrize("port", [80, 443, 8000, 8080, 8443, 8999])
def test_ports_of_web_servers_are_open(port: int) -> None:
    assert AddressPolicy().refusal("1.1.1.1", port) is None


def test_an_allowed_network_opens_its_addresses_on_any_port_and_nothing_else() -> None:
    policy = AddressPolicy([ip_network("127.0.0.0/8")])
    assert policy.refusal("127.0.0.1", 5000) is None
    assert policy.refusal("::ffff:127.0.0.1", 80) == "IPv4-mapped"
    assert policy.refusal("10.0.0.1", 80) == "private use"


def test_the_examples_site_opens_its_own_port_of_this_machine_and_nothing_else() -> None:
    policy = AddressPolicy(example_port=8002)
    assert policy.refusal("127.0.0.1", 8002) is None
    assert policy.refusal("127.0.0.1", 8003) == "loopback"
    assert policy.refusal("127.0.0.1", 5432) == "loopback"
    assert policy.refusal("127.0.0.2", 8002) == "loopback"
    assert policy.refusal("::1", 8002) == "loopback"
    assert policy.refusal("::ffff:127.0.0.1", 8002) == "IPv4-mapped"
    assert policy.refusal("10.0.0.1", 8002) == "private use"


async def test_the_examples_site_is_fetched_and_its_neighbour_is_not(server: RawServer) -> None:
    settings = STRICT.model_copy(update={"example_site": server.url("/")})
    async with OutboundFetcher(settings, SystemClock()) as fetcher, raw_server() as neighbour:
        there = await fetcher.fetch(server.url("/"))
        beside = await fetcher.fetch(neighbour.url("/"))
    assert there.problem is None
    assert beside.problem is not None
    assert beside.problem.code == "address-refused"


def test_without_an_example_this_machine_stays_closed() -> None:
    assert AddressPolicy().refusal("127.0.0.1", 8002) == "loopback"


async def test_a_name_that_turns_private_after_its_first_answer_is_refused_when_it_is_used() -> (
    None
):
    async with raw_server() as server:
        names = {
            "first.example": [["127.0.0.1"]],
            "rebind.example": [["127.0.0.1"], ["169.254.169.254"]],
        }
        dns = FakeDns(names)
        async with OutboundFetcher(LOCAL, SystemClock(), lookup=dns) as fetcher:
            first = await fetcher.fetch(server.url("/", host="rebind.example"))
        async with OutboundFetcher(LOCAL, SystemClock(), lookup=dns) as fetcher:
            second = await fetcher.fetch(server.url("/", host="rebind.example"))
        assert first.status == 200
        assert second.problem is not None
        assert second.problem.code == "address-refused"
        assert server.connections == 1


async def test_the_connection_goes_to_the_address_that_was_checked_under_the_name_asked_for() -> (
    None
):
    async with raw_server() as server:
        dns = FakeDns({"shop.example": [["127.0.0.1"], ["169.254.169.254"]]})
        async with OutboundFetcher(LOCAL, SystemClock(), lookup=dns) as fetcher:
            got = await fetcher.fetch(server.url("/a", host="shop.example"))
        assert got.status == 200
        assert dns.asked == ["shop.example"]
        assert f"Host: shop.example:{server.port}".encode() in server.requests[0]

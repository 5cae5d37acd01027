"""The program that attacks from inside a network of its own: `ssrf_attack SCALE SEED`, both JSON.

A process of its own, because a network once entered is not left. Invariant: it says what it saw
and judges only whether a packet was forbidden and a fetch refused.
"""

from __future__ import annotations

import asyncio
import json
import socket
import ssl
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

from presence.adapters.outbound import OutboundFetcher
from presence.core.clock import SystemClock
from presence.core.settings import OutboundSettings
from tests.adapters.certificates import certificate
from tests.adapters.vectors import is_forbidden
from tests.assurance import netspace
from tests.assurance.ssrf_vectors import ODD_WAY, SHOP, Maker, Vector
from tests.assurance.ssrf_world import World, world

REFUSED = frozenset({"address-refused", "invalid-url"})
UNREADABLE = "protocol-error"  # a Location with bytes that no header may have
AT_ONCE = 24
PER_SESSION = 500  # names are remembered by a session, so races need new ones
CONTROL = "10.0.0.1"
STRICT = OutboundSettings(connect_timeout_s=2, deadline_s=10)


@dataclass(frozen=True)
class Scale:
    """How many vectors (0: all there are), races and ordinary addresses."""

    vectors: int
    races: int
    ordinary: int


@dataclass
class Seen:
    """What came of it."""

    vectors: int = 0
    races: int = 0
    races_refused: int = 0
    ordinary: int = 0
    let_through: int = 0
    blocked: int = 0
    packets: int = 0
    packets_lost: int = 0
    forbidden_packets: int = 0
    control_packets: int = 0


async def _everything(scale: Scale, seed: int) -> Seen:
    """All of it, inside the network. The control comes first: a packet that must be noticed."""
    with tempfile.TemporaryDirectory() as folder:
        secure, trusted = certificate(Path(folder), f"*.{SHOP}")
        client = ssl.create_default_context(cafile=str(trusted))
        seen = Seen(control_packets=_control())
        packets = netspace.Packets(is_forbidden)
        async with world(secure) as made:
            await _attack(made, client, scale, seed, seen)
        packets.close()
    seen.packets, seen.packets_lost = packets.seen, packets.lost
    seen.forbidden_packets = packets.forbidden.total()
    if packets.forbidden:
        sys.stderr.write(f"Packets went to {packets.forbidden.most_common(10)}\n")
    return seen


def _control() -> int:
    """Packets counted when somebody does connect to a forbidden address."""
    packets = netspace.Packets(is_forbidden)
    with socket.create_server(("0.0.0.0", 80)), socket.create_connection((CONTROL, 80), 2):  # noqa: S104 - a network of its own
        pass
    packets.close()
    return packets.forbidden[CONTROL]


async def _attack(made: World, client: ssl.SSLContext, scale: Scale, seed: int, seen: Seen) -> None:
    maker = Maker(made.names, made.web, Random(seed))  # noqa: S311 - repeatable chance
    vectors = maker.forbidden()
    vectors = vectors[: scale.vectors or len(vectors)]
    seen.vectors = len(vectors)
    for vector, code in await _fetch(client, vectors):
        if code not in REFUSED and (vector.way, code) != (ODD_WAY, UNREADABLE):
            seen.let_through += 1
            sys.stderr.write(f"{vector.way}: {vector.url!r} ended with {code}\n")
    seen.ordinary = scale.ordinary
    for vector, code in await _fetch(client, list(maker.ordinary(scale.ordinary))):
        if code is not None:
            seen.blocked += 1
            sys.stderr.write(f"{vector.way}: {vector.url!r} was blocked: {code}\n")
    for begin in range(0, scale.races, PER_SESSION):
        races = [maker.race() for _ in range(min(PER_SESSION, scale.races - begin))]
        for vector, code in await _fetch(client, races):
            seen.races += 1
            seen.races_refused += code == "address-refused"
            if code not in (None, "address-refused"):
                seen.let_through += 1
                sys.stderr.write(f"{vector.way}: {vector.url!r} ended with {code}\n")


async def _fetch(
    client: ssl.SSLContext, vectors: Iterable[Vector]
) -> list[tuple[Vector, str | None]]:
    """Each vector with the code of its problem, None for an answer."""
    waiting, done = list(reversed(list(vectors))), list[tuple[Vector, str | None]]()
    async with OutboundFetcher(STRICT, SystemClock(), tls=client) as fetcher:

        async def keep_fetching() -> None:
            while waiting:
                vector = waiting.pop()
                got = await fetcher.fetch(vector.url)
                done.append((vector, got.problem.code if got.problem else None))

        await asyncio.gather(*(keep_fetching() for _ in range(AT_ONCE)))
    return done


if __name__ == "__main__":
    netspace.enter()
    asked = Scale(**json.loads(sys.argv[1]))
    sys.stdout.write(json.dumps(asdict(asyncio.run(_everything(asked, int(sys.argv[2]))))))

"""The program that attacks from inside a network of its own: `ssrf_attack SCALES SEED`, both JSON.

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
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random

from tests.adapters.certificates import certificate
from tests.adapters.vectors import is_forbidden
from tests.assurance import netspace
from tests.assurance.ssrf_clients import CLIENTS, FETCHER, REDIRECTED, REFUSED
from tests.assurance.ssrf_vectors import ODD_WAY, SHOP, Maker, Vector
from tests.assurance.ssrf_world import World, world

REFUSALS = frozenset({"address-refused", "invalid-url"})
_RACE_REFUSED = frozenset({"address-refused", REFUSED})
UNREADABLE = "protocol-error"  # a Location with bytes that no header may have
AT_ONCE = 24
PER_SESSION = 500  # names are remembered by a session, so races need new ones
CONTROL = "10.0.0.1"


@dataclass(frozen=True)
class Scale:
    """How many vectors (0: all there are), races and ordinary addresses, of each client."""

    vectors: int
    races: int
    ordinary: int


Scales = dict[str, Scale]


@dataclass
class Tried:
    """What came of one client's attempts: how many vectors there were, and what was sent."""

    offered: int = 0
    vectors: int = 0
    races: int = 0
    races_refused: int = 0
    ordinary: int = 0
    let_through: int = 0
    blocked: int = 0


@dataclass
class Seen:
    """What came of it all; packets are counted over all clients."""

    clients: dict[str, Tried] = field(default_factory=dict)
    packets: int = 0
    packets_lost: int = 0
    forbidden_packets: int = 0
    control_packets: int = 0


async def _everything(scales: Scales, seed: int) -> Seen:
    """All of it, inside the network. The control comes first: a packet that must be noticed."""
    with tempfile.TemporaryDirectory() as folder:
        secure, trusted = certificate(Path(folder), f"*.{SHOP}")
        client = ssl.create_default_context(cafile=str(trusted))
        seen = Seen(control_packets=_control())
        packets = netspace.Packets(is_forbidden)
        async with world(secure) as made:
            for name, scale in scales.items():
                seen.clients[name] = Tried()
                await Attack(name, client, seen.clients[name]).all(made, scale, seed)
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


class Attack:
    """One client against the whole world; `told` is where it is written down."""

    def __init__(self, client: str, tls: ssl.SSLContext, told: Tried) -> None:
        self._name, self._tls, self._told = client, tls, told

    async def all(self, made: World, scale: Scale, seed: int) -> None:
        """Vectors, ordinary addresses, races."""
        maker = Maker(made.names, made.web, Random(f"{seed}{self._name}"))  # noqa: S311 - repeatable chance
        vectors = maker.forbidden()
        vectors = vectors[: scale.vectors or len(vectors)]
        self._told.offered = len(vectors)
        for vector, code in await self._ask(vectors):
            self._told.vectors += 1
            if not self._is_held(vector, code):
                self._told.let_through += 1
                self._say(vector, f"ended with {code}")
        for vector, code in await self._ask(maker.ordinary(scale.ordinary)):
            self._told.ordinary += 1
            if code is not None and not (code == REDIRECTED and vector.way == "redirect"):
                self._told.blocked += 1
                self._say(vector, f"was blocked: {code}")
        for begin in range(0, scale.races, PER_SESSION):
            await self._race([maker.race() for _ in range(min(PER_SESSION, scale.races - begin))])

    async def _race(self, races: list[Vector]) -> None:
        for vector, code in await self._ask(races):
            self._told.races += 1
            self._told.races_refused += code in _RACE_REFUSED
            if code not in (None, REDIRECTED, *_RACE_REFUSED):
                self._told.let_through += 1
                self._say(vector, f"ended with {code}")

    def _is_held(self, vector: Vector, code: str | None) -> bool:
        """Whether a forbidden address was not reached, as far as the client says."""
        if self._name == FETCHER:
            return code in REFUSALS or (vector.way, code) == (ODD_WAY, UNREADABLE)
        return code == REFUSED or (code == REDIRECTED and vector.way.startswith("redirect"))

    def _say(self, vector: Vector, what: str) -> None:
        sys.stderr.write(f"{self._name}: {vector.way}: {vector.url!r} {what}\n")

    async def _ask(self, vectors: Iterable[Vector]) -> list[tuple[Vector, str | None]]:
        """Each vector with what came of it."""
        waiting, done = list(reversed(list(vectors))), list[tuple[Vector, str | None]]()
        async with CLIENTS[self._name](self._tls) as ask:

            async def keep_asking() -> None:
                while waiting:
                    vector = waiting.pop()
                    done.append((vector, await ask(vector.url)))

            await asyncio.gather(*(keep_asking() for _ in range(AT_ONCE)))
        return done


if __name__ == "__main__":
    netspace.enter()
    asked = {name: Scale(**each) for name, each in json.loads(sys.argv[1]).items()}
    sys.stdout.write(json.dumps(asdict(asyncio.run(_everything(asked, int(sys.argv[2]))))))

"""Row 8: no address that somebody typed leads to a private one, whatever resolvers and servers say.

Runs each of the product's ways out (`ssrf_clients`) in a network of its own where every address of
the internet answers, so whatever a guard lets through arrives. Invariant: not one packet goes to a
forbidden address, and the ordinary web stays reachable.
"""

from __future__ import annotations

import asyncio
import json
import sys
from dataclasses import asdict

from tests.assurance.frame import Deadline, Outcome
from tests.assurance.ssrf_attack import Scale, Scales, Seen, Tried
from tests.assurance.ssrf_clients import FETCHER
from tests.conftest import Place

COVERS = (
    "api/presence/adapters/crawling.py",
    "api/presence/adapters/crawl_names.py",
    "api/presence/adapters/crawl_server.py",
    "api/presence/adapters/crawl_talk.py",
    "api/presence/adapters/outbound",
    "api/presence/analysis/crawler",
)

QUICK: Scales = {
    FETCHER: Scale(vectors=300, races=100, ordinary=40),
    "poster": Scale(vectors=150, races=50, ordinary=16),
    "transport": Scale(vectors=150, races=50, ordinary=16),
    "provider": Scale(vectors=150, races=50, ordinary=16),
}
FULL: Scales = {
    FETCHER: Scale(vectors=0, races=10_000, ordinary=1_000),
    "poster": Scale(vectors=0, races=2_000, ordinary=200),
    "transport": Scale(vectors=0, races=2_000, ordinary=200),
    "provider": Scale(vectors=0, races=2_000, ordinary=200),
}


async def full(place: Place, seed: int, deadline: Deadline) -> Outcome:
    """Every vector by every way out, 16,000 races, 1,600 ordinary addresses; needs no database."""
    return await run(FULL, seed, deadline)


async def run(scales: Scales, seed: int, deadline: Deadline) -> Outcome:
    """Run in a process of its own, because a network once entered is not left."""
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.assurance.ssrf_attack",
        json.dumps({name: asdict(scale) for name, scale in scales.items()}),
        str(seed),
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        async with asyncio.timeout(deadline.left_s):
            told, _ = await child.communicate()
    finally:
        if child.returncode is None:
            child.kill()
            await child.wait()
    if child.returncode != 0:
        raise OSError("The network of its own could not be used; see above.")
    seen = json.loads(told)
    clients = {name: Tried(**each) for name, each in seen.pop("clients").items()}
    return judge(scales, Seen(clients=clients, **seen))


def judge(scales: Scales, seen: Seen) -> Outcome:
    """A violation for each vector let through, ordinary address blocked and forbidden packet.

    One more when the control was not noticed or a packet not looked at: then nothing is shown.
    """
    blind = not seen.control_packets or bool(seen.packets_lost)
    counts = {
        f"{name}{part}": number
        for name, tried in seen.clients.items()
        for part, number in (
            ("Vectors", tried.vectors),
            ("LetThrough", tried.let_through),
            ("Races", tried.races),
            ("RacesRefused", tried.races_refused),
            ("Ordinary", tried.ordinary),
            ("OrdinaryBlocked", tried.blocked),
        )
    }
    wrong = sum(tried.let_through + tried.blocked for tried in seen.clients.values())
    return Outcome(
        {
            "vectors": sum(tried.vectors for tried in seen.clients.values()),
            "races": sum(tried.races for tried in seen.clients.values()),
            **counts,
            "packets": seen.packets,
            "packetsLost": seen.packets_lost,
            "forbiddenPackets": seen.forbidden_packets,
            "controlPackets": seen.control_packets,
        },
        wrong + seen.forbidden_packets + blind,
        complete=all(_is_whole(scale, seen.clients.get(name)) for name, scale in scales.items()),
    )


def _is_whole(scale: Scale, tried: Tried | None) -> bool:
    """Whether one client was asked everything it was meant to be asked."""
    if tried is None:
        return False
    vectors = scale.vectors or tried.offered
    sent = (tried.vectors, tried.races, tried.ordinary)
    wanted = (max(vectors, 1), scale.races, scale.ordinary)
    return all(number >= least for number, least in zip(sent, wanted, strict=True))

"""Row 8: no address that somebody typed leads to a private one, whatever resolvers and servers say.

Runs the product's fetcher in a network of its own where every address of the internet answers, so
whatever the guard lets through arrives. Invariant: not one packet goes to a forbidden address, and
the ordinary web stays reachable.
"""

from __future__ import annotations

import asyncio
import json
import sys
from dataclasses import asdict

from tests.assurance.frame import Deadline, Outcome
from tests.assurance.ssrf_attack import Scale, Seen
from tests.conftest import Place

QUICK = Scale(vectors=300, races=100, ordinary=40)
FULL = Scale(vectors=0, races=10_000, ordinary=1_000)


async def full(place: Place, seed: int, deadline: Deadline) -> Outcome:
    """Every vector, 10,000 races, 1,000 ordinary addresses; needs no database."""
    return await run(FULL, seed, deadline)


async def run(scale: Scale, seed: int, deadline: Deadline) -> Outcome:
    """Run in a process of its own, because a network once entered is not left."""
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.assurance.ssrf_attack", json.dumps(asdict(scale)), str(seed),
        stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        async with asyncio.timeout(deadline.left_s):
            told, _ = await child.communicate()
    finally:
        if child.returncode is None:
            child.kill()
            await child.wait()
    if child.returncode != 0:
        raise OSError("The network of its own could not be used; see above.")
    return judge(scale, Seen(**json.loads(told)))


def judge(scale: Scale, seen: Seen) -> Outcome:
    """A violation for each vector let through, ordinary address blocked and forbidden packet.

    One more when the control was not noticed or a packet not looked at: then nothing is shown.
    """
    blind = not seen.control_packets or bool(seen.packets_lost)
    return Outcome(
        {
            "vectors": seen.vectors,
            "letThrough": seen.let_through,
            "races": seen.races,
            "racesRefused": seen.races_refused,
            "ordinary": seen.ordinary,
            "ordinaryBlocked": seen.blocked,
            "packets": seen.packets,
            "packetsLost": seen.packets_lost,
            "forbiddenPackets": seen.forbidden_packets,
            "controlPackets": seen.control_packets,
        },
        seen.let_through + seen.blocked + seen.forbidden_packets + blind,
        complete=seen.races >= scale.races,
    )

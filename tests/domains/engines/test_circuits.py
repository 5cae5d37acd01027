"""The circuit of a key of ours is shown as the gate stands, whoever met it last."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
import pytest_asyncio

from presence.core.ids import new_id
from presence.core.metrics import COUNTED
from presence.core.settings import Settings
from presence.db.session import Database
from presence.domains.engines.jobs import look_at_circuits
from presence.domains.engines.queries import gates
from presence.domains.engines.service.connections import deployment_gate
from presence.jobs.context import JobResources
from tests.analysis.fakes import FakeClock
from tests.factories.runs import worker_hands

THRESHOLD, OPEN_S = 3, 60.0
LONG_S = 600.0
PACE = gates.Pace(4, 100, 1_000_000, 100, 30.0)


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest_asyncio.fixture
async def hands(
    database: Database, settings: Settings, clock: FakeClock
) -> AsyncIterator[JobResources]:
    async with worker_hands(database, settings) as resources:
        yield replace(resources, clock=clock)


def shown(engine: str) -> float | None:
    return COUNTED.get_sample_value("presence_provider_circuit_state", {"engine": engine})


async def fail(hands: JobResources, gate: bytes, outcome: gates.Outcome = "fault") -> None:
    slot, now = new_id(), hands.clock.now()
    await gates.acquire(hands.database, gate, slot, now, PACE)
    await gates.finish(
        hands.database,
        gate,
        slot,
        now,
        outcome,
        code="server-error",
        tokens=None,
        pause_s=0.0,
        threshold=THRESHOLD,
        open_s=OPEN_S,
    )


async def opened(hands: JobResources, engine: str) -> bytes:
    """The gate of our key of an engine, after as many failures as open it."""
    gate = deployment_gate(hands.settings, engine)
    assert gate is not None
    for _ in range(THRESHOLD):
        await fail(hands, gate)
    return gate


async def test_every_engine_with_a_key_of_ours_is_closed_at_first(hands: JobResources) -> None:
    await look_at_circuits(hands)
    assert [shown(name) for name in ("chatgpt", "perplexity", "compatible")] == [0, 0, 0]
    assert shown("claude") is None


async def test_a_circuit_is_open_while_it_is_and_closes_though_this_worker_asks_nothing(
    hands: JobResources, clock: FakeClock
) -> None:
    gate = await opened(hands, "chatgpt")
    await look_at_circuits(hands)
    assert (shown("chatgpt"), shown("perplexity")) == (1, 0)
    await clock.sleep(OPEN_S + 1)
    await look_at_circuits(hands)
    assert shown("chatgpt") == 1, "between two tries it stays open"
    await fail(hands, gate, "ok")
    await look_at_circuits(hands)
    assert shown("chatgpt") == 0


async def test_a_circuit_that_nobody_tries_any_more_does_not_stay_open_for_ever(
    hands: JobResources, clock: FakeClock
) -> None:
    await opened(hands, "perplexity")
    await clock.sleep(LONG_S)
    await look_at_circuits(hands)
    assert shown("perplexity") == 0


async def test_what_cannot_be_read_is_not_shown_as_it_was(
    hands: JobResources, monkeypatch: pytest.MonkeyPatch
) -> None:
    await look_at_circuits(hands)

    async def lost(*_: object) -> None:
        raise OSError("the database is gone")

    monkeypatch.setattr(gates, "health", lost)
    with pytest.raises(OSError, match="gone"):
        await look_at_circuits(hands)
    assert shown("chatgpt") is None

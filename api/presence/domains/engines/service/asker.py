"""Asks one question: circuit → slot → call → classify → retry, or give up.

Invariant: every foreseeable failure is returned as a value; a provider is called only while holding
a slot, so its limits hold across all workers; attempts and time are bounded, and of several
attempts only the last can cost anything.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, replace
from random import Random, SystemRandom
from typing import Final
from uuid import UUID

from sqlalchemy.exc import SQLAlchemyError

from presence.adapters.assistants.failures import sentence
from presence.analysis.ports import AssistantEngine, Clock
from presence.analysis.types import Question, RawAnswer
from presence.core.ids import new_id
from presence.core.secrets import SecretsUnusable, Unreadable
from presence.db.tenancy import TenantBinding
from presence.domains.engines.backoff import back_off, billed_tokens, is_healthy, may_repeat
from presence.domains.engines.queries import budgets, gates
from presence.domains.engines.queries.gates import Pace, Turn
from presence.domains.engines.registry import ASSISTANTS
from presence.domains.engines.service.addresses import refusal_as_found
from presence.domains.engines.service.allowances import name_of
from presence.domains.engines.service.budget import bill
from presence.domains.engines.service.connections import (
    Connection,
    access_of,
    connection_settings,
    connections,
)
from presence.domains.engines.service.observed import ask_observed
from presence.jobs.context import JobResources

log = logging.getLogger(__name__)

QUEUE_TIMEOUT_S: Final = 900.0
_LEASE_MARGIN_S: Final = 15.0
_BUSY_S: Final = 0.2
_JITTER_S: Final = 0.5
_PROBE_S: Final = 1.0
_OTHER_KEY: Final = (
    "The key for {name} was added or removed after this analysis began. Run it again."
)
# Failures that do not pass by themselves.
_TO_MEND: Final = frozenset({"no-credit", "unauthorized"})


@dataclass(slots=True)
class EngineLine:
    """An engine opened for one run: whom to call, how fast, and this process's queue."""

    engine: AssistantEngine
    gate: bytes
    pace: Pace
    queue: asyncio.Semaphore


@dataclass(slots=True)
class Waiting:
    """How long one question has waited, and for what."""

    since: float
    for_circuit_s: float = 0.0


@dataclass(frozen=True, slots=True)
class AskRefused:
    """The question was not asked, and why."""

    code: str
    message: str


@dataclass(slots=True)
class Attempts:
    """What has happened to one question so far."""

    started: float
    made: int = 0


class Asker:
    """Asks on behalf of one workspace. One per run, shared by all its tasks."""

    def __init__(
        self,
        resources: JobResources,
        workspace_id: UUID,
        run_id: UUID | None = None,
        *,
        rng: Random | None = None,
    ) -> None:
        self._resources = resources
        self._settings = resources.settings
        self._clock: Clock = resources.clock
        self._workspace_id = workspace_id
        self._run_id = run_id
        self._rng = rng or SystemRandom()
        self._lines: dict[str, EngineLine | AskRefused] = {}
        self._opening = asyncio.Lock()

    async def ask(self, engine_id: str, question: Question) -> RawAnswer:
        """The answer with its cost, or the failure of the last attempt."""
        line = await self._line(engine_id)
        if isinstance(line, AskRefused):
            return _unasked(engine_id, line)
        async with line.queue:
            return await self._ask(engine_id, line, question)

    async def _ask(self, engine_id: str, line: EngineLine, question: Question) -> RawAnswer:
        attempts = Attempts(self._clock.monotonic())
        last: RawAnswer | None = None
        while True:
            slot = await self._slot(engine_id, line)
            if isinstance(slot, AskRefused):
                return last or _unasked(engine_id, slot)
            if attempts.made == 0:  # waiting for a turn is the queue's business
                attempts.started = self._clock.monotonic()
            raw = await self._attempt(line, slot, question, attempts)
            attempts.made += 1
            last = replace(raw, cost_usd=float(bill(self._settings, engine_id, raw)))
            if not may_repeat(raw) or not await self._rest(raw, attempts):
                return last

    async def _attempt(
        self, line: EngineLine, slot: UUID, question: Question, attempts: Attempts
    ) -> RawAnswer:
        """One call while holding a slot; the slot is released whatever happens."""
        try:
            raw = await ask_observed(line.engine, question)
        except Exception:
            broken = RawAnswer("failed", "", line.engine.spec.model, error_code="unknown")
            await self._finish(line, slot, broken, attempts)
            raise
        try:
            await self._finish(line, slot, raw, attempts)
        except (SQLAlchemyError, OSError):
            # The answer is paid for and counts; the slot expires by itself.
            log.warning("A slot of %s could not be given back.", line.engine.spec.id, exc_info=True)
        return raw

    async def _finish(
        self, line: EngineLine, slot: UUID, raw: RawAnswer, attempts: Attempts
    ) -> None:
        tokens = billed_tokens(raw)
        if tokens is not None and tokens > line.pace.tokens_per_answer:
            line.pace = replace(line.pace, tokens_per_answer=tokens)
        pause = raw.retry_after_s or 0.0
        if raw.error_code == "rate-limited" and pause <= 0:
            pause = back_off(self._rng, attempts.made + 1)
        slow = raw.error_code == "rate-limited"
        await gates.finish(
            self._resources.database,
            line.gate,
            slot,
            self._clock.now(),
            "slow-down" if slow else "ok" if is_healthy(raw) else "fault",
            code=raw.error_code,
            tokens=tokens,
            pause_s=pause,
            threshold=self._settings.engines.circuit_failures,
            open_s=self._settings.engines.circuit_open_s,
        )

    async def _rest(self, raw: RawAnswer, attempts: Attempts) -> bool:
        """Wait before the next attempt; False if attempts or time are used up.

        A pause requested by the provider is enforced by the gate, for everybody.
        """
        engines = self._settings.engines
        if attempts.made >= engines.attempts:
            return False
        wait = back_off(self._rng, attempts.made)
        spent = self._clock.monotonic() - attempts.started
        if spent + max(wait, raw.retry_after_s or 0.0) > engines.answer_deadline_s:
            return False
        await self._clock.sleep(wait)
        return True

    async def _slot(self, engine_id: str, line: EngineLine) -> UUID | AskRefused:
        """Wait for a slot of the key, shared by all workers."""
        waiting = Waiting(self._clock.monotonic())
        while True:
            slot = new_id()
            turn = await gates.acquire(
                self._resources.database, line.gate, slot, self._clock.now(), line.pace
            )
            if turn.kind == "go":
                return slot
            refused = self._impatient(engine_id, turn, waiting)
            if refused is not None:
                return await self._with_cause(engine_id, line, refused)
            await self._clock.sleep(self._pause(turn, waiting))

    async def _with_cause(
        self, engine_id: str, line: EngineLine, refused: AskRefused
    ) -> AskRefused:
        """The refusal with what somebody has to do, if that is why the circuit is open."""
        if refused.code != "circuit-open":
            return refused
        binding = TenantBinding(workspace_id=self._workspace_id)
        async with self._resources.database.transaction(binding) as session:
            seen = await gates.health(session, {line.gate}, self._clock.now())
        cause = seen[line.gate].last_error if line.gate in seen else ""
        if cause not in _TO_MEND:
            return refused
        return AskRefused(refused.code, sentence(cause, name_of(engine_id)))

    def _impatient(self, engine_id: str, turn: Turn, waiting: Waiting) -> AskRefused | None:
        """Whether waiting for this turn would take longer than is reasonable."""
        name, engines = name_of(engine_id), self._settings.engines
        if turn.kind in ("open", "probing"):
            ahead = turn.wait_s if turn.kind == "open" else 0.0
            if waiting.for_circuit_s + ahead > engines.circuit_patience_s:
                return AskRefused("circuit-open", f"{name} is failing at the moment.")
        elif turn.kind == "paused" and turn.wait_s > engines.answer_deadline_s:
            return AskRefused("rate-limited", f"{name} asked us to come back much later.")
        if self._clock.monotonic() - waiting.since + turn.wait_s > QUEUE_TIMEOUT_S:
            return AskRefused("rate-limited", f"{name} had no capacity left for this question.")
        return None

    def _pause(self, turn: Turn, waiting: Waiting) -> float:
        """Seconds until the next check; jitter keeps workers from checking at the same time."""
        if turn.kind == "busy":
            return self._rng.uniform(_BUSY_S / 10, _BUSY_S)
        wait = min(turn.wait_s, _PROBE_S) if turn.kind == "probing" else turn.wait_s
        wait += self._rng.uniform(0.0, _JITTER_S)
        if turn.kind in ("open", "probing"):
            waiting.for_circuit_s += wait
        return wait

    async def _line(self, engine_id: str) -> EngineLine | AskRefused:
        """The engine, opened once; its key is read from the database once per run."""
        async with self._opening:
            if engine_id not in self._lines:
                self._lines[engine_id] = await self._open(engine_id)
            return self._lines[engine_id]

    async def _open(self, engine_id: str) -> EngineLine | AskRefused:
        if engine_id not in ASSISTANTS:
            raise ValueError(f"{engine_id!r} is not asked through here.")
        group = connection_settings(self._settings, engine_id)
        binding = TenantBinding(workspace_id=self._workspace_id)
        async with self._resources.database.transaction(binding) as session:
            connection = (await connections(session, self._settings)).get(engine_id)
            if connection is None or not group.enabled:
                return AskRefused("unauthorized", f"{name_of(engine_id)} is not connected.")
            if self._run_id is not None:
                held = await budgets.reserved_account(session, self._run_id, engine_id)
                if held is not None and held != connection.account:  # guard: spending.same-payer
                    return AskRefused("unauthorized", _OTHER_KEY.format(name=name_of(engine_id)))
            try:
                access = await access_of(session, self._settings, self._workspace_id, connection)
            except (Unreadable, SecretsUnusable):
                return AskRefused("unauthorized", f"Enter your {name_of(engine_id)} key again.")
        refusal = await self._refused_address(connection)
        if refusal is not None:
            return AskRefused("bad-request", refusal)
        pace = Pace(
            group.concurrency,
            group.requests_per_minute,
            group.tokens_per_minute,
            group.tokens_per_answer,
            group.timeout_s + _LEASE_MARGIN_S,
        )
        engine = self._resources.assistants(access)
        return EngineLine(engine, connection.gate, pace, asyncio.Semaphore(group.concurrency))

    async def _refused_address(self, connection: Connection) -> str | None:
        if connection.source == "deployment" or not connection.base_url:
            return None
        return await refusal_as_found(self._settings, connection.base_url)


def _unasked(engine_id: str, why: AskRefused) -> RawAnswer:
    return RawAnswer(
        "failed",
        "",
        ASSISTANTS[engine_id].model,
        cost_usd=0.0,
        error=why.message,
        error_code=why.code,
    )

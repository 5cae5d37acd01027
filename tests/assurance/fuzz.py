"""Row 19: whatever is sent to any operation, the answer is one that is documented.

Schemathesis makes calls from the published description, fitting and unfitting ones, with ids of
the caller's own tenant, of another one and of nobody. Invariant: no server error, no status or
shape the description does not promise, and no word of the other tenant in any answer.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from multiprocessing import get_context
from random import Random
from typing import Any
from uuid import UUID

import asyncpg
import requests
import schemathesis
import uvloop
from fastapi import FastAPI
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as seeded
from hypothesis.errors import Unsatisfiable
from schemathesis import Case
from schemathesis.core.result import Ok
from schemathesis.generation.modes import GenerationMode

from presence.core.ids import new_id
from presence.db.session import Database
from presence.entrypoints.customer import build_adapters, create_customer_app
from tests.assurance.frame import Deadline, Outcome
from tests.assurance.fuzz_calls import BASE, Fault, faults_of, prepared, send
from tests.conftest import Place
from tests.tenancy.test_routes import ROWS, one_of_each

PROCESSES = 2
CANARY = "canary-{number}"
OWN, FOREIGN, NOBODYS, MADE_UP = "own", "foreign", "nobody's", "made up"


@dataclass(frozen=True)
class Scale:
    """Calls in all, how many of each kind an operation gets in a row, and what is needed to be
    complete: calls of each operation, and the part of all calls that was accepted."""

    calls: int
    examples: int
    each: int
    accepted: float
    processes: int = PROCESSES


QUICK = Scale(calls=600, examples=1, each=2, accepted=0.05, processes=1)
FULL = Scale(calls=100_000, examples=40, each=100, accepted=0.1)


@dataclass
class Seen:
    """What came back."""

    calls: int = 0
    described: int = 0
    operations: Counter[str] = field(default_factory=Counter)
    accepted: Counter[str] = field(default_factory=Counter)
    statuses: Counter[int] = field(default_factory=Counter)
    faults: dict[tuple[str, str], Fault] = field(default_factory=dict)
    wrong: int = 0

    def add(self, other: Seen) -> None:
        """Take in what another process saw."""
        self.calls += other.calls
        self.described = max(self.described, other.described)
        self.operations += other.operations
        self.accepted += other.accepted
        self.statuses += other.statuses
        self.faults = {**other.faults, **self.faults}
        self.wrong += other.wrong


@dataclass(frozen=True)
class Caller:
    """A tenant with a row of each kind, and its cookie."""

    number: int
    ids: dict[str, UUID]
    cookie: str

    @property
    def word(self) -> str:
        """What only this tenant's rows contain."""
        return CANARY.format(number=self.number)


async def full(place: Place, seed: int, deadline: Deadline) -> Outcome:
    """100,000 calls over every operation."""
    return await run(place, FULL, seed, deadline)


async def run(place: Place, scale: Scale, seed: int, deadline: Deadline) -> Outcome:
    """Call every operation of the customer's application, in processes of their own."""
    share = replace(scale, calls=scale.calls // scale.processes)
    loop, spawn = asyncio.get_running_loop(), get_context("spawn")
    together = Seen()
    with ProcessPoolExecutor(scale.processes, mp_context=spawn) as processes:
        parts = await asyncio.gather(
            *(
                loop.run_in_executor(processes, work, place, share, seed + n, deadline.left_s)
                for n in range(scale.processes)
            )
        )
    for part in parts:
        together.add(part)
    for fault in together.faults.values():
        print(f"{fault.operation}: {fault.kind}\n{fault.detail}\n")  # noqa: T201 - read by people
    return _judge(scale, together)


def work(place: Place, scale: Scale, seed: int, seconds: float) -> Seen:
    """One process's part: the application lives on a loop that runs while a call is answered."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        fuzzer = runner.run(Fuzzer.opened(place))
        try:
            fuzzer.everything(runner.run, scale, seed, Deadline(seconds))
        finally:
            runner.run(fuzzer.close())
        return fuzzer.seen


class Fuzzer:
    """Two tenants, the application, and the calls made to it."""

    def __init__(self, app: FastAPI, scene: AsyncExitStack, makes: Callable[[], Any]) -> None:
        self._app = app
        self._scene = scene
        self._makes = makes
        self._number = 0
        self._spent = False
        self._callers: list[Caller] = []
        self.seen = Seen()

    @classmethod
    async def opened(cls, place: Place) -> Fuzzer:
        """Ready to call; the tenants are made when they are needed."""
        scene = AsyncExitStack()
        configured = place.settings()
        database = Database(configured.database.customer_url, configured.database)
        app = create_customer_app(
            configured, replace(build_adapters(configured), database=database)
        )
        scene.push_async_callback(database.close)
        scene.callback(app.state.accounts.close)
        admin = await asyncpg.connect(place.url("admin"))
        scene.push_async_callback(admin.close)
        return cls(app, scene, lambda: (app, place, database, admin))

    async def close(self) -> None:
        """Let go of everything."""
        await self._scene.aclose()

    def everything(
        self, run: Callable[[Any], Any], scale: Scale, seed: int, deadline: Deadline
    ) -> None:
        """Round after round over all operations, until there were enough calls."""
        described = schemathesis.openapi.from_dict(self._app.openapi())
        operations = []
        for found in described.get_all_operations():
            self.seen.described += 1
            if isinstance(found, Ok):
                operations.append(found.ok())
            else:  # none may be left out without a word
                error = found.err()
                name = f"{error.method} {error.path}"
                self._note(Fault(name, "an operation that cannot be read", f"{error}"))
        chance = Random(seed)  # noqa: S311 - repeatable chance
        rounds = 0
        while self.seen.calls < scale.calls and not deadline.passed:
            chance.shuffle(operations)
            for operation in operations:
                if rounds and self.seen.calls >= scale.calls:
                    return  # every operation had its turn
                run(self._renew())
                for mode in GenerationMode:
                    for whose in (OWN, FOREIGN, NOBODYS, MADE_UP):
                        self._call(run, operation, mode, whose, scale, chance.random())
                if deadline.passed:
                    return
            rounds += 1

    def _call(
        self, run: Callable[[Any], Any], operation: Any, mode: GenerationMode, whose: str,
        scale: Scale, chance: float,
    ) -> None:  # fmt: skip
        """`examples` calls of one kind; ids that are nobody's make sense where there are ids."""
        me, other = self._callers
        if whose not in (OWN, MADE_UP) and not _ids_in(operation.path):
            return
        given_ids = {
            OWN: me.ids, FOREIGN: other.ids, NOBODYS: {name: new_id() for name in ROWS}, MADE_UP: {}
        }[whose]  # fmt: skip
        fixed = {name: str(given_ids[name]) for name in _ids_in(operation.path) if given_ids}
        examples = scale.examples if whose == OWN else max(1, scale.examples // 3)

        @seeded(chance)
        @settings(
            max_examples=examples,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy(mode, path_parameters=fixed or None))
        def called(case: Case[Any]) -> None:
            run(self._one(case, me, other))

        try:
            called()
        except Unsatisfiable:
            return  # nothing in this operation can be made unfitting

    async def _one(self, case: Case[Any], me: Caller, other: Caller) -> None:
        name = case.operation.label
        self.seen.calls += 1
        self.seen.operations[name] += 1
        request = prepared(case)
        try:
            answer = await send(self._app, request, me.cookie)
        except Exception as error:
            self._note(Fault(name, f"raised {type(error).__name__}", f"{request.url}\n{error}"))
            return
        self.seen.statuses[answer.status_code] += 1
        if answer.status_code < HTTPStatus.BAD_REQUEST:
            self.seen.accepted[name] += 1
            # What is gone for good has to be there again for the next operation.
            self._spent = self._spent or case.operation.method.upper() == "DELETE"
        for fault in faults_of(case, answer, other.word):
            self._note(fault)

    def _note(self, fault: Fault) -> None:
        self.seen.wrong += 1
        self.seen.faults.setdefault(fault.key, fault)

    async def _renew(self) -> None:
        """A tenant that deleted something, or can no longer be used, is replaced by a new one."""
        if self._spent:
            self._callers, self._spent = self._callers[1:], False
        self._callers = [c for c in self._callers if await self._is_whole(c)]
        while len(self._callers) < 2:
            self._callers.append(await self._caller())

    async def _is_whole(self, caller: Caller) -> bool:
        url = f"{BASE}/api/v1/brands/{caller.ids['brand_id']}"
        request = requests.Request("GET", url).prepare()
        return (await send(self._app, request, caller.cookie)).status_code == 200

    async def _caller(self) -> Caller:
        self._number += 1
        name = CANARY.format(number=self._number)
        made = one_of_each(*self._makes(), name=name, description=f"{name} makes boots.")
        async with made as (ids, client):
            cookie = "; ".join(f"{c.name}={c.value}" for c in client.cookies.jar)
            return Caller(self._number, ids, cookie)


def _ids_in(path: str) -> list[str]:
    return [name for name in ROWS if f"{{{name}}}" in path]


def _judge(scale: Scale, seen: Seen) -> Outcome:
    kinds = Counter(kind.partition(" ")[0] for _, kind in seen.faults)
    return Outcome(
        {
            "calls": seen.calls,
            "operations": len(seen.operations),
            "operationsDescribed": seen.described,
            "operationsAccepted": len(seen.accepted),
            "fewestCallsOfOne": min(seen.operations.values(), default=0),
            "statuses": len(seen.statuses),
            "accepted": seen.accepted.total(),
            "serverErrors": kinds["server"] + kinds["raised"],
            "undocumentedStatuses": kinds["undocumented"],
            "faults": len(seen.faults),
        },
        len(seen.faults),
        complete=seen.calls >= scale.calls
        and len(seen.operations) == seen.described
        and min(seen.operations.values(), default=0) >= scale.each
        and seen.accepted.total() >= scale.accepted * seen.calls,
    )

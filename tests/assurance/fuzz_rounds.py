"""Round after round over the operations of one application, each with calls of every kind.

Invariant: the first round always reaches every operation; one that cannot be read is a fault.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from random import Random
from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as seeded
from hypothesis.errors import Unsatisfiable
from schemathesis import Case
from schemathesis.core.result import Ok
from schemathesis.generation.modes import GenerationMode

from tests.assurance.frame import Deadline
from tests.assurance.fuzz_calls import Fault, faults_of, prepared, send
from tests.assurance.fuzz_targets import OWN, WHOSE, Target


@dataclass(frozen=True)
class Scale:
    """Calls in all, calls of a kind in a row, and how many kinds of ids are tried in a round.

    To be complete, each operation needs `each` calls, `hundreds` of all operations a hundred
    calls, and `accepted` of all calls a yes. One without parameters can be called in few ways, so
    up to `more` rounds follow over those that were called less often than `least`.
    """

    calls: int
    examples: int
    each: int
    accepted: float
    hundreds: float
    kinds: int
    processes: int
    least: int = 0
    more: int = 0


@dataclass
class Seen:
    """What came back."""

    calls: int = 0
    by_key: int = 0
    described: set[str] = field(default_factory=set)
    operations: Counter[str] = field(default_factory=Counter)
    accepted: Counter[str] = field(default_factory=Counter)
    statuses: Counter[int] = field(default_factory=Counter)
    faults: dict[tuple[str, str], Fault] = field(default_factory=dict)

    def add(self, other: Seen) -> None:
        """Take in what another process saw."""
        self.calls += other.calls
        self.by_key += other.by_key
        self.described |= other.described
        self.operations += other.operations
        self.accepted += other.accepted
        self.statuses += other.statuses
        self.faults = {**other.faults, **self.faults}


class Fuzzer:
    """Calls one application; `run` runs its loop while a call is answered."""

    def __init__(self, run: Callable[[Any], Any], target: Target, seen: Seen) -> None:
        self._run = run
        self._target = target
        self._spent = False
        self.seen = seen

    def everything(self, scale: Scale, chance: Random, deadline: Deadline) -> None:
        """Go on until `seen` has as many calls as the scale says, and then with rare operations."""
        operations = self._operations()
        rounds = 0
        while (self.seen.calls < scale.calls and not deadline.passed) or not rounds:
            chance.shuffle(operations)
            for operation in operations:
                if deadline.passed or (rounds and self.seen.calls >= scale.calls):
                    break
                self._kinds(operation, scale, chance)
            rounds += 1
        for _ in range(scale.more):
            for operation in operations:
                rare = self.seen.operations[self._name(operation.label)] < scale.least
                if rare and not deadline.passed:
                    self._kinds(operation, scale, chance)

    def _kinds(self, operation: Any, scale: Scale, chance: Random) -> None:
        """Call an operation with fitting and unfitting values, and ids of several kinds."""
        self._run(self._target.renew(spent=self._spent))
        self._spent = False
        for mode in GenerationMode:
            for whose in chance.sample(WHOSE, scale.kinds):
                self._call(operation, mode, whose, scale, chance)

    def _operations(self) -> list[Any]:
        described = schemathesis.openapi.from_dict(self._target.app.openapi())
        operations = []
        for found in described.get_all_operations():
            if isinstance(found, Ok):
                operations.append(found.ok())
                self.seen.described.add(self._name(found.ok().label))
            else:  # none may be left out without a word
                error = found.err()
                name = self._name(f"{error.method} {error.path}")
                self.seen.described.add(name)
                self._note(Fault(name, "an operation that cannot be read", f"{error}"))
        return operations

    def _call(
        self, operation: Any, mode: GenerationMode, whose: str, scale: Scale, chance: Random
    ) -> None:
        """`examples` calls of one kind; where it has no meaning, calls with one's own ids."""
        given_ids = self._run(self._target.ids(operation.path, whose))
        if given_ids is None:
            if scale.kinds > 1:
                return
            given_ids = self._run(self._target.ids(operation.path, OWN)) or {}
        headers = self._target.headers(chance)
        examples = scale.examples if whose == OWN else max(1, scale.examples // 3)

        @seeded(chance.random())
        @settings(
            max_examples=examples,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy(mode, path_parameters=given_ids or None))
        def called(case: Case[Any]) -> None:
            self._run(self._one(case, headers))

        try:
            called()
        except Unsatisfiable:
            return  # nothing in this operation can be made unfitting

    async def _one(self, case: Case[Any], headers: Mapping[str, str]) -> None:
        name = self._name(case.operation.label)
        self.seen.calls += 1
        self.seen.by_key += "Authorization" in headers
        self.seen.operations[name] += 1
        request = prepared(case, self._target.base)
        try:
            answer = await send(self._target.app, request, headers)
        except Exception as error:
            self._note(Fault(name, f"raised {type(error).__name__}", f"{request.url}\n{error}"))
            return
        self.seen.statuses[answer.status_code] += 1
        if answer.status_code < HTTPStatus.BAD_REQUEST:
            self.seen.accepted[name] += 1
            # What is gone for good has to be there again for the next operation.
            self._spent = self._spent or case.operation.method.upper() == "DELETE"
        for fault in faults_of(case, answer, self._target.foreign):
            self._note(Fault(name, fault.kind, fault.detail))

    def _name(self, label: str) -> str:
        return f"{self._target.name} {label}"

    def _note(self, fault: Fault) -> None:
        self.seen.faults.setdefault(fault.key, fault)

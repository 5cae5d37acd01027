"""One assistant behind the `AssistantEngine` port, whichever wire it is asked over.

Invariant: `ask` makes one attempt, ends within the access's time, and returns every expected
failure as a value; the key is in nothing it returns or logs.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Final, Protocol

from presence.adapters.assistants.failures import Failure, failure_of, sentence
from presence.adapters.assistants.reading import Json, ProviderReply, document, storable
from presence.analysis.ports import Clock, EngineAccess, Probe
from presence.analysis.types import AnswerStatus, EngineSpec, Question, RawAnswer

_log = logging.getLogger(__name__)
# Shorter keys are the words local servers take for a key ("none", "ollama"): ordinary text.
_SHORTEST_SECRET: Final = 8
_PROBE_S: Final = 20.0


class Wire(Protocol):
    """How one provider is asked, through its own SDK."""

    async def send(self, question: Question, bodies: list[str]) -> None:
        """Ask once, appending each response body as it came. Raises what the SDK raises."""
        ...

    def read(self, payloads: Sequence[Json]) -> ProviderReply:
        """What the responses of one answer say. Raises `Malformed` where they say nothing."""
        ...

    async def check(self) -> None:
        """A cheap authenticated call. Raises what the SDK raises."""
        ...


class ConnectedEngine:
    """An `AssistantEngine` and its probe. `connect` builds the wire, off the event loop."""

    def __init__(
        self, access: EngineAccess, spec: EngineSpec, connect: Callable[[], Wire], clock: Clock
    ) -> None:
        self._access = access
        self._spec = spec
        self._connect = connect
        self._clock = clock
        self._opening = asyncio.Lock()
        self._wire: Wire | None = None

    @property
    def spec(self) -> EngineSpec:
        """Identity, model and surface."""
        return self._spec

    async def ask(self, question: Question) -> RawAnswer:
        """One attempt. A different model than asked is recorded as it answered."""
        bodies: list[str] = []
        failure: Failure | None = None
        started = self._clock.monotonic()
        try:
            wire = await self._ready()
            started = self._clock.monotonic()
            async with asyncio.timeout(self._access.timeout_s):
                await wire.send(question, bodies)
        except Exception as error:  # whatever an SDK may raise becomes a value
            failure = self._failure(error)
        latency_ms = (self._clock.monotonic() - started) * 1_000
        return self._answer(bodies, failure, latency_ms)

    async def probe(self) -> Probe:
        """Whether key, address and model work."""
        try:
            wire = await self._ready()
            async with asyncio.timeout(min(self._access.timeout_s, _PROBE_S)):
                await wire.check()
        except Exception as error:
            failure = self._failure(error)
            return Probe(False, self._hidden(failure.sentence), failure.code)
        return Probe(True, f"{self._spec.name} answers with {self._spec.model}.")

    async def _ready(self) -> Wire:
        """The wire, opened on first use in a thread: importing an SDK can take a second."""
        async with self._opening:
            if self._wire is None:
                self._wire = await asyncio.to_thread(self._connect)
            return self._wire

    def _failure(self, error: Exception) -> Failure:
        failure = failure_of(error, self._spec.name, self._clock.now())
        if failure.code == "unknown":
            _log.warning("%s failed with %s", self._spec.id, type(error).__name__)
        return failure

    def _answer(self, bodies: list[str], failure: Failure | None, latency_ms: float) -> RawAnswer:
        """The value to hand out: what was read, under the verdict the failure or ending gives."""
        reading = ProviderReply("")
        if bodies and self._wire is not None:
            try:
                reading = self._wire.read([document(body) for body in bodies])
            except Exception as error:  # paid for: the payload is kept whatever it is
                failure = failure or self._failure(error)
        if failure is None:
            code = _verdict(reading)
            words = sentence(code, self._spec.name, reading.detail) if code else ""
            failure = Failure(code, words)
        received = [*bodies, failure.body] if failure.body else bodies
        return RawAnswer(
            status=_status(failure.code),
            text=reading.text,
            model=reading.model or self._access.model,
            citations=reading.citations,
            search_queries=reading.search_queries,
            latency_ms=latency_ms,
            input_tokens=reading.input_tokens,
            output_tokens=reading.output_tokens,
            raw=self._hidden(storable(_raw(received))),
            error=self._hidden(failure.sentence),
            error_code=failure.code,
            retry_after_s=failure.retry_after_s,
            searches=reading.searches,
            begun=bool(bodies),
        )

    def _hidden(self, text: str) -> str:
        key = self._access.api_key
        return text.replace(key, "[key]") if len(key) >= _SHORTEST_SECRET else text


def _verdict(reading: ProviderReply) -> str:
    """The error code of what was read; empty when it is a complete answer."""
    if reading.ending != "complete":
        return reading.ending
    return "" if reading.text.strip() else "empty"


def _status(code: str) -> AnswerStatus:
    return "refused" if code == "refused" else "failed" if code else "completed"


def _raw(bodies: list[str]) -> str:
    """The payload as received; several responses of one answer become a list in an object."""
    if len(bodies) < 2:
        return "".join(bodies)
    return '{"responses":[' + ",".join(bodies) + "]}"

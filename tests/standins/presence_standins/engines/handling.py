"""Answers one request of one engine: authentication, meters, script, then the dialect's format.

Invariant: a request is metered before anything is decided about it, as a provider would, and what
is worked on is billed at once, whether or not anybody still waits for it.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from aiohttp import web

from presence_standins.engines.counts import Meter
from presence_standins.engines.dialects import Dialect, Problem, Turn
from presence_standins.engines.dialects.base import STATUS, Kind
from presence_standins.engines.said import Said, Segment, say
from presence_standins.engines.script import OTHER_MODEL, Rule, Script
from presence_standins.engines.world import World

BAD_KEY_PREFIX = "invalid"
UNKNOWN_MODEL = "missing-model"
_HUGE = 170_000  # words: a little over 1 MB
# Faults in the middle of the work: a provider may charge for them. The others it does not begin.
_PAID_FAULTS = frozenset({"server-error", "bad-gateway"})
_BROKEN = {"invalid-json": '{"id": "1", "output": [', "not-an-object": "[1, 2]"}


@dataclass
class EngineHost:
    """One engine as it runs: its protocol, its meters and what it was told to do."""

    name: str
    dialect: Dialect
    meter: Meter
    script: Script
    world: World
    latency_s: float = 0.0
    requests_per_minute: int | None = None

    def __post_init__(self) -> None:
        self._asked: Counter[str] = Counter()
        self._number = 0
        self.last: Mapping[str, Any] = {}

    async def ask(self, request: web.Request) -> web.StreamResponse:
        """The provider's endpoint for a question."""
        key = request.headers.get("Idempotency-Key", "")
        recent = self.meter.arrive(key)
        status = 499  # the client went away before there was an answer
        try:
            response = await self._respond(request, recent, key)
            status = response.status
            return response
        finally:
            self.meter.leave(status)

    async def model(self, request: web.Request) -> web.StreamResponse:
        """The provider's endpoint that describes a model: what a test of a key calls."""
        key = self.dialect.key(request.headers)
        if not key or key.startswith(BAD_KEY_PREFIX):
            return _error(self.dialect.problem("unauthorized", 0, key))
        name = request.match_info["model"]
        if name == UNKNOWN_MODEL:
            problem = self.dialect.problem("bad-request", 0, key)
            return _error(replace(problem, status=404))
        return web.json_response(self.dialect.model(name))

    async def _respond(
        self, request: web.Request, recent: int, idempotency: str
    ) -> web.StreamResponse:
        key = self.dialect.key(request.headers)
        if not key or key.startswith(BAD_KEY_PREFIX):
            return _error(self.dialect.problem("unauthorized", 0, key))
        if self.requests_per_minute is not None and recent > self.requests_per_minute:
            return _error(self.dialect.problem("rate-limited", 5, key))
        body = self.last = await request.json()
        try:
            question = self.dialect.question(body)
        except (LookupError, TypeError):
            return _error(self.dialect.problem("bad-request", 0, key))
        rule = self.script.next(self.name, question)
        if rule.do in STATUS and rule.do not in _PAID_FAULTS:
            await asyncio.sleep(self.latency_s)
            return _error(self.dialect.problem(cast("Kind", rule.do), rule.seconds, key))
        turn = self._turn(question, body, request.match_info.get("model", ""), rule)
        self.meter.bill(idempotency, turn.input_tokens + turn.output_tokens)
        await asyncio.sleep(self.latency_s + (rule.seconds if rule.do == "slow" else 0))
        if rule.do in STATUS:
            return _error(self.dialect.problem(cast("Kind", rule.do), rule.seconds, key))
        if rule.do in _BROKEN:
            return web.Response(text=_BROKEN[rule.do], content_type="application/json")
        document = self.dialect.answer(turn)
        if rule.do == "cut":
            return await _cut_off(request, document)
        return web.json_response(document)

    def _turn(self, question: str, body: Mapping[str, Any], model: str, rule: Rule) -> Turn:
        """What to render, with the script's changes to an ordinary answer."""
        continued = any(
            m.get("role") == "assistant" for m in body.get("messages", ()) if isinstance(m, dict)
        )
        said = say(self.world, self.name, question, self._asked[question])
        if not continued:
            self._asked[question] += 1
        self._number += 1
        turn = Turn(
            said=said,
            model=str(body.get("model") or model),
            question=question,
            number=self._number,
            continued=continued,
        )
        if rule.do == "paused" and not continued:
            return replace(turn, ending="paused")
        return _changed(turn, rule)


def _changed(turn: Turn, rule: Rule) -> Turn:
    said = turn.said
    quiet = tuple(Segment(s.text) for s in said.segments)
    changes: dict[str, dict[str, Any]] = {
        "refused": {"ending": "refused"},
        "blocked": {"ending": "blocked"},
        "paused-forever": {"ending": "paused"},
        "truncated": {"ending": "truncated", "said": _first_part(said)},
        "empty": {"said": replace(said, segments=())},
        "no-citations": {"searched": False},
        "nothing-cited": {"said": Said(quiet, (), said.queries)},
        "bad-citations": {"flawed": True},
        "unknown-fields": {"strange": True},
        "other-model": {"model": OTHER_MODEL},
        "huge": {"said": replace(said, segments=(*said.segments, Segment("words " * _HUGE)))},
    }
    return replace(turn, **changes.get(rule.do, {}))


def _first_part(said: Said) -> Said:
    half = max(len(said.segments) // 2, 1)
    kept = said.segments[:half]
    cut = Segment(kept[-1].text[: len(kept[-1].text) // 2 + 1])
    return replace(said, segments=(*kept[:-1], cut))


def _error(problem: Problem) -> web.Response:
    return web.json_response(problem.body, status=problem.status, headers=dict(problem.headers))


async def _cut_off(request: web.Request, document: object) -> web.StreamResponse:
    """Half of the promised body, then a closed connection."""
    body = json.dumps(document).encode()
    response = web.StreamResponse(headers={"Content-Type": "application/json"})
    response.content_length = len(body)
    await response.prepare(request)
    await response.write(body[: len(body) // 2])
    if request.transport is not None:
        request.transport.close()
    return response

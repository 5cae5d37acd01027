"""The same URL fetched as each AI user agent and compared with our own fetch.

Invariant: at most 3 URLs x 8 agents; "not blocked" means not blocked *by user agent*, no more.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from presence.analysis.crawler.agents import PROBE_AGENTS
from presence.analysis.types import AgentProbe, Fetched, PageFacts

MAX_URLS = 3
_REFUSALS = frozenset({401, 402, 403, 405, 406, 409, 418, 429, 444, 451, 503})
_MUCH_SHORTER = 0.3
_COMPARABLE_BYTES = 1_500
_CHALLENGES = (b"captcha", b"cf-challenge", b"challenge-platform", b"just a moment",
               b"access denied", b"are you a robot", b"verify you are human")  # fmt: skip

GetAs = Callable[[str, str | None], Awaitable[Fetched | None]]


async def probe_agents(pages: tuple[PageFacts, ...], get: GetAs) -> tuple[AgentProbe, ...]:
    """Probe the start page and up to two more, spread over the site; order is fixed."""
    good = [page for page in pages if page.status == 200]
    step = max(1, len(good) // MAX_URLS)
    chosen = good[::step][:MAX_URLS]
    answers = await asyncio.gather(
        *(probe(page, agent, get) for page in chosen for agent in PROBE_AGENTS)
    )
    return tuple(probe for probe in answers if probe is not None)


async def probe(page: PageFacts, agent: str, get: GetAs) -> AgentProbe | None:
    """One page fetched as one agent, against our own fetch of it; None when it may not be."""
    answer = await get(page.final_url, PROBE_AGENTS[agent])
    if answer is None:
        return None
    reason = difference(answer, page.status, page.body_bytes)
    status, size = page.status, page.body_bytes
    if reason:
        again = await get(page.final_url, None)
        if again is None:
            return None
        status, size = again.status, len(again.body)
        reason = difference(answer, status, size)
    return AgentProbe(
        agent=agent,
        url=page.final_url,
        status=answer.status,
        body_bytes=len(answer.body),
        baseline_status=status,
        baseline_bytes=size,
        blocked=bool(reason),
        reason=reason,
    )


def difference(answer: Fetched, baseline_status: int | None, baseline_bytes: int) -> str:
    """Why the answer counts as blocked against a baseline, or "".

    A baseline that is itself refused proves nothing about user agents.
    """
    if baseline_status != 200:
        return ""
    if answer.problem is not None:
        return f"no answer: {answer.problem.code}"
    if answer.status in _REFUSALS:
        return f"answered {answer.status}"
    body = answer.body[:20_000].lower()
    shorter = len(answer.body) < _MUCH_SHORTER * baseline_bytes
    if shorter and any(mark in body for mark in _CHALLENGES):
        return "answered with a challenge page"
    if shorter and baseline_bytes > _COMPARABLE_BYTES:
        return "answered with a much shorter page"
    return ""

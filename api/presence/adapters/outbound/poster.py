"""Posts to an address somebody else chose, under the same guard as fetching.

Invariant: a post ends within its deadline, follows no redirect and keeps a few hundred characters
of the answer; every connection is to an address the policy permits.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Self

import aiohttp

from presence.adapters.outbound.failures import problem_of
from presence.adapters.outbound.fetcher import OutboundFetcher
from presence.adapters.outbound.targets import FetchRefused, read_target
from presence.core.outgoing import Posted

DEADLINE_S = 10.0
ANSWER_S = 2.0
MOST_ANSWER = 1_000


class OutboundPoster(OutboundFetcher):
    """`core.outgoing.Poster` on connections of its own; an async context manager."""

    deadline_s = DEADLINE_S

    async def __aenter__(self) -> Self:
        await super().__aenter__()
        return self

    async def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> Posted:
        """POST `body` once."""
        started, seen = self._clock.monotonic(), _Seen()
        try:
            async with asyncio.timeout(self.deadline_s):
                await self._exchange(url, body, headers, seen)
        except FetchRefused as refused:
            seen.problem = refused.problem.message
        except (aiohttp.ClientError, OSError, ValueError) as error:
            if seen.status is None:
                seen.problem = problem_of(error, _host(url), self.deadline_s).message
        duration = round((self._clock.monotonic() - started) * 1_000)
        return Posted(seen.status, seen.problem, seen.answer, duration, seen.retry_after_s)

    async def _exchange(
        self, url: str, body: bytes, headers: Mapping[str, str], seen: _Seen
    ) -> None:
        if self._session is None:
            raise RuntimeError("OutboundPoster is used outside its `async with` block")
        target = read_target(url)
        await self._check_literal(target)  # guard: outbound.webhook-literal
        sent = {**headers, "Accept-Encoding": "identity", "Accept": "*/*"}
        async with self._session.post(
            target, data=body, headers=sent, allow_redirects=False
        ) as response:
            seen.status = response.status
            after = response.headers.get("Retry-After", "")
            seen.retry_after_s = int(after) if after.isascii() and after.isdigit() else None
            # The status is the answer; whoever trickles the rest does not keep us.
            async with asyncio.timeout(ANSWER_S):
                raw = await response.content.read(MOST_ANSWER)
            seen.answer = raw.decode("utf-8", "replace").replace("\x00", "")[:MOST_ANSWER]


class _Seen:
    """What is known so far about one POST."""

    def __init__(self) -> None:
        self.status: int | None = None
        self.problem = ""
        self.answer = ""
        self.retry_after_s: int | None = None


def _host(url: str) -> str:
    try:
        return read_target(url).raw_host or url[:100]
    except FetchRefused:
        return url[:100]

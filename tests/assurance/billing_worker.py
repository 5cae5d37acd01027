"""A process that plays billing histories on a database of its own.

Invariant: what a history showed is told before the next begins, so a killed player loses one.
Few histories are told by hypothesis, which shortens one that fails; thousands by their seeds, for
hypothesis remembers everything it ever told.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import time
from contextlib import AsyncExitStack
from dataclasses import dataclass
from multiprocessing.queues import Queue

import uvloop

from tests.assurance.billing_history import Story, play
from tests.assurance.billing_machine import Theatre, play_with_hypothesis
from tests.assurance.billing_product import Product, product_on
from tests.assurance.billing_years import STORIES, renew_for_two_years
from tests.conftest import Place


@dataclass(frozen=True)
class Orders:
    """What one process plays: histories by seed, stories of renewals by number."""

    place: Place
    seeds: tuple[int, ...]
    renewals: tuple[int, ...]
    events: int
    steps: int
    seconds: float
    shortened: bool


@dataclass(frozen=True)
class Tale:
    """What is told of one history: by its seed, a story of renewals by its number."""

    number: int
    events: int
    steps: int
    kills: int
    spoiled: int
    dropped: int
    renewals: bool
    violations: tuple[str, ...] | list[str]


def main(orders: Orders, told: Queue[Tale]) -> None:
    """Play until everything was played or the time is over."""
    logging.disable(logging.CRITICAL)  # refusals and outages are what histories are about
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:  # a quarter less time
        stack = AsyncExitStack()
        product = runner.run(stack.enter_async_context(product_on(orders.place)))
        gc.collect()
        gc.freeze()  # code never becomes garbage: the collector need not look at it again
        try:
            runner.run(_play(orders, product, told))
            if orders.shortened:
                _play_shortened(orders, runner, product, told)
        finally:
            runner.run(stack.aclose())


async def _play(orders: Orders, product: Product, told: Queue[Tale]) -> None:
    end = time.monotonic() + orders.seconds
    for number in orders.renewals:
        if time.monotonic() < end:
            story = await renew_for_two_years(product, STORIES[number % len(STORIES)])
            told.put(_tale(number, story, renewals=True))
    for seed in () if orders.shortened else orders.seeds:
        if time.monotonic() < end:
            story = await play(product, seed, orders.events, orders.steps)
            told.put(_tale(seed, story, renewals=False))


def _play_shortened(
    orders: Orders, runner: asyncio.Runner, product: Product, told: Queue[Tale]
) -> None:
    def tell(story: Story) -> None:
        told.put(_tale(story.seed, story, renewals=False))

    theatre = Theatre(runner, product, tell)
    play_with_hypothesis(theatre, orders.seeds[0], len(orders.seeds), orders.steps)


def _tale(number: int, story: Story, *, renewals: bool) -> Tale:
    return Tale(
        number,
        story.events,
        len(story.steps),
        story.kills,
        story.spoiled,
        story.dropped,
        renewals,
        tuple(story.violations),
    )

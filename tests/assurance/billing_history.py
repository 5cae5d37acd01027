"""One random history: a customer, their bank, Stripe's staff, a bad network, and time.

Invariant: a history is a function of its seed. What the product refuses with an AppError is its
right; any other error, access beyond the rule and a difference at the end are violations.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime

import asyncpg

from presence.core.errors import AppError
from presence.core.payment_events import HANDLED
from presence_standins.stripe import Mischief, Policy, StripeModel, timeline
from presence_standins.stripe.account import Resource
from presence_standins.stripe.dates import DAY, HOUR
from tests.assurance.billing_actions import ACTIONS, Stage
from tests.assurance.billing_product import Product
from tests.assurance.billing_scene import Killed
from tests.assurance.billing_truth import LATE_S, Truth, differences

STARTS = (
    "2027-01-31 00:00:00", "2027-03-31 23:59:59", "2027-06-15 12:00:00", "2027-08-30 08:00:00",
    "2027-11-29 03:30:00", "2027-12-31 23:59:30", "2028-01-31 10:00:00", "2028-02-29 00:00:00",
    "2028-02-29 23:59:59", "2027-02-28 17:45:00",
)  # fmt: skip
UNINTERESTING = frozenset({"customer.updated", "invoice.payment_succeeded"})
"""Types an endpoint may get without having asked for them."""
SWEEP_S = 20


@dataclass
class Story:
    """What came of a history."""

    seed: int
    steps: list[str] = field(default_factory=list)
    events: int = 0
    kills: int = 0
    spoiled: int = 0
    dropped: int = 0
    violations: list[str] = field(default_factory=list)


class History(Stage):
    """A history being played."""

    def __init__(self, product: Product, seed: int) -> None:
        model = _model(seed)
        super().__init__(product, product.scene(seed, model))
        self.story = Story(seed)
        self.truth = Truth(model.account)
        self._spoiled = 0
        self._spoiled_at = 0
        box = model.outbox
        box.enabled, box.random = HANDLED, self.random
        if seed % 5 == 0:
            box.enabled |= UNINTERESTING
        box.mischief = Mischief(
            duplicate=self.random.choice((0, 0.1, 0.4)),
            delay=self.random.choice((0, 0.3)),
            drop=self.random.choice((0, 0, 0, 0.1, 0.5, 1)),
        )

    async def play(self, least_events: int, most_steps: int) -> Story:
        """Act until enough happened, settle, compare."""
        await self.begin()
        names, weights = zip(*((n, a.weight) for n, a in ACTIONS.items()), strict=True)
        for number in range(most_steps):
            if number >= 4 and self._events() >= least_events:
                break
            name = self.random.choices(names, weights)[0]
            if number == 0 and self.random.random() < 0.8:
                name = "subscribe"
            await self.step(name)
        return await self.finish()

    async def begin(self) -> None:
        """Somebody comes who has no plan."""
        self.tenant = await self.product.person()

    async def step(self, name: str) -> None:
        """One thing happens."""
        self.story.steps.append(name)
        await self._act(ACTIONS[name].act)

    async def finish(self) -> Story:
        """Settle, compare, leave no trace."""
        await self._settle()
        return await self.end()

    async def end(self) -> Story:
        """Leave no trace, tell what came of it."""
        self.story.events, self.story.kills = self._events(), self.scene.reaper.kills
        self.story.spoiled = self.model.faults.spoiled
        self.story.dropped = self.model.outbox.dropped
        await self.product.forget(self.tenant)
        return self.story

    def _events(self) -> int:
        """Events at Stripe that the endpoint asked for."""
        enabled = self.model.outbox.enabled or frozenset()
        return sum(e["type"] in enabled for e in self.model.account.every("event"))

    async def _act(self, act: Callable[[Stage], Awaitable[None]]) -> None:
        await self._to(self.model.now + 1)  # two bills of one second would have no order
        self.truth.pass_time(self.model.now)
        try:
            await act(self)
        except (AppError, Killed):
            pass
        except Exception as error:
            self.violate(f"{type(error).__name__}: {error}")
        self.scene.reaper.left = self.scene.reaper.surprise = None
        self.truth.note()
        await self._check(await self.product.standing(self.tenant))
        if self.random.random() < 0.85:
            await self.catch_up()

    async def forward(self, seconds: int, *, hurt: bool = True) -> None:
        """Let time pass, everything at its own moment, with the worker up all the while."""
        end = self.model.now + seconds
        while self.model.now < end:
            standing = await self.product.standing(self.tenant)
            times = [standing["current_period_end"], standing["access_until"]]
            # When time alone changed something of ours, a sweep has seen it within the minute.
            ahead = [int(t.timestamp()) + LATE_S for t in times if t is not None]
            # A delivery that waits since long must not hide what Stripe does next.
            following = (timeline.next_moment(self.model.account), self.model.outbox.next_moment())
            moments = [*ahead, *(m for m in following if m is not None)]
            await self._to(min([m for m in moments if m > self.model.now] + [end]))
            await self.catch_up(hurt=hurt)

    async def _to(self, moment: int) -> None:
        """Move the clock; nothing happens at Stripe in between."""
        self.truth.pass_time(moment)
        self.model.advance(moment)
        self.truth.note()

    async def catch_up(self, *, hurt: bool = True) -> None:
        """Deliver what is due, sweep, run the jobs, within the minute the rule allows."""
        if hurt and self.random.random() < 0.15:
            self.scene.reaper.left = self.random.randrange(15)
        await self._deliver()
        standing = await self.product.standing(self.tenant)
        for _ in range(LATE_S // SWEEP_S):
            if not _unfinished(standing):
                break
            await self._turn(sweep=standing["swept"])
            self.scene.reaper.left = None
            standing = await self.product.standing(self.tenant)
            if _unfinished(standing):
                await self._to(self.model.now + SWEEP_S)
                standing = await self.product.standing(self.tenant)
        self.scene.reaper.left = None
        await self._check(standing)
        if not (self.model.outbox.dropped or self.model.outbox.waiting or _unfinished(standing)):
            await (
                self.compare()
            )  # every event was sent and processed: no nightly check has to repair it

    async def _turn(self, *, sweep: bool) -> None:
        """One turn of sweeps and worker, who may be killed at it."""
        try:
            if sweep:
                await self.product.sweep()
            await self.product.work(self.tenant)
        except Killed:
            pass
        for crash in self.product.crashes:
            self.violate(crash)
        self.product.crashes.clear()

    async def _deliver(self) -> None:
        box = self.model.outbox
        for delivery in box.take_due(shuffled=self.random.random() < 0.5):
            body = delivery.body
            try:
                status = await self.product.webhook(body, box.signature(body))
            except Killed:
                status = 599
            if status not in {200, 599}:
                self.violate(f"{delivery.event['type']} was answered with {status}")
            if status == 200 and delivery.event["type"] in HANDLED:
                self.heard(delivery.event)
            box.settle(delivery, status)

    def heard(self, event: Resource) -> None:
        """We were told of something: from now on ignorance is no excuse for what it is about."""
        numbers = (n for n, e in enumerate(self.model.account.every("event")) if e is event)
        self.told_of = max(self.told_of, *numbers)

    async def _check(self, standing: asyncpg.Record) -> None:
        """Nothing is open that the rule closed more than a minute ago."""
        if self.model.faults.spoiled != self._spoiled:
            self._spoiled, self._spoiled_at = self.model.faults.spoiled, self.model.now
        now, row_plan = self.model.now, standing["plan_id"]
        if row_plan is None or self.truth.was_open(row_plan, now):
            return  # what is stored opens nothing, or no more than is right
        plan = await self.product.open_plan(self.tenant, self.scene.now)
        if plan == 0 or self.truth.was_open(plan, now):
            return
        if self._may_not_know(standing):
            return
        self.violate(
            f"plan {plan} is open at {self.scene.now}, the rule says {self.truth.open_plan(now)}"
        )

    def _may_not_know(self, standing: asyncpg.Record) -> bool:
        """Whether we are excused: Stripe could not be asked, or nothing told us to ask.

        Something tells us: an event that arrived, the end of a period, a day without asking. Then
        we ask again and again: by the clock, at least once in the minute before.
        """
        now, changed = self.model.now, self.truth.changed_at
        if _pending(standing) and self._spoiled_at >= changed:
            return True
        if standing["swept"] and self._spoiled_at >= now - LATE_S:
            return True
        if self.told_of >= self.truth.changed_from or standing["settled_at"] is None:
            return False
        asked = int(standing["settled_at"].timestamp())
        end = standing["current_period_end"]
        ended = end is not None and asked < int(end.timestamp()) <= now - LATE_S
        return not ended and now - asked <= DAY + LATE_S

    async def _settle(self) -> None:
        """The faults stop; when every event has come, or a night has passed, nothing may differ."""
        self.model.faults.clear()
        self.model.outbox.mischief = Mischief()
        told = not self.model.outbox.dropped
        await self.forward(3 * HOUR if told else DAY + HOUR, hurt=False)
        await self.compare()

    async def compare(self) -> None:
        """Our state is Stripe's."""
        for difference in await differences(
            self.truth, self.product.admin, self.tenant.workspace_id
        ):
            self.violate(difference)
        now = self.model.now
        plan, expected = (
            await self.product.open_plan(self.tenant, self.scene.now),
            self.truth.open_plan(now),
        )
        if plan != expected:
            self.violate(f"plan {plan} is open in the end, the rule says {expected}")

    def violate(self, what: str) -> None:
        """Remember a violation with where it happened."""
        self.story.violations.append(
            f"seed {self.story.seed}, step {len(self.story.steps)}: {what}"
        )


def _unfinished(standing: asyncpg.Record) -> bool:
    """Whether sweeps or worker have something to do, now or later."""
    return standing["swept"] or standing["work"] or _pending(standing)


def _pending(standing: asyncpg.Record) -> bool:
    """Whether something will be tried again."""
    return standing["retried"] is not None or standing["delivered"] is not None


def _model(seed: int) -> StripeModel:
    """A Stripe whose history begins on one of the awkward days."""
    start = STARTS[seed % len(STARTS)]
    after = ("cancel", "cancel", "unpaid", "past_due")[seed // len(STARTS) % 4]
    now = int(datetime.fromisoformat(start).replace(tzinfo=UTC).timestamp())
    return StripeModel(seed, now=now, policy=Policy(after_retries=after))


async def begun(product: Product, seed: int) -> History:
    """A history that is about to be played in this task's context."""
    history = History(product, seed)
    await history.begin()
    return history


async def play(product: Product, seed: int, least_events: int, most_steps: int) -> Story:
    """Play one history in a task of its own, so that its stage is its own."""
    history = History(product, seed)
    return await asyncio.create_task(history.play(least_events, most_steps))

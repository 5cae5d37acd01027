"""What can happen in a billing history, each with how often it is tried.

Invariant: an action decides by the history's own chance only, and changes the world through the
product's services, Stripe's pages or Stripe's staff; never through our tables.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import cast

from presence.core.errors import AppError
from presence.domains.billing.service.plans import Frequency
from presence_standins.stripe import PAYS, REFUSES, checkout, portal, subscriptions, timeline
from presence_standins.stripe.account import Resource
from presence_standins.stripe.customers import attach_card, default_card
from presence_standins.stripe.dates import DAY, HOUR
from presence_standins.stripe.problems import Problem
from tests.assurance.billing_product import Product
from tests.assurance.billing_scene import Killed, Scene
from tests.factories.people import Tenant

FAULTS = ("error", "unavailable", "rate-limited", "timeout", "lost")
FREQUENCIES: tuple[Frequency, ...] = ("monthly", "yearly")


class Stage:
    """What an action may use: product, customer, Stripe, chance; `tabs` are pages left open."""

    tenant: Tenant

    def __init__(self, product: Product, scene: Scene) -> None:
        self.product = product
        self.scene = scene
        self.model = scene.model
        self.random: Random = scene.random
        self.tabs: list[str] = []
        self.told_of = -1  # number of the newest event that reached us

    async def forward(self, seconds: int, *, hurt: bool = True) -> None:
        """Let time pass."""
        raise NotImplementedError

    def violate(self, what: str) -> None:
        """Report what must never happen."""
        raise NotImplementedError

    def live(self) -> list[Resource]:
        """Subscriptions that run at Stripe."""
        return subscriptions.live(self.model.account)

    def page(self, url: str) -> Resource:
        """The checkout or portal session behind an address."""
        found = self.model.account.lookup(url.rpartition("/")[2])
        return cast("Resource", found)


@dataclass(frozen=True)
class Action:
    """One thing that may happen."""

    act: Callable[[Stage], Awaitable[None]]
    weight: int


ACTIONS: dict[str, Action] = {}


def action(
    weight: int,
) -> Callable[[Callable[[Stage], Awaitable[None]]], Callable[[Stage], Awaitable[None]]]:
    """Register under the function's name."""

    def register(act: Callable[[Stage], Awaitable[None]]) -> Callable[[Stage], Awaitable[None]]:
        ACTIONS[act.__name__] = Action(act, weight)
        return act

    return register


async def _buy(stage: Stage) -> None:
    plan, frequency = stage.random.choice((1, 2, 3)), stage.random.choice(FREQUENCIES)
    stage.tabs.append(await stage.product.buy(stage.tenant, plan, frequency))


async def _pay(stage: Stage, url: str) -> None:
    """Use a page: pay or confirm, perhaps with a card that is refused, perhaps too late."""
    page = stage.page(url)
    try:
        _use(stage, page)
    except Problem:
        return  # the page says that it is over, or that the card was refused
    if stage.random.random() < 0.6:
        await _return(stage, page)


def _use(stage: Stage, page: Resource) -> None:
    if page["object"] == "checkout.session":
        card = stage.random.choice((PAYS, PAYS, PAYS, REFUSES))
        checkout.pay(stage.model.account, page["id"], card)
    else:
        portal.confirm(stage.model.account, page["id"])


async def _return(stage: Stage, page: Resource) -> None:
    if page["object"] == "checkout.session":
        reference = page["id"]
    else:
        reference = portal.way_back(page).partition("session_id=")[2]
    await stage.product.come_back(stage.tenant, reference)


@action(6)
async def subscribe(stage: Stage) -> None:
    """Choose a plan and pay for it."""
    await _buy(stage)
    checkout_page = stage.page(stage.tabs.pop())
    if checkout_page["object"] == "checkout.session" and checkout_page["status"] == "open":
        checkout.pay(stage.model.account, checkout_page["id"])


@action(7)
async def go_to_pay(stage: Stage) -> None:
    """Open a page and leave it open."""
    await _buy(stage)


@action(12)
async def pay(stage: Stage) -> None:
    """Pay on a page that is open, opening one when there is none."""
    if not stage.tabs:
        await _buy(stage)
    url = stage.random.choice(stage.tabs)
    await _pay(stage, url)
    if stage.random.random() < 0.5:
        stage.tabs.remove(url)


@action(4)
async def two_tabs(stage: Stage) -> None:
    """Choose in two tabs at once, then pay in both."""
    wishes = (_buy(stage), _buy(stage))
    before = len(stage.tabs)
    for failure in await asyncio.gather(*wishes, return_exceptions=True):
        if isinstance(failure, BaseException) and not isinstance(failure, AppError | Killed):
            raise failure
    for url in stage.tabs[before:]:
        await _pay(stage, url)


@action(4)
async def pay_while_choosing(stage: Stage) -> None:
    """Pay in one tab at the very moment in which another tab chooses, cancels or comes back."""
    if not stage.tabs:
        await _buy(stage)
    page = stage.page(stage.random.choice(stage.tabs))

    def use() -> None:
        with suppress(Problem):
            _use(stage, page)

    stage.scene.reaper.surprise = use
    stage.scene.reaper.surprise_in = stage.random.randrange(10)
    await stage.random.choice((_buy, _buy, cancel, come_back_again))(stage)


@action(6)
async def come_back_again(stage: Stage) -> None:
    """Reload the return address of some page."""
    if stage.tabs:
        await _return(stage, stage.page(stage.random.choice(stage.tabs)))


@action(2)
async def claim_what_is_not_theirs(stage: Stage) -> None:
    """Come back with an id that was made up."""
    if await stage.product.come_back(stage.tenant, "cs_test_made_up"):
        stage.violate("a made-up session was processed")


@action(6)
async def cancel(stage: Stage) -> None:
    """Cancel in the product."""
    await stage.product.cancel(stage.tenant)


@action(5)
async def resume(stage: Stage) -> None:
    """Take it back in the product."""
    await stage.product.resume(stage.tenant)


@action(5)
async def change_rhythm(stage: Stage) -> None:
    """Ask for the other frequency and confirm it, or leave the page open."""
    frequency = stage.random.choice(FREQUENCIES)
    url = await stage.product.change_frequency(stage.tenant, frequency)
    stage.tabs.append(url)
    if stage.random.random() < 0.7:
        await _pay(stage, url)


@action(4)
async def cancel_in_the_portal(stage: Stage) -> None:
    """Cancel on Stripe's page."""
    for sub in stage.live()[:1]:
        portal.cancel(stage.model.account, sub["id"])


@action(3)
async def resume_in_the_portal(stage: Stage) -> None:
    """Take it back on Stripe's page."""
    for sub in stage.live()[:1]:
        portal.resume(stage.model.account, sub["id"])


@action(3)
async def second_thoughts(stage: Stage) -> None:
    """Cancel and take it back on Stripe's page, faster than events arrive."""
    for sub in stage.live()[:1]:
        for _ in range(stage.random.randrange(2, 5)):
            if sub["cancel_at"] is None:
                portal.cancel(stage.model.account, sub["id"])
            else:
                portal.resume(stage.model.account, sub["id"])


@action(1)
async def staff_ends_it(stage: Stage) -> None:
    """Somebody ends it in Stripe's dashboard."""
    for sub in stage.live()[:1]:
        subscriptions.cancel(stage.model.account, sub["id"], {})


@action(2)
async def staff_sells_another(stage: Stage) -> None:
    """Somebody starts a second subscription for the customer in Stripe's dashboard."""
    prices = list(stage.model.account.every("price", active=True))
    for sub in stage.live()[:1]:
        chosen = stage.random.choice(prices)["id"]
        subscriptions.start(stage.model.account, sub["customer"], chosen)


@action(1)
async def staff_changes_the_price(stage: Stage) -> None:
    """Somebody moves it to any other price in Stripe's dashboard, down as well as up."""
    prices = list(stage.model.account.every("price", active=True))
    for sub in stage.live()[:1]:
        item = {"id": subscriptions.item_of(sub)["id"], "price": stage.random.choice(prices)["id"]}
        how = stage.random.choice(("always_invoice", "create_prorations", "none"))
        subscriptions.update(
            stage.model.account, sub["id"], {"items": [item], "proration_behavior": how}
        )


@action(1)
async def staff_extends(stage: Stage) -> None:
    """Somebody gives some days in Stripe's dashboard."""
    for sub in stage.live()[:1]:
        until = stage.model.now + stage.random.randrange(1, 40) * DAY
        subscriptions.update(stage.model.account, sub["id"], {"trial_end": str(until)})


@action(7)
async def bank_changes_its_mind(stage: Stage) -> None:
    """From now on the card is refused, or no longer."""
    for customer in stage.model.account.every("customer"):
        card = default_card(stage.model.account, customer["id"])
        if card is not None:
            stage.model.account.banks[card] = stage.random.choice((PAYS, REFUSES, REFUSES))


@action(3)
async def new_card(stage: Stage) -> None:
    """The customer enters a card that pays."""
    for sub in stage.live()[:1]:
        attach_card(stage.model.account, sub["customer"], PAYS)


@action(3)
async def pay_the_bill(stage: Stage) -> None:
    """The customer pays an open bill on its page."""
    for bill in list(stage.model.account.every("invoice", status="open"))[-1:]:
        try:
            timeline.pay_by_hand(stage.model.account, bill)
        except Problem:
            return


@action(10)
async def minutes_pass(stage: Stage) -> None:
    """Up to two hours."""
    await stage.forward(stage.random.randrange(10, 2 * HOUR))


@action(8)
async def days_pass(stage: Stage) -> None:
    """Up to ten days."""
    await stage.forward(stage.random.randrange(HOUR, 10 * DAY))


@action(9)
async def a_period_ends(stage: Stage) -> None:
    """To about the end of the running period: just before, at, or some hours after it."""
    for sub in stage.live()[:1]:
        end = subscriptions.item_of(sub)["current_period_end"]
        there = end + stage.random.choice((-240, -1, 0, 1, HOUR - 1, HOUR, 5 * HOUR, 8 * DAY))
        if stage.model.now < there < stage.model.now + 370 * DAY:
            await stage.forward(there - stage.model.now)


@action(6)
async def a_renewal_fails(stage: Stage) -> None:
    """The card is refused at the period's end, and time goes on to about the end of the grace."""
    for sub in stage.live()[:1]:
        card = default_card(stage.model.account, sub["customer"])
        stage.model.account.banks[card or ""] = REFUSES
        end = subscriptions.item_of(sub)["current_period_end"]
        later = stage.random.choice(
            (HOUR, 3 * DAY, 7 * DAY + HOUR - 1, 7 * DAY + HOUR + 61, 9 * DAY)
        )
        await stage.forward(end + later - stage.model.now)


@action(1)
async def a_year_passes(stage: Stage) -> None:
    """Renewals on every kind of month end."""
    await stage.forward(stage.random.choice((100, 366)) * DAY)


@action(5)
async def stripe_is_down(stage: Stage) -> None:
    """The next requests fail, some after their effect."""
    for _ in range(stage.random.randrange(1, 4)):
        method = stage.random.choice(("", "POST", "GET"))
        stage.model.faults.order(stage.random.choice(FAULTS), stage.random.randrange(1, 4), method)


@action(4)
async def the_process_dies(stage: Stage) -> None:
    """A call of the customer's is cut off somewhere."""
    stage.scene.reaper.left = stage.random.randrange(8)
    doing = stage.random.choice((_buy, cancel, resume, change_rhythm, pay))
    await doing(stage)


@action(3)
async def an_old_event_comes_again(stage: Stage) -> None:
    """Stripe's dashboard sends one once more."""
    events = list(stage.model.account.every("event"))
    for event in stage.random.sample(events, min(3, len(events))):
        stage.model.outbox.resend(event["id"])


@action(2)
async def somebody_forges_an_event(stage: Stage) -> None:
    """A body with a signature of another secret, of another body, or of yesterday."""
    event = next(stage.model.account.every("event"), None)
    if event is None:
        return
    box, body = stage.model.outbox, f'{{"id": "{event["id"]}", "object": "event"}}'
    good = box.signature(body)
    old = good.replace(good[2:12], str(int(good[2:12]) - 301))
    for signature in (box.signature(body + " "), old, f"t=1,v1={'0' * 64}", ""):
        if await stage.product.webhook(body, signature) != 400:
            stage.violate("a forged event was accepted")

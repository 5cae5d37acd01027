"""Delivery of events to the endpoint: signed, retried, and spoiled on request.

Invariant: signatures carry the real time, because receivers check their age; everything else,
retries included, runs on the account's clock.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from random import Random

import stripe

from presence_standins.stripe.account import Account, Resource
from presence_standins.stripe.dates import DAY, HOUR

SECRET = "whsec_stand_in_0001"
GIVES_UP_AFTER_S = 3 * DAY
_WAITS = (60, 300, 1_800, 2 * HOUR, 5 * HOUR, 10 * HOUR)


@dataclass
class Delivery:
    """One event on its way: due at `due`, tried `attempts` times since `created`."""

    event: Resource
    due: int
    attempts: int = 0

    @property
    def body(self) -> str:
        """The exact text that is signed and sent."""
        return json.dumps(self.event)


@dataclass
class Mischief:
    """How often (0–1) what happens to a new event on its way."""

    duplicate: float = 0.0
    delay: float = 0.0
    drop: float = 0.0
    longest_delay_s: int = 2 * HOUR


@dataclass
class Outbox:
    """What still has to be delivered to the one endpoint."""

    account: Account
    secret: str = SECRET
    mischief: Mischief = field(default_factory=Mischief)
    random: Random = field(default_factory=lambda: Random(1))  # noqa: S311 - repeatable chance
    waiting: list[Delivery] = field(default_factory=list)
    enabled: frozenset[str] | None = None  # types the endpoint asked for; None means all
    dropped: int = 0

    def __post_init__(self) -> None:
        self.account.on_event = self.add

    def add(self, event: Resource) -> None:
        """Plan the delivery of a new event, with whatever mischief is in force."""
        if self.enabled is not None and event["type"] not in self.enabled:
            return
        event["pending_webhooks"] = 1
        if self.random.random() < self.mischief.drop:
            self.dropped += 1
            return
        due = self.account.now
        if self.random.random() < self.mischief.delay:
            due += self.random.randrange(self.mischief.longest_delay_s)
        self.waiting.append(Delivery(event, due))
        if self.random.random() < self.mischief.duplicate:
            late = self.random.randrange(self.mischief.longest_delay_s)
            self.waiting.append(Delivery(event, due + late))

    def resend(self, event_id: str) -> None:
        """Deliver an event again now, as the dashboard's button does."""
        self.waiting.append(Delivery(self.account.get("event", event_id), self.account.now))

    def take_due(self, *, shuffled: bool = False) -> list[Delivery]:
        """Deliveries to make now, which leave the box; `shuffled` breaks their order."""
        due = [d for d in self.waiting if d.due <= self.account.now]
        self.waiting = [d for d in self.waiting if d.due > self.account.now]
        if shuffled:
            self.random.shuffle(due)
        return due

    def next_moment(self) -> int | None:
        """When the next delivery is due."""
        return min((d.due for d in self.waiting), default=None)

    def signature(self, body: str) -> str:
        """The Stripe-Signature header for a body sent now."""
        header: str = stripe.WebhookSignature.generate_signature_header(body, self.secret)
        return header

    def settle(self, delivery: Delivery, status: int) -> None:
        """What the endpoint answered: done, or tried again later for three days."""
        delivery.attempts += 1
        if 200 <= status < 300:
            delivery.event["pending_webhooks"] = 0
            return
        wait = _WAITS[min(delivery.attempts, len(_WAITS)) - 1]
        if self.account.now + wait - delivery.event["created"] <= GIVES_UP_AFTER_S:
            delivery.due = self.account.now + wait
            self.waiting.append(delivery)

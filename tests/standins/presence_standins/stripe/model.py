"""The model in one hand: account, API, outbox and faults, for tests that run in one process.

Invariant: the same seed and the same calls give the same ids, events and amounts.
"""

from __future__ import annotations

from random import Random

from presence_standins.stripe import timeline
from presence_standins.stripe.account import START, Account, Policy
from presence_standins.stripe.api import Api
from presence_standins.stripe.faults import Faults
from presence_standins.stripe.webhooks import Outbox


class StripeModel:
    """A Stripe account with a clock that only `advance` moves."""

    def __init__(
        self,
        seed: int = 1,
        *,
        now: int = START,
        url: str = "https://stripe.test",
        policy: Policy | None = None,
    ) -> None:
        self.account = Account(seed, now, url, policy or Policy())
        self.outbox = Outbox(self.account, random=Random(seed))  # noqa: S311 - repeatable chance
        self.faults = Faults()
        self.api = Api(self.account, self.faults)

    @property
    def now(self) -> int:
        """The account's time, in seconds since 1970."""
        return self.account.now

    def advance(self, until: int) -> None:
        """Let everything happen that becomes due until a moment."""
        timeline.advance(self.account, until)

    def next_moment(self) -> int | None:
        """When the account or a delivery next has something to do."""
        moments = (timeline.next_moment(self.account), self.outbox.next_moment())
        return min((m for m in moments if m is not None), default=None)

"""Billing histories as hypothesis tells them: one that fails is told again in its shortest form.

Invariant: hypothesis chooses what happens and the seed of the history's own chance; every history
that was begun is settled, compared and told, whether it failed or not.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from tests.assurance.billing_actions import ACTIONS
from tests.assurance.billing_history import History, Story, begun
from tests.assurance.billing_product import Product

OFTEN_AS_TRIED = [name for name, action in ACTIONS.items() for _ in range(action.weight)]


@dataclass(frozen=True)
class Theatre:
    """Where histories are played, and who is told of them."""

    runner: asyncio.Runner
    product: Product
    tell: Callable[[Story], None]


class BillingMachine(RuleBasedStateMachine):
    """A customer, Stripe and we: whatever happens, our state becomes Stripe's."""

    theatre: Theatre
    history: History | None = None

    @initialize(chance=st.integers(0, 2**32 - 1), buys=st.integers(0, 4).map(bool))
    def somebody_comes(self, chance: int, *, buys: bool) -> None:
        """Four of five buy something first."""
        self.history = self.theatre.runner.run(begun(self.theatre.product, chance))
        if buys:
            self.happens("subscribe")

    @rule(name=st.sampled_from(OFTEN_AS_TRIED))
    def happens(self, name: str) -> None:
        """One thing happens."""
        assert self.history
        self.theatre.runner.run(self.history.step(name))

    @invariant()
    def nothing_is_violated(self) -> None:
        """Each step looked at what is open and, when nothing was under way, at all there is."""
        assert not (self.history and self.history.story.violations), self._said

    def teardown(self) -> None:
        """The end of the history."""
        if self.history is None:
            return
        self.theatre.tell(self.theatre.runner.run(self.history.finish()))
        self.nothing_is_violated()

    @property
    def _said(self) -> str:
        return "\n".join(self.history.story.violations) if self.history else ""


def play_with_hypothesis(theatre: Theatre, number: int, histories: int, steps: int) -> None:
    """Play so many histories of so many steps, from a seed; AssertionError with the shortest."""
    machine = seed(number)(type("Machine", (BillingMachine,), {"theatre": theatre}))
    told = settings(
        max_examples=histories,
        stateful_step_count=steps,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=tuple(HealthCheck),
        deadline=None,
        database=None,
    )
    run_state_machine_as_test(machine, settings=told)

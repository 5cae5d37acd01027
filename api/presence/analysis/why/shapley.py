"""Divides a difference among the things that changed, each in every order it could have happened.

Invariant: the shares add up to the whole difference, and what makes no difference gets exactly 0.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import cache
from itertools import combinations
from math import factorial
from typing import TypeVar

Player = TypeVar("Player", bound=Hashable)


def shapley(
    players: Sequence[Player], value: Callable[[frozenset[Player]], float]
) -> dict[Player, float]:
    """Each player's share of `value(all) - value(none)`.

    phi_i = sum over S without i of |S|! (k - |S| - 1)! / k! [v(S with i) - v(S)] (Shapley 1953).
    `value` is called once for each set: 2^k times. With two players this is the decomposition of
    Kitagawa (1955).
    """
    known = cache(value)
    count = len(players)
    return {
        player: sum(
            coalition_weight(size, count) * (known(frozenset({*others, player})) - known(others))
            for size in range(count)
            for others in map(frozenset, combinations([p for p in players if p != player], size))
        )
        for player in players
    }


def coalition_weight(size: int, players: int) -> float:
    """How often a player meets exactly those `size` others before it, over all orders."""
    return factorial(size) * factorial(players - size - 1) / factorial(players)

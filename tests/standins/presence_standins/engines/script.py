"""The script a stand-in follows: which request is answered how.

Invariant: the first rule that fits and is not used up decides; without one the answer is a success.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

BEHAVIOURS = (
    "success", "rate-limited", "rate-limited-date", "rate-limited-resets", "no-credit",
    "unauthorized", "bad-request", "server-error", "bad-gateway", "unavailable", "overloaded",
    "slow", "cut", "refused", "truncated", "empty", "no-citations", "nothing-cited",
    "bad-citations", "unknown-fields", "other-model", "invalid-json", "not-an-object", "paused",
    "paused-forever", "blocked", "huge",
)  # fmt: skip
OTHER_MODEL = "another-model-2026-11-01"


@dataclass
class Rule:
    """`do` for requests of `engine` ("*" = any) whose question contains `match`, `times` times.

    `seconds` is the Retry-After of a refused request, or how long a slow one takes.
    """

    do: str
    engine: str = "*"
    match: str = ""
    times: int | None = None
    seconds: float = 2.0

    def fits(self, engine: str, question: str) -> bool:
        """Whether this rule speaks about a request and still has uses left."""
        return (
            self.engine in {"*", engine}
            and self.match.casefold() in question.casefold()
            and (self.times is None or self.times > 0)
        )


class Script:
    """Rules in order; they can be replaced while the stand-in runs."""

    def __init__(self, rules: Iterable[Rule] = ()) -> None:
        self._rules = list(rules)

    def replace(self, rules: Iterable[Rule]) -> None:
        """Follow other rules from now on."""
        self._rules = list(rules)

    def next(self, engine: str, question: str) -> Rule:
        """The rule for a request, counted as used."""
        for rule in self._rules:
            if rule.fits(engine, question):
                if rule.times is not None:
                    rule.times -= 1
                return rule
        return Rule("success")


def read_rules(document: Iterable[Mapping[str, Any]]) -> list[Rule]:
    """Rules from JSON: [{"do": …, "engine": …, "match": …, "times": …, "seconds": …}].

    Raises ValueError for an unknown field or behaviour.
    """
    rules = []
    for entry in document:
        try:
            rule = Rule(**entry)
        except TypeError as error:
            raise ValueError(f"A rule does not fit: {error}") from error
        if rule.do not in BEHAVIOURS:
            raise ValueError(f"There is no behaviour {rule.do!r}; known: {', '.join(BEHAVIOURS)}")
        rules.append(rule)
    return rules

"""The state of one Stripe account: its objects, its clock, its events.

Invariant: everything that happens is a function of the seed and of what was asked; nothing here
reads a real clock or draws real randomness.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from presence_standins.stripe.problems import missing

Resource = dict[str, Any]
API_VERSION = "2026-10-28.endive"
START = 1_790_000_000
_ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
# What customers' banks say about a card.
PAYS = "pays"
REFUSES = "generic_decline"


@dataclass
class Policy:
    """What the account's owner configured: after the last failed retry, and when to retry."""

    after_retries: str = "cancel"  # or "unpaid" or "past_due"
    retry_after_days: tuple[int, ...] = (3, 5, 7)
    finalize_after_s: int = 3_600


@dataclass
class Account:
    """Objects by kind and id in the order of their making.

    `pending` are invoice lines waiting for a subscription's next invoice, `wishes` what an open
    checkout session will make, `warned` subscriptions whose trial's end was announced.
    """

    seed: int = 1
    now: int = START
    url: str = "https://stripe.test"
    policy: Policy = field(default_factory=Policy)
    banks: dict[str, str] = field(default_factory=dict)
    pending: dict[str, list[Resource]] = field(default_factory=dict)
    wishes: dict[str, Resource] = field(default_factory=dict)
    warned: set[str] = field(default_factory=set)
    on_event: Callable[[Resource], None] | None = None
    request: Resource = field(default_factory=lambda: {"id": None, "idempotency_key": None})

    def __post_init__(self) -> None:
        self._kinds: dict[str, dict[str, Resource]] = {}
        self._random = Random(self.seed)  # noqa: S311 - repeatable ids

    def new_id(self, prefix: str) -> str:
        """An id such as Stripe's: `sub_` and 24 characters."""
        return f"{prefix}_{''.join(self._random.choices(_ALPHABET, k=24))}"

    def add(self, resource: Resource) -> Resource:
        """Keep a new object."""
        self._kinds.setdefault(resource["object"], {})[resource["id"]] = resource
        return resource

    def get(self, kind: str, wanted: str, param: str = "id") -> Resource:
        """The object itself. Raises Problem 404."""
        found = self._kinds.get(kind, {}).get(wanted)
        if found is None:
            raise missing(kind, wanted, param)
        return found

    def find(self, kind: str, wanted: str) -> Resource | None:
        """The object itself, or None."""
        return self._kinds.get(kind, {}).get(wanted)

    def lookup(self, wanted: str) -> Resource | None:
        """The object of any kind, for expansion."""
        return next((k[wanted] for k in self._kinds.values() if wanted in k), None)

    def every(self, kind: str, **wanted: Any) -> Iterator[Resource]:
        """Objects of a kind whose fields equal `wanted`, oldest first."""
        for resource in self._kinds.get(kind, {}).values():
            if all(resource.get(name) == value for name, value in wanted.items()):
                yield resource

    def emit(self, kind: str, resource: Resource, before: Resource | None = None) -> None:
        """Record an event with a snapshot of the object; `before` names what changed."""
        data: Resource = {"object": snapshot(resource)}
        if before is not None:
            changed = {k: v for k, v in before.items() if resource.get(k) != v}
            changed.update({k: None for k in resource if k not in before})
            if not changed:
                return
            data["previous_attributes"] = snapshot(changed)
        event = self.add(
            {
                "id": self.new_id("evt"),
                "object": "event",
                "api_version": API_VERSION,
                "created": self.now,
                "data": data,
                "livemode": False,
                "pending_webhooks": 0,
                "request": dict(self.request),
                "type": kind,
            }
        )
        if self.on_event is not None:
            self.on_event(event)


def snapshot(resource: Resource) -> Resource:
    """A copy that later changes do not reach."""
    copied: Resource = json.loads(json.dumps(resource))
    return copied


def page(url: str, rows: list[Resource], *, has_more: bool = False) -> Resource:
    """A list object."""
    return {"object": "list", "data": rows, "has_more": has_more, "url": url}

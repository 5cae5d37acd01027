"""Expansion of ids into objects, and members that are shown only on demand.

Invariant: answers are copies; what a caller does to them never reaches the account.
"""

from __future__ import annotations

from typing import Any

from presence_standins.stripe import checkout
from presence_standins.stripe.account import Account, Resource, page, snapshot
from presence_standins.stripe.problems import invalid

DEEPEST = 4


def expanded(account: Account, answer: Resource, paths: list[str]) -> Resource:
    """A copy with the objects at `paths` (`data.customer`, `latest_invoice.payments`) filled in."""
    copied = snapshot(answer)
    for path in paths:
        if path.count(".") >= DEEPEST:
            raise invalid(f"You cannot expand more than {DEEPEST} levels of a property.")
        _fill(account, copied, path.split("."), path)
    return copied


def _fill(account: Account, node: Any, path: list[str], whole: str) -> None:
    if isinstance(node, list):
        for row in node:
            _fill(account, row, path, whole)
        return
    if not path or node is None:
        return
    name, *rest = path
    if name not in node:
        node[name] = _on_demand(account, node, name, whole)
    elif isinstance(node[name], str):
        found = account.lookup(node[name])
        if found is None:
            raise invalid(f"This property cannot be expanded ({whole}).", param="expand[]")
        node[name] = snapshot(found)
    _fill(account, node[name], rest, whole)


def _on_demand(account: Account, node: Resource, name: str, whole: str) -> Resource:
    kind = node.get("object")
    if (kind, name) == ("invoice", "payments"):
        rows = list(account.every("invoice_payment", invoice=node["id"]))
        return snapshot(page(f"/v1/invoice_payments?invoice={node['id']}", rows))
    if (kind, name) == ("checkout.session", "line_items"):
        return snapshot(checkout.line_items(account, node))
    if (kind, name) == ("customer", "subscriptions"):
        rows = [
            s
            for s in account.every("subscription", customer=node["id"])
            if s["status"] not in {"canceled", "incomplete_expired"}
        ]
        return snapshot(page(f"/v1/customers/{node['id']}/subscriptions", rows[::-1]))
    raise invalid(f"This property cannot be expanded ({whole}).", param="expand[]")

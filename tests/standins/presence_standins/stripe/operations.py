"""What each operation of the API does, by its published name.

Invariant: the names are those of Stripe's OpenAPI document; a test holds them against it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from presence_standins.stripe import catalog, charges, checkout, customers, portal, subscriptions
from presence_standins.stripe.account import Account, Resource, page
from presence_standins.stripe.problems import missing

Asked = dict[str, Any]
Operation = Callable[..., Resource]
_RANGES = {"gt": int.__gt__, "gte": int.__ge__, "lt": int.__lt__, "lte": int.__le__}


def _read(kind: str, name: str | None = None) -> Operation:
    """The operation that answers one object."""

    def read(account: Account, _: Asked, wanted: str) -> Resource:
        found = account.find(kind, wanted)
        if found is None:
            raise missing(name or kind, wanted)
        return found

    return read


def _list(url: str, rows: Callable[[Account, Asked], Iterable[Resource]]) -> Operation:
    """The operation that answers a page, newest first."""

    def listed(account: Account, asked: Asked) -> Resource:
        found = [r for r in rows(account, asked) if _created(r, asked.get("created"))][::-1]
        limit = int(asked.get("limit", 10))
        ids = [row["id"] for row in found]
        if "ending_before" in asked:
            end = ids.index(_known(ids, asked["ending_before"]))
            start = max(0, end - limit)
            return page(url, found[start:end], has_more=start > 0)
        after = asked.get("starting_after")
        start = ids.index(_known(ids, after)) + 1 if after else 0
        return page(url, found[start : start + limit], has_more=start + limit < len(found))

    return listed


def _known(ids: list[str], wanted: str) -> str:
    if wanted not in ids:
        raise missing("object", wanted, "starting_after")
    return wanted


def _created(row: Resource, wanted: Any) -> bool:
    if wanted is None:
        return True
    if isinstance(wanted, dict):
        return all(_RANGES[name](row["created"], int(value)) for name, value in wanted.items())
    return bool(row["created"] == int(wanted))


def _where(account: Account, kind: str, asked: Asked, *names: str) -> list[Resource]:
    return list(account.every(kind, **{n: asked[n] for n in names if n in asked}))


def _subscriptions(account: Account, asked: Asked) -> list[Resource]:
    """Without a status: those that are not canceled."""
    found = _where(account, "subscription", asked, "customer")
    match asked.get("status"):
        case "all":
            return found
        case None:
            return [s for s in found if s["status"] != "canceled"]
        case "ended":
            return [s for s in found if s["status"] in subscriptions.ENDED]
        case status:
            return [s for s in found if s["status"] == status]


def _invoices(account: Account, asked: Asked) -> list[Resource]:
    found = _where(account, "invoice", asked, "customer", "status", "collection_method")
    wanted = asked.get("subscription")
    return [
        i
        for i in found
        if wanted is None or i["parent"]["subscription_details"]["subscription"] == wanted
    ]


def _events(account: Account, asked: Asked) -> list[Resource]:
    kinds = asked.get("types") or ([asked["type"]] if "type" in asked else None)
    return [e for e in account.every("event") if kinds is None or e["type"] in kinds]


def _create_subscription(account: Account, asked: Asked) -> Resource:
    trial = int(asked.get("trial_period_days", 0))
    return subscriptions.start(
        account,
        asked["customer"],
        asked["items"][0]["price"],
        metadata=asked.get("metadata"),
        trial_days=trial,
        without_card=asked.get("trial_settings", {})
        .get("end_behavior", {})
        .get("missing_payment_method"),
    )


def _update_subscription(account: Account, asked: Asked, wanted: str) -> Resource:
    return subscriptions.update(account, wanted, asked)


def _cancel_subscription(account: Account, asked: Asked, wanted: str) -> Resource:
    return subscriptions.cancel(account, wanted, asked)


def _delete_customer(account: Account, _: Asked, wanted: str) -> Resource:
    """Subscriptions end with their customer."""
    customer = account.get("customer", wanted)
    for sub in subscriptions.live(account, customer=wanted):
        subscriptions.cancel(account, sub["id"], {})
    account.emit("customer.deleted", customer)
    return {"id": wanted, "object": "customer", "deleted": True}


OPERATIONS: dict[str, Operation] = {
    "POST /v1/customers": customers.create_customer,
    "GET /v1/customers/{customer}": _read("customer"),
    "POST /v1/customers/{customer}": lambda account, asked, wanted: customers.update_customer(
        account, wanted, asked
    ),
    "DELETE /v1/customers/{customer}": _delete_customer,
    "POST /v1/products": catalog.create_product,
    "GET /v1/products": _list(
        "/v1/products", lambda account, asked: _where(account, "product", asked, "active")
    ),
    "GET /v1/products/{id}": _read("product"),
    "POST /v1/prices": catalog.create_price,
    "GET /v1/prices": _list("/v1/prices", catalog.list_prices),
    "POST /v1/checkout/sessions": checkout.create_session,
    "GET /v1/checkout/sessions/{session}": _read("checkout.session"),
    "POST /v1/checkout/sessions/{session}/expire": lambda account, _, wanted: checkout.expire(
        account, wanted
    ),
    "POST /v1/subscriptions": _create_subscription,
    "GET /v1/subscriptions": _list("/v1/subscriptions", _subscriptions),
    "GET /v1/subscriptions/{subscription_exposed_id}": _read("subscription"),
    "POST /v1/subscriptions/{subscription_exposed_id}": _update_subscription,
    "DELETE /v1/subscriptions/{subscription_exposed_id}": _cancel_subscription,
    "GET /v1/invoices": _list("/v1/invoices", _invoices),
    "GET /v1/invoices/{invoice}": _read("invoice"),
    "POST /v1/refunds": charges.refund,
    "GET /v1/events": _list("/v1/events", _events),
    "GET /v1/events/{id}": _read("event"),
    "POST /v1/billing_portal/sessions": portal.create_session,
    "GET /v1/billing_portal/configurations": _list(
        "/v1/billing_portal/configurations",
        lambda account, asked: _where(
            account, "billing_portal.configuration", asked, "active", "is_default"
        ),
    ),
    "POST /v1/billing_portal/configurations": portal.create_configuration,
    "GET /v1/billing_portal/configurations/{configuration}": _read(
        "billing_portal.configuration", "configuration"
    ),
    "POST /v1/billing_portal/configurations/{configuration}": lambda account, asked, wanted: (
        portal.update_configuration(account, wanted, asked)
    ),
}

"""The customer portal: configurations, sessions with or without a flow, and what each button does.

Invariant: cancelling here sets `cancel_at` and leaves `cancel_at_period_end` false, as Stripe's
portal does for subscriptions in flexible billing mode.
"""

from __future__ import annotations

from typing import Any

from presence_standins.stripe import subscriptions
from presence_standins.stripe.account import Account, Resource, snapshot
from presence_standins.stripe.customers import attach_card
from presence_standins.stripe.problems import invalid, missing

FLOWS = (
    "payment_method_update", "subscription_cancel", "subscription_update",
    "subscription_update_confirm",
)  # fmt: skip


def create_configuration(account: Account, asked: dict[str, Any]) -> Resource:
    """POST /v1/billing_portal/configurations; the first one is the default."""
    configuration = account.add(
        {
            "id": account.new_id("bpc"),
            "object": "billing_portal.configuration",
            "active": True,
            "application": None,
            "business_profile": {
                "headline": None,
                "privacy_policy_url": None,
                "terms_of_service_url": None,
            },
            "created": account.now,
            "default_return_url": asked.get("default_return_url"),
            "features": _features({}),
            "is_default": not any(account.every("billing_portal.configuration")),
            "livemode": False,
            "login_page": {"enabled": False, "url": None},
            "metadata": {},
            "name": asked.get("name"),
            "updated": account.now,
        }
    )
    return _configure(account, configuration, asked)


def update_configuration(
    account: Account, configuration_id: str, asked: dict[str, Any]
) -> Resource:
    """POST /v1/billing_portal/configurations/{id}."""
    return _configure(account, account.get("billing_portal.configuration", configuration_id), asked)


def create_session(account: Account, asked: dict[str, Any]) -> Resource:
    """POST /v1/billing_portal/sessions."""
    account.get("customer", asked["customer"], "customer")
    chosen = asked.get("configuration")
    if chosen:
        configuration = account.get("billing_portal.configuration", chosen, "configuration")
    else:
        known = list(account.every("billing_portal.configuration", is_default=True))
        configuration = known[0] if known else create_configuration(account, {})
    session_id = account.new_id("bps")
    return account.add(
        {
            "id": session_id,
            "object": "billing_portal.session",
            "configuration": configuration["id"],
            "created": account.now,
            "customer": asked["customer"],
            "customer_account": None,
            "flow": _flow(account, configuration, asked["customer"], asked.get("flow_data")),
            "livemode": False,
            "locale": asked.get("locale"),
            "on_behalf_of": None,
            "return_url": asked.get("return_url"),
            "url": f"{account.url}/p/session/{session_id}",
        }
    )


def cancel(account: Account, sub_id: str) -> None:
    """The customer cancels: it ends with the period."""
    sub = subscriptions.open_subscription(account, sub_id)
    before = snapshot(sub)
    end = subscriptions.item_of(sub)["current_period_end"]
    subscriptions.schedule_end(account, sub, moment=end)
    account.emit("customer.subscription.updated", sub, before)


def resume(account: Account, sub_id: str) -> None:
    """The customer does not want to end it after all."""
    sub = subscriptions.open_subscription(account, sub_id)
    before = snapshot(sub)
    subscriptions.schedule_end(account, sub)
    account.emit("customer.subscription.updated", sub, before)


def confirm(account: Account, session_id: str) -> Resource:
    """The customer confirms the change of a flow. Raises Problem 402 when the card is refused."""
    session = account.get("billing_portal.session", session_id)
    flow = session["flow"] or {}
    wanted = flow.get("subscription_update_confirm")
    if not wanted:
        raise invalid("This portal session has nothing to confirm.")
    asked = {
        "items": [{"id": i["id"], "price": i["price"]} for i in wanted["items"]],
        "proration_behavior": "always_invoice",
        "payment_behavior": "error_if_incomplete",
    }
    return subscriptions.update(account, wanted["subscription"], asked)


def new_card(account: Account, customer_id: str, bank: str) -> None:
    """The customer replaces the card."""
    attach_card(account, customer_id, bank)


def way_back(session: Resource) -> str:
    """Where the browser goes after a finished flow, or with the back link."""
    completion = (session["flow"] or {}).get("after_completion", {})
    redirect = completion.get("redirect") or {}
    address: str = redirect.get("return_url") or session["return_url"] or "/"
    return address


def allows(account: Account, session: Resource, feature: str) -> bool:
    """Whether the session's configuration has a feature switched on."""
    configuration = account.get("billing_portal.configuration", session["configuration"])
    return bool(configuration["features"][feature]["enabled"])


def _flow(
    account: Account, configuration: Resource, customer: str, asked: dict[str, Any] | None
) -> Resource | None:
    if not asked:
        return None
    kind = asked.get("type")
    if kind not in FLOWS:
        raise invalid(f"Invalid flow_data[type]: {kind}", param="flow_data[type]")
    feature = kind.removesuffix("_confirm")
    if not configuration["features"][feature]["enabled"]:
        raise invalid(f"The portal configuration does not allow {feature}.")
    completion = asked.get("after_completion") or {"type": "portal_homepage"}
    flow: Resource = {
        "type": kind,
        "after_completion": {
            "type": completion["type"],
            "hosted_confirmation": None,
            "redirect": completion.get("redirect"),
        },
        **dict.fromkeys(("subscription_cancel", "subscription_update")),
        "subscription_update_confirm": None,
    }
    details = asked.get(kind) or {}
    if kind != "payment_method_update":
        if not details.get("subscription"):
            raise invalid(f"Missing required param: flow_data[{kind}][subscription].")
        sub = subscriptions.open_subscription(account, details["subscription"])
        if sub["customer"] != customer:
            raise missing("subscription", sub["id"], f"flow_data[{kind}][subscription]")
        flow[kind] = {"subscription": sub["id"]}
    if kind == "subscription_cancel":
        flow[kind]["retention"] = None
    if kind == "subscription_update_confirm":
        flow[kind] |= {"discounts": None, "items": _items(account, sub, details["items"])}
        _sold_there(configuration, flow[kind]["items"][0]["price"])
    return flow


def _sold_there(configuration: Resource, price: str) -> None:
    products = configuration["features"]["subscription_update"]["products"] or []
    if not any(price in product["prices"] for product in products):
        raise invalid(f"The portal configuration does not sell {price}.")


def _items(account: Account, sub: Resource, asked: list[Resource]) -> list[Resource]:
    item = subscriptions.item_of(sub)
    wanted = asked[0]
    account.get("price", wanted.get("price", ""), "flow_data[…][items][0][price]")
    if wanted.get("id") != item["id"]:
        raise missing("subscription_item", str(wanted.get("id")))
    if wanted["price"] == item["price"]["id"]:
        raise invalid("The subscription is already on this price; there is nothing to confirm.")
    return [{"id": item["id"], "price": wanted["price"], "quantity": 1}]


def _configure(account: Account, configuration: Resource, asked: dict[str, Any]) -> Resource:
    configuration["features"] = _features(asked.get("features") or configuration["features"])
    configuration["business_profile"].update(asked.get("business_profile", {}))
    configuration["metadata"].update(asked.get("metadata", {}))
    for name in ("active", "default_return_url", "name"):
        configuration[name] = asked.get(name, configuration[name])
    configuration["updated"] = account.now
    return configuration


def _features(asked: dict[str, Any]) -> Resource:
    """Stripe's defaults with what was asked laid over them."""
    reason = {"enabled": False, "options": ["too_expensive", "unused", "other"]}
    features: Resource = {
        "customer_update": {"allowed_updates": [], "enabled": False},
        "invoice_history": {"enabled": True},
        "payment_method_update": {"enabled": False, "payment_method_configuration": None},
        "subscription_cancel": {
            "cancellation_reason": reason,
            "enabled": False,
            "mode": "at_period_end",
            "proration_behavior": "none",
        },
        "subscription_update": {
            "billing_cycle_anchor": None,
            "default_allowed_updates": [],
            "enabled": False,
            "products": None,
            "proration_behavior": "none",
            "schedule_at_period_end": {"conditions": []},
            "trial_update_behavior": "end_trial",
        },
    }
    for name, wishes in asked.items():
        features[name] |= wishes
    for product in features["subscription_update"]["products"] or []:
        product.setdefault("adjustable_quantity", {"enabled": False, "maximum": None, "minimum": 1})
    return features

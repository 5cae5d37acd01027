"""Invoice lines: whole periods, and the credit and charge of a change in the middle of one.

Invariant: amounts are whole cents; a credit gives back the share of seconds that are left.
"""

from __future__ import annotations

from presence_standins.stripe.account import Account, Resource
from presence_standins.stripe.dates import share


def period_line(account: Account, sub: Resource, *, free: bool = False) -> Resource:
    """The line of the subscription's current period; a trial's costs nothing."""
    item = sub["items"]["data"][0]
    price = item["price"]
    amount = 0 if free else price["unit_amount"] * item["quantity"]
    text = "Trial period for" if free else f"{item['quantity']} ×"
    return _line(
        account,
        sub,
        price,
        amount,
        f"{text} {_name(account, price)}",
        (item["current_period_start"], item["current_period_end"]),
        proration=False,
    )


def credit_line(account: Account, sub: Resource, price: Resource) -> Resource:
    """What is given back of the running period at `price`."""
    start, end = _period(sub)
    amount = -share(price["unit_amount"], end - account.now, end - start)
    text = f"Unused time on {_name(account, price)}"
    return _line(account, sub, price, amount, text, (account.now, end), proration=True)


def charge_line(account: Account, sub: Resource, price: Resource) -> Resource:
    """What the rest of the running period costs at `price`."""
    start, end = _period(sub)
    amount = share(price["unit_amount"], end - account.now, end - start)
    text = f"Remaining time on {_name(account, price)}"
    return _line(account, sub, price, amount, text, (account.now, end), proration=True)


def _period(sub: Resource) -> tuple[int, int]:
    item = sub["items"]["data"][0]
    return item["current_period_start"], item["current_period_end"]


def _name(account: Account, price: Resource) -> str:
    name: str = account.get("product", price["product"])["name"]
    return name


def _line(
    account: Account,
    sub: Resource,
    price: Resource,
    amount: int,
    description: str,
    period: tuple[int, int],
    *,
    proration: bool,
) -> Resource:
    item = sub["items"]["data"][0]
    return {
        "id": account.new_id("il"),
        "object": "line_item",
        "amount": amount,
        "currency": sub["currency"],
        "description": description,
        "discount_amounts": [],
        "discountable": not proration,
        "discounts": [],
        "invoice": None,
        "livemode": False,
        "metadata": dict(sub["metadata"]),
        "parent": {
            "invoice_item_details": None,
            "subscription_item_details": {
                "invoice_item": account.new_id("ii") if proration else None,
                "proration": proration,
                "proration_details": {"credited_items": None},
                "subscription": sub["id"],
                "subscription_item": item["id"],
            },
            "type": "subscription_item_details",
        },
        "period": {"start": period[0], "end": period[1]},
        "pretax_credit_amounts": [],
        "pricing": {
            "price_details": {"price": price["id"], "product": price["product"]},
            "type": "price_details",
            "unit_amount_decimal": price["unit_amount_decimal"],
        },
        "quantity": item["quantity"],
        "quantity_decimal": str(item["quantity"]),
        "subtotal": amount,
        "taxes": [],
    }

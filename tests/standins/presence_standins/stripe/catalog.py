"""Products and prices.

Invariant: an active lookup key belongs to one price; giving it to another takes it away first.
"""

from __future__ import annotations

from typing import Any

from presence_standins.stripe.account import Account, Resource
from presence_standins.stripe.problems import invalid


def create_product(account: Account, asked: dict[str, Any]) -> Resource:
    """POST /v1/products."""
    product_id = asked.get("id") or account.new_id("prod")
    if account.find("product", product_id):
        raise invalid("Product already exists.", code="resource_already_exists", param="id")
    product = account.add(
        {
            "id": product_id,
            "object": "product",
            "active": True,
            "created": account.now,
            "default_price": None,
            "description": asked.get("description"),
            "images": [],
            "livemode": False,
            "marketing_features": [],
            "metadata": dict(asked.get("metadata", {})),
            "name": asked["name"],
            "package_dimensions": None,
            "shippable": None,
            "statement_descriptor": None,
            "tax_code": None,
            "unit_label": None,
            "updated": account.now,
            "url": None,
        }
    )
    account.emit("product.created", product)
    return product


def create_price(account: Account, asked: dict[str, Any]) -> Resource:
    """POST /v1/prices: a recurring price in whole cents."""
    account.get("product", asked["product"], "product")
    key = asked.get("lookup_key")
    holder = next(account.every("price", lookup_key=key), None) if key else None
    if holder is not None:
        if not asked.get("transfer_lookup_key"):
            raise invalid(
                f"A price (`{holder['id']}`) already uses that lookup key.", param="lookup_key"
            )
        holder["lookup_key"] = None
    amount = int(asked["unit_amount"])
    recurring = asked["recurring"]
    price = account.add(
        {
            "id": account.new_id("price"),
            "object": "price",
            "active": True,
            "billing_scheme": "per_unit",
            "created": account.now,
            "currency": asked["currency"],
            "custom_unit_amount": None,
            "livemode": False,
            "lookup_key": key,
            "metadata": dict(asked.get("metadata", {})),
            "nickname": asked.get("nickname"),
            "product": asked["product"],
            "recurring": {
                "interval": recurring["interval"],
                "interval_count": 1,
                "meter": None,
                "usage_type": "licensed",
            },
            "tax_behavior": "unspecified",
            "tiers_mode": None,
            "transform_quantity": None,
            "type": "recurring",
            "unit_amount": amount,
            "unit_amount_decimal": str(amount),
        }
    )
    account.emit("price.created", price)
    return price


def list_prices(account: Account, asked: dict[str, Any]) -> list[Resource]:
    """Prices by lookup key and by being sold, oldest first."""
    keys = asked.get("lookup_keys")
    found = account.every("price", **({"active": asked["active"]} if "active" in asked else {}))
    return [p for p in found if keys is None or p["lookup_key"] in keys]

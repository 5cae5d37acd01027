"""Stripe's products, prices and portal configurations: what setting up the price list needs.

Invariant: an existing object is found by an id or lookup key of ours and never made twice.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar

from presence.adapters.stripe import reading
from presence.core.payments import Interval, PaymentsMissing, RemotePrice

T = TypeVar("T")


class Catalogue:
    """The half of the gateway that sells nothing; mixed into `StripeGateway`."""

    @property
    def _v1(self) -> Any:
        raise NotImplementedError

    async def _ask(self, ask: Callable[[], Awaitable[T]]) -> T:
        raise NotImplementedError

    async def prices(self, lookup_keys: list[str]) -> list[RemotePrice]:
        """Active prices with these keys."""
        params: Any = {"lookup_keys": lookup_keys, "active": True, "limit": 100}
        page = await self._ask(lambda: self._v1.prices.list_async(params))
        return [reading.price(found) for found in page.to_dict()["data"]]

    async def ensure_product(self, product_id: str, name: str, metadata: Mapping[str, str]) -> None:
        """Create the product if it is missing."""
        try:
            await self._ask(lambda: self._v1.products.retrieve_async(product_id))
        except PaymentsMissing:
            params: Any = {"id": product_id, "name": name, "metadata": dict(metadata)}
            await self._ask(
                lambda: self._v1.products.create_async(
                    params, {"idempotency_key": f"product:{product_id}"}
                )
            )

    async def create_price(
        self,
        product_id: str,
        amount: int,
        interval: Interval,
        lookup_key: str,
        metadata: Mapping[str, str],
    ) -> RemotePrice:
        """A new price in USD that takes over the lookup key."""
        params: Any = {
            "product": product_id,
            "currency": "usd",
            "unit_amount": amount,
            "recurring": {"interval": interval},
            "lookup_key": lookup_key,
            "transfer_lookup_key": True,
            "nickname": lookup_key,
            "metadata": dict(metadata),
        }
        key = {"idempotency_key": f"price:{lookup_key}:{amount}"}
        made = await self._ask(lambda: self._v1.prices.create_async(params, key))
        return reading.price(made.to_dict())

    async def ensure_portal(
        self, name: str, product_id: str | None, price_ids: list[str], known: str | None
    ) -> str:
        """Id of a portal configuration in which only these prices can be chosen."""
        configurations = self._v1.billing_portal.configurations
        params: Any = {"features": _features(product_id, price_ids), "metadata": {"presence": name}}
        if known:
            try:
                await self._ask(lambda: configurations.update_async(known, params))
                return known
            except PaymentsMissing:
                pass  # another account's, or another mode's
        return str((await self._ask(lambda: configurations.create_async(params))).id)


def _features(product_id: str | None, price_ids: list[str]) -> dict[str, Any]:
    features: dict[str, Any] = {
        "customer_update": {"enabled": True, "allowed_updates": ["email", "address", "tax_id"]},
        "invoice_history": {"enabled": True},
        "payment_method_update": {"enabled": True},
        "subscription_cancel": {"enabled": False},
    }
    if product_id is None:
        return {**features, "subscription_update": {"enabled": False}}
    update = {
        "enabled": True,
        "default_allowed_updates": ["price"],
        "proration_behavior": "always_invoice",
        "products": [{"product": product_id, "prices": price_ids}],
    }
    return {**features, "subscription_update": update}

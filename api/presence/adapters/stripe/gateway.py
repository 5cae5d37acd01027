"""The payment port implemented on Stripe, at one pinned API version.

Invariant: every call that changes something carries our own idempotency key, so the library's
retries and ours have a single effect; no call takes longer than the settings allow, retries
included, and all calls made for one response to a person share one time limit until something has
been changed.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from copy import copy
from datetime import datetime
from functools import partial
from typing import Any, TypeVar

import stripe

from presence.adapters.stripe import reading
from presence.adapters.stripe.catalogue import Catalogue
from presence.adapters.stripe.failures import LATER, UNTOUCHED, Circuit
from presence.adapters.stripe.http_client import HttpClient
from presence.adapters.stripe.retry_policy import RetryPolicy
from presence.core.payments import (
    CheckoutOrder,
    PaymentsMissing,
    PaymentsRefused,
    PortalVisit,
    RemoteCheckout,
    RemoteInvoice,
    RemoteSubscription,
)
from presence.core.settings import Settings, StripeSettings

PAGE = 100
T = TypeVar("T")


class StripeGateway(Catalogue):
    """Access to one Stripe account. Connections are pooled; `aclose` closes them."""

    def __init__(
        self,
        settings: StripeSettings,
        monotonic: Callable[[], float] = time.monotonic,
        transport: stripe.HTTPClient | None = None,
    ) -> None:
        self._settings, self._monotonic = settings, monotonic
        self._line = HttpClient(settings, transport)
        self._circuit = Circuit(settings, monotonic)
        self._retry_policy, self._ending = RetryPolicy(settings.timeout_s), UNTOUCHED

    def for_one_answer(self) -> StripeGateway:
        """The same account with a time limit for a waiting person:

        `answer_s` for all calls together.
        """
        hurried = copy(self)
        # guard: stripe.one-wait-for-one-answer -> RetryPolicy(self._settings.answer_s)
        hurried._retry_policy = RetryPolicy(
            self._settings.timeout_s, self._settings.answer_s, self._monotonic
        )
        return hurried

    def after_change(self) -> StripeGateway:
        """The same account for a waiting person, once something may have been changed.

        Each call takes at most `answer_s`, and no failure claims that nothing was done.
        """
        following = copy(self)
        following._retry_policy = RetryPolicy(
            min(self._settings.timeout_s, self._settings.answer_s)
        )
        following._ending = LATER
        return following

    async def aclose(self) -> None:
        """Close the connections; the next call opens new ones."""
        await self._line.aclose()

    async def create_customer(
        self, email: str, name: str, metadata: Mapping[str, str], key: str
    ) -> str:
        """Create a customer and return its id."""
        params: Any = {"email": email, "name": name, "metadata": dict(metadata)}
        made = await self._ask(lambda: self._v1.customers.create_async(params, _once(key)))
        return str(made.id)

    async def create_checkout(self, order: CheckoutOrder, key: str) -> RemoteCheckout:
        """Open a hosted payment page."""
        params: Any = {
            "mode": "subscription",
            "customer": order.customer_id,
            "client_reference_id": order.reference,
            "line_items": [{"price": order.price_id, "quantity": 1}],
            "success_url": order.success_url,
            "cancel_url": order.cancel_url,
            "metadata": dict(order.metadata),
            "subscription_data": {"metadata": dict(order.metadata)},
            "allow_promotion_codes": True,
            "billing_address_collection": "auto",
        }
        sessions = self._v1.checkout.sessions
        return reading.checkout(
            _plain(await self._ask(lambda: sessions.create_async(params, _once(key))))
        )

    async def read_checkout(self, session_id: str) -> RemoteCheckout:
        """The current state of a hosted page."""
        sessions = self._v1.checkout.sessions
        return reading.checkout(
            _plain(await self._ask(lambda: sessions.retrieve_async(session_id)))
        )

    async def expire_checkout(self, session_id: str) -> bool:
        """Close a hosted page; False if it was no longer open."""
        sessions = self._v1.checkout.sessions
        try:
            await self._ask(
                lambda: sessions.expire_async(session_id, None, _once(f"expire:{session_id}"))
            )
        except PaymentsMissing:
            return True
        except PaymentsRefused:
            return False
        return True

    async def subscriptions_of(self, customer_id: str) -> list[RemoteSubscription]:
        """Every subscription the customer ever had, newest first."""
        params = {"customer": customer_id, "status": "all", "limit": PAGE}
        return [reading.subscription(o) for o in await self._all("/v1/subscriptions", params)]

    async def invoices_of(self, customer_id: str) -> list[RemoteInvoice]:
        """The customer's invoices, newest first."""
        params = {"customer": customer_id, "limit": PAGE}
        return [reading.invoice(o) for o in await self._all("/v1/invoices", params)]

    async def end_with_period(self, subscription_id: str, comment: str, key: str) -> None:
        """Cancel a subscription at the end of its period."""
        params: dict[str, Any] = {"cancel_at_period_end": True}
        if comment:
            params["cancellation_details"] = {"comment": comment}
        await self._update(subscription_id, params, key)

    async def keep_going(self, subscription_id: str, *, dated: bool, key: str) -> None:
        """Undo a cancellation; `dated` if it was set for a date instead of the period's end."""
        params: dict[str, Any] = {"cancel_at": ""} if dated else {"cancel_at_period_end": False}
        await self._update(subscription_id, params, key)

    async def change_price(
        self, subscription_id: str, item_id: str, price_id: str, *, prorate: bool, key: str
    ) -> None:
        """Move a subscription to another price immediately."""
        params = {
            "items": [{"id": item_id, "price": price_id}],
            "proration_behavior": "always_invoice" if prorate else "none",
        }
        await self._update(subscription_id, params, key)

    async def prolong(self, subscription_id: str, until: datetime, key: str) -> None:
        """Postpone the next invoice to `until`, which at Stripe means a trial up to then."""
        params = {"trial_end": int(until.timestamp()), "proration_behavior": "none"}
        await self._update(subscription_id, params, key)

    async def cancel_now(self, subscription_id: str, *, prorate: bool, key: str) -> None:
        """Cancel a subscription immediately; with `prorate` the unused part is credited."""
        params: Any = {"prorate": prorate, "invoice_now": prorate}
        calls = self._v1.subscriptions
        await self._ask(lambda: calls.cancel_async(subscription_id, params, _once(key)))

    async def open_portal(self, visit: PortalVisit, key: str) -> str:
        """The address of a customer portal page."""
        params: Any = {"customer": visit.customer_id, "return_url": visit.return_url}
        if visit.configuration:
            params["configuration"] = visit.configuration
        if visit.flow == "payment_method":
            params["flow_data"] = {"type": "payment_method_update", **_then(visit.return_url)}
        elif visit.flow == "confirm":
            item = {"id": visit.item_id, "price": visit.price_id, "quantity": 1}
            params["flow_data"] = {
                "type": "subscription_update_confirm",
                **_then(visit.return_url),
                "subscription_update_confirm": {
                    "subscription": visit.subscription_id,
                    "items": [item],
                },
            }
        sessions = self._v1.billing_portal.sessions
        return str((await self._ask(lambda: sessions.create_async(params, _once(key)))).url)

    @property
    def _v1(self) -> Any:
        return self._line.client.v1

    async def _ask(self, ask: Callable[[], Awaitable[T]]) -> T:
        left = self._retry_policy.left()
        return await self._circuit.call(lambda: asyncio.wait_for(ask(), left), self._ending)

    async def _update(self, subscription_id: str, params: Any, key: str) -> None:
        calls = self._v1.subscriptions
        await self._ask(lambda: calls.update_async(subscription_id, params, _once(key)))

    async def _all(self, path: str, params: dict[str, Any]) -> list[dict[str, Any]]:
        """All pages of a list, in order."""
        # As plain JSON: the library's objects would cost as much as the rest of the sync.
        found: list[dict[str, Any]] = []
        more = True
        while more:
            after = {"starting_after": found[-1]["id"]} if found else {}
            ask = partial(self._line.client.raw_request_async, "get", path, **params, **after)
            page = (await self._ask(ask)).data
            found += page["data"]
            more = bool(page.get("has_more"))
        return found


def payments_of(settings: Settings) -> StripeGateway | None:
    """The gateway if a key is configured; None means that nobody can pay online."""
    return StripeGateway(settings.stripe) if settings.stripe.configured else None


def _once(key: str) -> Any:
    return {"idempotency_key": key}


def _then(url: str) -> dict[str, Any]:
    return {"after_completion": {"type": "redirect", "redirect": {"return_url": url}}}


def _plain(found: Any) -> dict[str, Any]:
    plain: dict[str, Any] = found.to_dict()
    return plain

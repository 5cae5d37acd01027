"""The payment provider as the product sees it: what it reports, and what we ask it to do.

Invariant: amounts are the provider's integer minor units and times are aware UTC; code that
displays money converts once (`money`). Nothing here knows a provider's library or wire format.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import ClassVar, Literal, Protocol

from presence.core.errors import AppError, Unavailable

Interval = Literal["month", "year"]

# Currencies without a minor unit; the others have two digits.
_WHOLE = frozenset(
    [
        "BIF",
        "CLP",
        "DJF",
        "GNF",
        "JPY",
        "KMF",
        "KRW",
        "MGA",
        "PYG",
        "RWF",
        "UGX",
        "VND",
        "VUV",
        "XAF",
        "XOF",
        "XPF",
    ]
)
_CENT = Decimal("0.01")


class PaymentsDown(Unavailable):
    """The provider does not respond, or not now: try again later."""


class PaymentsRefused(AppError):
    """The provider refused our request: our fault or that of its configuration."""

    code = "upstream-unavailable"
    status: ClassVar[int] = 502
    title = "Payment provider refused"


class PaymentsMissing(PaymentsRefused):
    """What we referred to does not exist at the provider (or belongs to another account)."""


@dataclass(frozen=True, slots=True)
class RemotePrice:
    """A recurring price; `amount` in minor units."""

    id: str
    interval: str
    amount: int
    currency: str
    product_id: str = ""
    lookup_key: str | None = None
    active: bool = True
    metadata: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RemoteSubscription:
    """The current state of a subscription; `status` is the provider's own term."""

    id: str
    status: str
    customer_id: str
    item_id: str
    price: RemotePrice
    created: datetime
    started: datetime
    period_start: datetime | None = None
    period_end: datetime | None = None
    ended_at: datetime | None = None
    cancel_at: datetime | None = None
    cancel_at_period_end: bool = False
    trial_start: datetime | None = None
    trial_end: datetime | None = None
    payment_method_id: str | None = None
    metadata: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RemoteInvoice:
    """An invoice; amounts in minor units of `currency` (three capitals)."""

    id: str
    subscription_id: str | None
    status: str
    currency: str
    total: int
    amount_due: int
    amount_paid: int
    created: datetime
    number: str | None = None
    attempted: bool = False
    finalized_at: datetime | None = None
    paid_at: datetime | None = None
    period_start: datetime | None = None
    period_end: datetime | None = None
    page_url: str | None = None
    pdf_url: str | None = None


@dataclass(frozen=True, slots=True)
class RemoteCheckout:
    """A hosted payment page; `url` only while it is open."""

    id: str
    url: str | None
    status: str
    customer_id: str | None
    reference: str | None
    subscription_id: str | None


@dataclass(frozen=True, slots=True)
class CheckoutOrder:
    """What a hosted payment page sells, to whom, and where it returns."""

    customer_id: str
    price_id: str
    reference: str
    success_url: str
    cancel_url: str
    metadata: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class PortalVisit:
    """A page of the provider where a customer manages payment.

    With `subscription_id`, `item_id` and `price_id` it only confirms that price.
    """

    customer_id: str
    return_url: str
    configuration: str | None = None
    flow: Literal["home", "payment_method", "confirm"] = "home"
    subscription_id: str = ""
    item_id: str = ""
    price_id: str = ""


class PaymentGateway(Protocol):
    """What the product requires of a payment provider. Every method may raise the errors above.

    `key` makes a call that changes something safe to repeat: the same key has one effect.
    """

    async def aclose(self) -> None:
        """Release resources; the next call acquires them again."""
        ...

    def for_one_answer(self) -> PaymentGateway:
        """The same provider for a waiting person: all calls together end within seconds."""
        ...

    def after_change(self) -> PaymentGateway:
        """The same provider, once something was or may have been paid or changed there.

        Each call ends within seconds, and no error claims that nothing was done.
        """
        ...

    async def create_customer(
        self, email: str, name: str, metadata: Mapping[str, str], key: str
    ) -> str:
        """Create a customer and return its id."""
        ...

    async def create_checkout(self, order: CheckoutOrder, key: str) -> RemoteCheckout:
        """Open a hosted payment page."""
        ...

    async def read_checkout(self, session_id: str) -> RemoteCheckout:
        """The current state of a hosted page. Raises PaymentsMissing for an unknown id."""
        ...

    async def expire_checkout(self, session_id: str) -> bool:
        """Close a hosted page; False if it was no longer open."""
        ...

    async def subscriptions_of(self, customer_id: str) -> list[RemoteSubscription]:
        """Every subscription the customer ever had, newest first.

        Raises PaymentsMissing for an unknown customer.
        """
        ...

    async def invoices_of(self, customer_id: str) -> list[RemoteInvoice]:
        """The customer's invoices, newest first."""
        ...

    async def end_with_period(self, subscription_id: str, comment: str, key: str) -> None:
        """Cancel a subscription at the end of its period."""
        ...

    async def keep_going(self, subscription_id: str, *, dated: bool, key: str) -> None:
        """Undo a cancellation; `dated` if it was set for a date instead of the period's end."""
        ...

    async def change_price(
        self, subscription_id: str, item_id: str, price_id: str, *, prorate: bool, key: str
    ) -> None:
        """Move a subscription to another price immediately; `prorate` bills the difference."""
        ...

    async def prolong(self, subscription_id: str, until: datetime, key: str) -> None:
        """Postpone the next invoice to `until`."""
        ...

    async def cancel_now(self, subscription_id: str, *, prorate: bool, key: str) -> None:
        """Cancel a subscription immediately; with `prorate` the unused part is credited."""
        ...

    async def open_portal(self, visit: PortalVisit, key: str) -> str:
        """The address of a page in the provider's customer portal."""
        ...


class PriceCatalogue(Protocol):
    """What setting up the price list requires of a payment provider."""

    async def prices(self, lookup_keys: list[str]) -> list[RemotePrice]:
        """Active prices with these keys."""
        ...

    async def ensure_product(self, product_id: str, name: str, metadata: Mapping[str, str]) -> None:
        """Create the product if it is missing."""
        ...

    async def create_price(
        self,
        product_id: str,
        amount: int,
        interval: Interval,
        lookup_key: str,
        metadata: Mapping[str, str],
    ) -> RemotePrice:
        """Create a price in USD that takes over the lookup key."""
        ...

    async def ensure_portal(
        self, name: str, product_id: str | None, price_ids: list[str], known: str | None
    ) -> str:
        """Id of a portal configuration in which only these prices can be chosen.

        Without a product no plan can be chosen there, only payment method, address, invoices.
        """
        ...


def money(minor: int, currency: str) -> Decimal:
    """An amount of minor units as a decimal with two places."""
    whole = currency.upper() in _WHOLE
    return (Decimal(minor) if whole else Decimal(minor) / 100).quantize(_CENT)

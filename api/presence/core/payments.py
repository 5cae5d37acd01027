"""The payment provider as the product sees it: what it tells us, what we ask of it.

Invariant: amounts are the provider's integer minor units and moments are aware UTC; whoever shows
money converts once (`money`). Nothing here knows a provider's library or its wire format.
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
    """The provider does not answer, or not now: trying later is right."""


class PaymentsRefused(AppError):
    """The provider answered and refused what we asked: our fault or its configuration's."""

    code = "upstream-unavailable"
    status: ClassVar[int] = 502
    title = "Payment provider refused"


class PaymentsMissing(PaymentsRefused):
    """What we named does not exist at the provider (or belongs to another account)."""


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
    """A subscription as it is now; `status` is the provider's own word."""

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
    """A bill; amounts in minor units of `currency` (three capitals)."""

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
    """What a hosted payment page should sell, to whom, and where it returns."""

    customer_id: str
    price_id: str
    reference: str
    success_url: str
    cancel_url: str
    metadata: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class PortalVisit:
    """A page of the provider where a customer manages payment.

    With `subscription_id`, `item_id` and `price_id` it confirms that price and nothing else.
    """

    customer_id: str
    return_url: str
    configuration: str | None = None
    flow: Literal["home", "payment_method", "confirm"] = "home"
    subscription_id: str = ""
    item_id: str = ""
    price_id: str = ""


class PaymentGateway(Protocol):
    """What the product asks of a payment provider. Every method may raise the errors above.

    `key` makes a call that changes something safe to repeat: the same key has one effect.
    """

    async def aclose(self) -> None:
        """Give back what is held; the next call opens it again."""
        ...

    def for_one_answer(self) -> PaymentGateway:
        """The same provider for somebody who waits: all calls together end within seconds."""
        ...

    def after_change(self) -> PaymentGateway:
        """The same provider once something was, or may have been, paid or changed there.

        Each call by itself ends within seconds, and no error denies what was done.
        """
        ...

    async def create_customer(
        self, email: str, name: str, metadata: Mapping[str, str], key: str
    ) -> str:
        """Id of a new customer."""
        ...

    async def create_checkout(self, order: CheckoutOrder, key: str) -> RemoteCheckout:
        """Open a hosted payment page."""
        ...

    async def read_checkout(self, session_id: str) -> RemoteCheckout:
        """A hosted page as it is now. PaymentsMissing for an unknown id."""
        ...

    async def expire_checkout(self, session_id: str) -> bool:
        """Close a hosted page; False when it was not open any more."""
        ...

    async def subscriptions_of(self, customer_id: str) -> list[RemoteSubscription]:
        """Every subscription the customer ever had, newest first. PaymentsMissing if unknown."""
        ...

    async def invoices_of(self, customer_id: str) -> list[RemoteInvoice]:
        """The customer's bills, newest first."""
        ...

    async def end_with_period(self, subscription_id: str, comment: str, key: str) -> None:
        """End a subscription with its period."""
        ...

    async def keep_going(self, subscription_id: str, *, dated: bool, key: str) -> None:
        """Take a cancellation back; `dated` when it is a date instead of the period's end."""
        ...

    async def change_price(
        self, subscription_id: str, item_id: str, price_id: str, *, prorate: bool, key: str
    ) -> None:
        """Move a subscription to another price at once; with `prorate` the difference is billed."""
        ...

    async def prolong(self, subscription_id: str, until: datetime, key: str) -> None:
        """Let the next bill come only at `until`."""
        ...

    async def cancel_now(self, subscription_id: str, *, prorate: bool, key: str) -> None:
        """End a subscription at once; with `prorate` what is unused is credited."""
        ...

    async def open_portal(self, visit: PortalVisit, key: str) -> str:
        """Address of a page of the provider's customer portal."""
        ...


class PriceShop(Protocol):
    """What setting up the price list asks of a payment provider."""

    async def prices(self, lookup_keys: list[str]) -> list[RemotePrice]:
        """Active prices with these keys."""
        ...

    async def ensure_product(self, product_id: str, name: str, metadata: Mapping[str, str]) -> None:
        """Create the product when it is missing."""
        ...

    async def create_price(
        self,
        product_id: str,
        amount: int,
        interval: Interval,
        lookup_key: str,
        metadata: Mapping[str, str],
    ) -> RemotePrice:
        """A new price in USD that takes over the lookup key."""
        ...

    async def ensure_portal(
        self, name: str, product_id: str | None, price_ids: list[str], known: str | None
    ) -> str:
        """Id of a portal configuration in which only these prices can be chosen.

        Without a product nothing can be chosen there: payment method, address and bills only.
        """
        ...


def money(minor: int, currency: str) -> Decimal:
    """An amount of minor units as a decimal with two places."""
    whole = currency.upper() in _WHOLE
    return (Decimal(minor) if whole else Decimal(minor) / 100).quantize(_CENT)

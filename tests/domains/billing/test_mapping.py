"""Stripe's words in the specification's: statuses, ends, grace, which subscription counts."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest

from presence.core.payments import RemoteInvoice, RemotePrice, RemoteSubscription, money
from presence.domains.billing.periods import month_end
from presence.domains.billing.service.mapping import facts_of, news, primary, status_of

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
DAY = timedelta(days=1)
PRICE = RemotePrice("price_1", "month", 2_000, "USD")


def remote(status: str = "active", **changes: Any) -> RemoteSubscription:
    """A subscription in the middle of its month."""
    made = RemoteSubscription(
        id="sub_1",
        status=status,
        customer_id="cus_1",
        item_id="si_1",
        price=PRICE,
        created=NOW - 40 * DAY,
        started=NOW - 40 * DAY,
        period_start=NOW - 10 * DAY,
        period_end=NOW + 20 * DAY,
    )
    return replace(made, **changes)


def bill(status: str, day: int, subscription: str | None = "sub_1") -> RemoteInvoice:
    """A bill made `day` days from now and finalized an hour later."""
    made = NOW + day * DAY
    return RemoteInvoice(
        id=f"in_{day}",
        subscription_id=subscription,
        status=status,
        currency="USD",
        total=2_000,
        amount_due=2_000,
        amount_paid=0,
        created=made,
        finalized_at=made + timedelta(hours=1),
    )


@pytest.mark.parametrize(
    ("word", "status"),
    [
        ("incomplete", "unpaid"),
        ("incomplete_expired", "expired"),
        ("trialing", "trialing"),
        ("active", "active"),
        ("past_due", "past_due"),
        ("canceled", "expired"),
        ("unpaid", "unpaid"),
        ("paused", "unpaid"),
        ("a word of next year", "unpaid"),
    ],
)
def test_eight_statuses_become_six(word: str, status: str) -> None:
    assert status_of(remote(word)) == status


@pytest.mark.parametrize(
    "word", ["incomplete", "incomplete_expired", "canceled", "unpaid", "paused"]
)
def test_what_is_not_paid_opens_nothing(word: str) -> None:
    closes = facts_of(remote(word), 1, []).access_until
    assert closes is not None
    assert closes < NOW


def test_a_cancellation_shows_however_it_was_made() -> None:
    ours = facts_of(remote(cancel_at_period_end=True, cancel_at=NOW + 20 * DAY), 1, [])
    portal = facts_of(remote(cancel_at=NOW + 20 * DAY), 1, [])
    assert ours.cancel_at_period_end
    assert portal.cancel_at_period_end
    assert ours.end_date == portal.end_date == ours.access_until == NOW + 20 * DAY


def test_the_grace_counts_from_the_first_of_the_bills_owed_in_a_row() -> None:
    bills = [bill("open", -3), bill("uncollectible", -33), bill("paid", -63), bill("open", -93)]
    facts = facts_of(remote("past_due"), 1, bills)
    assert facts.access_until == NOW - 33 * DAY + timedelta(hours=1) + 7 * DAY


def test_a_bill_paid_when_the_next_was_owed_already_does_not_begin_the_grace_anew() -> None:
    late = replace(bill("paid", -9), paid_at=NOW - 1 * DAY)
    in_time = replace(bill("paid", -39), paid_at=NOW - 38 * DAY)
    facts = facts_of(remote("past_due"), 1, [bill("open", -2), late, in_time, bill("open", -69)])
    assert facts.access_until == NOW - 9 * DAY + timedelta(hours=1) + 7 * DAY


def test_of_two_bills_from_one_second_the_one_named_first_is_the_newer() -> None:
    paid = replace(bill("paid", -33), id="in_a", paid_at=NOW - 33 * DAY)
    before = replace(bill("open", -33), id="in_b")
    facts = facts_of(remote("past_due"), 1, [bill("open", -2), paid, before])
    assert facts.access_until == NOW - 2 * DAY + timedelta(hours=1) + 7 * DAY


def test_bills_of_others_and_drafts_do_not_count() -> None:
    bills = [bill("draft", -1), bill("open", -2), bill("open", -8, "sub_2"), bill("paid", -9)]
    facts = facts_of(remote("past_due"), 1, bills)
    assert facts.access_until == NOW - 2 * DAY + timedelta(hours=1) + 7 * DAY


def test_without_a_bill_the_grace_counts_from_the_period() -> None:
    assert facts_of(remote("past_due"), 1, []).access_until == NOW - 10 * DAY + 7 * DAY


def test_the_subscription_that_counts_gives_access_then_is_higher_then_older() -> None:
    unpaid, low, high = remote("unpaid"), remote(id="sub_2"), remote(id="sub_3")
    ranks = {"sub_1": 3, "sub_2": 1, "sub_3": 2}
    assert primary([unpaid, low, high], ranks) is high
    assert primary([unpaid], ranks) is unpaid
    assert primary([remote("canceled")], ranks) is None
    older = remote(id="sub_2", created=NOW - 90 * DAY)
    assert primary([low, older], {"sub_2": 1}) is older


def test_a_subscription_to_something_else_is_not_ours() -> None:
    assert primary([remote()], {}) is None


def test_news_name_what_changed() -> None:
    before = facts_of(remote(), 1, [])
    assert news(before, before) == []
    renewed = facts_of(remote(period_start=NOW, period_end=NOW + 31 * DAY), 1, [])
    assert [kind for kind, _ in news(before, renewed)] == ["subscription.renewed"]
    upgraded = facts_of(remote(cancel_at=NOW + DAY), 2, [])
    assert [kind for kind, _ in news(before, upgraded)] == [
        "plan.changed",
        "cancellation.scheduled",
    ]
    assert news(None, before)[0][0] == "subscription.active"
    owed = facts_of(remote("past_due"), 1, [])
    assert news(owed, before)[0][0] == "payment.recovered"


@pytest.mark.parametrize(
    ("minor", "currency", "amount"),
    [
        (2_000, "USD", "20.00"),
        (1, "EUR", "0.01"),
        (500, "JPY", "500.00"),
        (19_999, "usd", "199.99"),
    ],
)
def test_money_is_decimal_to_the_cent(minor: int, currency: str, amount: str) -> None:
    assert money(minor, currency) == Decimal(amount)


@pytest.mark.parametrize(
    ("now", "anchor", "end"),
    [
        ((2027, 2, 10), (2027, 1, 31), (2027, 2, 28)),
        ((2028, 2, 10), (2027, 1, 31), (2028, 2, 29)),
        ((2028, 3, 1), (2027, 1, 31), (2028, 3, 31)),
        ((2027, 3, 1), (2024, 2, 29), (2027, 3, 29)),
    ],
)
def test_months_end_on_the_anchors_day_or_the_last(
    now: tuple[int, int, int], anchor: tuple[int, int, int], end: tuple[int, int, int]
) -> None:
    assert month_end(datetime(*now, tzinfo=UTC), datetime(*anchor, tzinfo=UTC)) == datetime(
        *end, tzinfo=UTC
    )

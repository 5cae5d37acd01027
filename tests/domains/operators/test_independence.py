"""Which accounts count as one person's, told apart without a database."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import pytest

from presence.domains.operators.service.independence import Tie, mailbox_of, tied_to

NOW = datetime(2026, 11, 23, tzinfo=UTC)
A, B, C, D = (uuid4() for _ in range(4))


def tie(maker: UUID, made: UUID, days: int) -> Tie:
    return Tie(maker, made, NOW - timedelta(days=days))


@pytest.mark.parametrize(
    ("ties", "person", "expected"),
    [
        ([], A, set()),
        ([tie(A, B, 2000)], A, {B}),
        ([tie(A, B, 2000)], B, {A}),
        ([tie(A, B, 10), tie(B, C, 10)], A, {B, C}),
        ([tie(A, B, 10), tie(A, C, 10)], B, {A, C}),
        ([tie(A, B, 10), tie(B, C, 10), tie(C, D, 10)], D, {A, B, C}),
        ([tie(A, B, 91), tie(B, C, 10)], A, {B}),
        ([tie(A, B, 10), tie(B, C, 91)], A, {B}),
        ([tie(A, B, 91), tie(A, C, 91)], B, {A}),
        ([tie(A, B, 10), tie(C, D, 10)], A, {B}),
    ],
)
def test_ties(ties: list[Tie], person: UUID, expected: set[UUID]) -> None:
    assert tied_to(person, ties, NOW) == expected


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("dana@presence.example", "DANA@presence.example", True),
        ("dana+two@presence.example", "dana@presence.example", True),
        ("da.na@gmail.com", "dana+x@googlemail.com", True),
        ("da.na@presence.example", "dana@presence.example", False),
        ("dana@presence.example", "dana@elsewhere.example", False),
    ],
)
def test_mailboxes(one: str, other: str, same: bool) -> None:
    assert (mailbox_of(one) == mailbox_of(other)) is same

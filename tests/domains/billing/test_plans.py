"""The price list, and what a workspace has and may do."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from uuid import UUID

import asyncpg
import httpx
import pytest
import pytest_asyncio

from presence.core.errors import NotFound, ValidationFailed
from presence.db.session import Database
from presence.db.tenancy import TenantBinding
from presence.domains.billing.entitlements import FREE
from presence.domains.billing.service import current_plan
from presence.entrypoints.commands.grant import end_of_day, grant_plan
from tests.conftest import Place
from tests.factories.people import make_tenant, sign_up, workspace_of

MINE = "/api/subscriptions/my-subscription"
ACCESS = "/api/subscriptions/can-access"


@pytest_asyncio.fixture
async def member(client: httpx.AsyncClient, database: Database) -> AsyncIterator[dict[str, str]]:
    """A signed-in user with a workspace; `client` holds the session."""
    user = await sign_up(client)
    await workspace_of(database, UUID(user["id"]))
    yield user


async def test_the_three_plans_are_public_ordered_and_cacheable(client: httpx.AsyncClient) -> None:
    response = await client.get("/api/subscriptions/plans")
    assert response.headers["cache-control"] == "public, max-age=300"
    listed = [
        (p["id"], p["name"], p["price"], p["yearlyPerMonth"], p["popular"], p["billingFrequency"])
        for p in response.json()
    ]
    assert listed == [
        (1, "Pro", "20.00", "16.00", False, "monthly"),
        (2, "Growth", "49.00", "39.00", True, "monthly"),
        (3, "Scale", "99.00", "79.00", False, "monthly"),
    ]
    assert response.json()[0]["features"] == [
        "1 website",
        "AI recommendations",
        "Basic visibility tracking",
    ]


async def test_ranks_repeat_the_ids(admin: asyncpg.Connection) -> None:
    rows = await admin.fetch(
        "SELECT plan_id, feature_value FROM plan_features WHERE feature_name = 'rank'"
    )
    assert {row["plan_id"]: row["feature_value"] for row in rows} == {1: "1", 2: "2", 3: "3"}


async def test_one_plan_by_id(client: httpx.AsyncClient) -> None:
    assert (await client.get("/api/subscriptions/plans/2")).json()["name"] == "Growth"


@pytest.mark.parametrize("plan", ["0", "4", "99999999999999999999", "-1"])
async def test_an_unknown_plan_is_a_404(client: httpx.AsyncClient, plan: str) -> None:
    response = await client.get(f"/api/subscriptions/plans/{plan}")
    assert (response.status_code, response.json()["code"]) == (404, "not-found")


async def test_a_plan_no_longer_sold_is_gone(
    client: httpx.AsyncClient, admin: asyncpg.Connection
) -> None:
    await admin.execute("UPDATE plans SET is_active = false WHERE id = 3")
    try:
        assert (await client.get("/api/subscriptions/plans/3")).status_code == 404
        assert len((await client.get("/api/subscriptions/plans")).json()) == 2
    finally:
        await admin.execute("UPDATE plans SET is_active = true WHERE id = 3")


async def test_without_subscription_everything_is_null(
    client: httpx.AsyncClient, member: dict[str, str]
) -> None:
    body = (await client.get(MINE)).json()
    assert (body["active"], body["subscription"], body["plan"]) == (False, None, None)
    seats = next(u for u in body["usage"] if u["feature"] == "team.seats")
    assert seats == {"feature": "team.seats", "used": 1, "limit": 1}


async def test_a_grant_opens_the_plan_and_leaves_event_and_audit_entry(
    client: httpx.AsyncClient, member: dict[str, str], place: Place, admin: asyncpg.Connection
) -> None:
    assert await grant_plan(place.settings(), member["email"].upper(), "growth", None) == "Growth"
    body = (await client.get(MINE)).json()
    assert (body["active"], body["plan"]["name"]) == (True, "Growth")
    assert body["subscription"]["processor"] == "manual"
    assert (await client.get(f"{ACCESS}/trends.full")).json()["canAccess"] is True
    written = await admin.fetch(
        "SELECT e.event_type, a.action, a.target = 'subscription:' || s.id AS same"
        " FROM subscriptions s JOIN subscription_events e ON e.subscription_id = s.id"
        " JOIN audit_log a ON a.workspace_id = s.workspace_id WHERE s.user_id = $1",
        UUID(member["id"]),
    )
    assert [tuple(row) for row in written] == [("manual.granted", "subscription.granted", True)]


async def test_a_second_grant_replaces_the_first(
    client: httpx.AsyncClient, member: dict[str, str], place: Place, admin: asyncpg.Connection
) -> None:
    for plan in ("Pro", "3"):
        await grant_plan(place.settings(), member["email"], plan, None)
    assert (await client.get(MINE)).json()["plan"]["name"] == "Scale"
    rows = await admin.fetch(
        "SELECT plan_id, status FROM subscriptions WHERE user_id = $1 ORDER BY created_at",
        UUID(member["id"]),
    )
    assert [tuple(row) for row in rows] == [(1, "expired"), (3, "active")]


async def test_a_grant_ends_with_its_last_day(
    client: httpx.AsyncClient, member: dict[str, str], place: Place, admin: asyncpg.Connection
) -> None:
    await grant_plan(
        place.settings(), member["email"], "Pro", datetime.now(UTC) + timedelta(days=1)
    )
    assert (await client.get(MINE)).json()["active"] is True
    await admin.execute(
        "UPDATE subscriptions SET end_date = now() WHERE user_id = $1", UUID(member["id"])
    )
    assert (await client.get(MINE)).json()["plan"] is None
    assert (await client.get("/api/user")).json()["plan"] is None
    assert (await client.get(f"{ACCESS}/trends.full")).json()["canAccess"] is False


async def test_a_grant_that_has_already_ended_takes_nothing_away(
    client: httpx.AsyncClient, member: dict[str, str], place: Place
) -> None:
    await grant_plan(place.settings(), member["email"], "Scale", None)
    with pytest.raises(ValidationFailed, match="already passed"):
        await grant_plan(place.settings(), member["email"], "Pro", datetime.now(UTC))
    assert (await client.get(MINE)).json()["plan"]["name"] == "Scale"


def test_the_last_day_is_included() -> None:
    assert end_of_day(datetime(2026, 12, 31)) == datetime(2027, 1, 1, tzinfo=UTC)
    assert end_of_day(None) is None


@pytest.mark.parametrize(
    ("email", "plan", "sentence"),
    [
        ("nobody@example.com", "Pro", "Nobody is registered as nobody@example.com."),
        (None, "Platinum", "There is no plan called Platinum."),
    ],
)
async def test_granting_to_nobody_or_nothing_is_refused(
    place: Place, database: Database, email: str | None, plan: str, sentence: str
) -> None:
    address = email or (await make_tenant(database)).email
    with pytest.raises(NotFound, match=sentence):
        await grant_plan(place.settings(), address, plan, None)


@pytest.mark.parametrize(
    ("status", "shown_active", "opens"),
    [
        ("active", True, True),
        ("trialing", False, True),
        ("past_due", False, True),
        ("unpaid", False, False),
    ],
)
async def test_the_badge_follows_the_status_and_access_follows_the_rule(
    client: httpx.AsyncClient,
    member: dict[str, str],
    place: Place,
    admin: asyncpg.Connection,
    status: str,
    shown_active: bool,
    opens: bool,
) -> None:
    await grant_plan(place.settings(), member["email"], "Pro", None)
    await admin.execute(
        "UPDATE subscriptions SET status = $2 WHERE user_id = $1", UUID(member["id"]), status
    )
    assert (await client.get(MINE)).json()["active"] is shown_active
    assert (await client.get("/api/user")).json()["plan"]["active"] is shown_active
    assert (await client.get(f"{ACCESS}/trends.full")).json()["canAccess"] is opens


async def test_an_unknown_feature_is_closed_and_no_error(
    client: httpx.AsyncClient, member: dict[str, str]
) -> None:
    response = await client.get(f"{ACCESS}/time.travel")
    assert response.status_code == 200
    assert response.json() == {
        "canAccess": False,
        "limit": None,
        "used": None,
        "reason": "unknown-feature",
    }


async def test_a_counted_feature_counts(client: httpx.AsyncClient, member: dict[str, str]) -> None:
    body = (await client.get(f"{ACCESS}/team.seats")).json()
    assert body == {"canAccess": False, "limit": 1, "used": 1, "reason": "plan-limit"}


async def test_subscription_calls_need_a_session(client: httpx.AsyncClient) -> None:
    assert (await client.get(MINE)).status_code == 401
    assert (await client.get(f"{ACCESS}/trends.full")).status_code == 401


async def test_a_user_without_workspace_is_on_the_free_plan(
    client: httpx.AsyncClient, database: Database
) -> None:
    user = await sign_up(client)
    assert (await client.get(MINE)).json()["plan"] is None
    async with database.transaction(TenantBinding(None, UUID(user["id"]))) as session:
        plan = await current_plan(session)
    assert (plan.summary, plan.limits.plan_id) == (None, FREE)

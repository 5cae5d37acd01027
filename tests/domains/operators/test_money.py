"""The console's changes of plans and money: the specification's sentences, and no lost change."""

from __future__ import annotations

from typing import Any

import asyncpg
import pytest

from presence.db.session import Database
from presence.domains.billing.service import current_plan
from tests.factories.people import make_tenant
from tests.factories.staff import BASE, Colleague

REASON = "A customer asked for it"
FEATURE, AMOUNT = "Feature name is required", "Amount must be non-negative"
PLAN = {"id": 50, "name": "Trial", "price": "10.00", "reason": REASON}


@pytest.mark.parametrize(
    ("path", "body", "pointer", "sentence"),
    [
        ("plans", {**PLAN, "name": " "}, "/name", "Plan name is required"),
        ("plans", {**PLAN, "price": "-1"}, "/price", "Price must be non-negative"),
        (
            "plan-features",
            {"planId": 1, "featureName": "", "featureValue": "1", "reason": REASON},
            "/featureName",
            "Feature name is required",
        ),
        ("payments", {"amount": -5, "reason": REASON}, "/amount", "Amount must be non-negative"),
        (
            "subscription-events",
            {"eventType": "", "reason": REASON},
            "/eventType",
            "Event type is required",
        ),
        ("plans", {"id": 51, "price": "1", "reason": REASON}, "/name", "Plan name is required"),
        ("plans", {**PLAN, "price": "much"}, "/price", "Price must be non-negative"),
        ("plans", {**PLAN, "price": None}, "/price", "Price must be non-negative"),
        ("plan-features", {"planId": 1, "reason": REASON}, "/featureName", FEATURE),
        ("payments", {"reason": REASON}, "/amount", "Amount must be non-negative"),
        ("payments", {"amount": "1.234", "reason": REASON}, "/amount", AMOUNT),
        ("subscription-events", {"reason": REASON}, "/eventType", "Event type is required"),
    ],
)
async def test_what_is_wrong_is_said_at_its_field(
    boss: Colleague, path: str, body: dict[str, Any], pointer: str, sentence: str
) -> None:
    answer = await boss.client.post(f"{BASE}/{path}", json=body)
    assert answer.status_code == 422
    assert (pointer, sentence) in {(e["pointer"], e["detail"]) for e in answer.json()["errors"]}


@pytest.mark.parametrize(
    ("change", "pointer", "sentence"),
    [
        ({"name": ""}, "/name", "Plan name is required"),
        ({"name": "   "}, "/name", "Plan name is required"),
        ({"price": "-0.01"}, "/price", "Price must be non-negative"),
        ({"price": "free"}, "/price", "Price must be non-negative"),
    ],
)
async def test_what_a_change_has_wrong_is_said_at_its_field_too(
    boss: Colleague, change: dict[str, Any], pointer: str, sentence: str
) -> None:
    path = f"{BASE}/plans/1"
    headers = {"If-Match": (await boss.client.get(path)).headers["etag"]}
    answer = await boss.client.patch(path, json={**change, "reason": REASON}, headers=headers)
    assert answer.status_code == 422
    assert [(e["pointer"], e["detail"]) for e in answer.json()["errors"]] == [(pointer, sentence)]


async def test_a_years_price_is_money_and_nonsense_in_it_breaks_no_list(
    boss: Colleague, database: Database, admin: asyncpg.Connection
) -> None:
    await make_tenant(database)
    key = await admin.fetchval(
        "SELECT id FROM plan_features WHERE plan_id = 1 AND feature_name = 'price.yearly_per_month'"
    )
    path = f"{BASE}/plan-features/{key}"
    headers = {"If-Match": (await boss.client.get(path)).headers["etag"]}
    body = {"featureValue": "a lot", "reason": REASON}
    answer = await boss.client.patch(path, json=body, headers=headers)
    assert answer.status_code == 422
    assert (answer.json()["errors"][0]["pointer"], answer.json()["errors"][0]["detail"]) == (
        "/featureValue",
        "Price must be non-negative",
    )
    await admin.execute("UPDATE plan_features SET feature_value = 'a lot' WHERE id = $1", key)
    for name in ("workspaces", "margins"):
        assert (await boss.client.get(f"{BASE}/{name}")).status_code == 200


async def test_a_change_needs_the_tag_of_what_it_changes(boss: Colleague) -> None:
    path, body = f"{BASE}/plans/2", {"description": "For two brands", "reason": REASON}
    assert (await boss.client.patch(path, json=body)).status_code == 428
    tag = (await boss.client.get(path)).headers["etag"]
    first = await boss.client.patch(path, json=body, headers={"If-Match": tag})
    assert first.status_code == 200, first.text
    again = await boss.client.patch(path, json=body, headers={"If-Match": tag})
    assert again.status_code == 412


async def test_a_plan_without_limits_cannot_be_sold(boss: Colleague) -> None:
    made = await boss.client.post(f"{BASE}/plans", json=PLAN)
    assert (made.status_code, made.json()["isActive"]) == (201, False)
    sold = await boss.client.post(f"{BASE}/plans/50/activate", json={"reason": REASON})
    assert sold.status_code == 409


async def test_a_granted_plan_is_the_customers_at_once_and_in_both_logs(
    boss: Colleague, database: Database, admin: asyncpg.Connection
) -> None:
    tenant = await make_tenant(database)
    path = f"{BASE}/workspaces/{tenant.workspace_id}/grant"
    body = {"planId": 2, "until": "2030-01-01T00:00:00Z", "reason": REASON}
    answer = await boss.client.post(path, json=body)
    assert answer.json()["planName"] == "Growth", answer.text
    async with database.transaction(tenant.binding) as session:
        assert (await current_plan(session)).limits.plan_id == 2
    row = await admin.fetchrow(
        "SELECT * FROM audit_log WHERE workspace_id = $1", tenant.workspace_id
    )
    assert (row["action"], row["actor_name"]) == ("subscription.granted", "Dana")
    assert (row["reason"], row["via"]) == (REASON, "console")
    log = f"{BASE}/audit-log?filter[target]=workspaces:{tenant.workspace_id}"
    listed = (await boss.client.get(log)).json()
    assert [entry["action"] for entry in listed["data"]] == ["subscription.granted"]


async def test_a_repeated_call_does_it_once(
    boss: Colleague, database: Database, admin: asyncpg.Connection
) -> None:
    tenant = await make_tenant(database)
    path = f"{BASE}/workspaces/{tenant.workspace_id}/grant"
    body = {"planId": 1, "reason": REASON}
    headers = {"Idempotency-Key": "once"}
    answers = [await boss.client.post(path, json=body, headers=headers) for _ in range(2)]
    assert [a.status_code for a in answers] == [200, 200]
    assert answers[1].headers["idempotency-replayed"] == "true"
    rows = "SELECT count(*) FROM subscriptions WHERE workspace_id = $1"
    assert await admin.fetchval(rows, tenant.workspace_id) == 1

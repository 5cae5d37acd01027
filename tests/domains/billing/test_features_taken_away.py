"""What is open or closed, not counted: no request passes once the plan is gone.

Invariant: requests are under way while the plan is taken away; each passes or is refused, and of
those sent afterwards none passes.
"""

from __future__ import annotations

import asyncio
from typing import Any

import asyncpg
import httpx
from fastapi import FastAPI

from presence.core.settings import Settings
from presence.db.session import Database
from presence.domains.billing.entitlements import FEATURES, is_counted
from tests.conftest import Place, browser
from tests.factories.runs import begin_run, make_brand, session_cookies, work_off, worker_hands
from tests.factories.team import owner_on

SCALE = 3
TIMES = 2
ALERT = {"name": "Falls", "metric": "content", "condition": "falls-by", "threshold": 5}
HOOK = {"name": "Out", "url": "https://example.com/hook", "events": ["run-completed"]}
SLACK = {"url": "https://hooks.slack.com/services/T0/B0/abcdefgh", "events": ["run-completed"]}
# feature: (method, path, body) of what the server does only where the feature is open
DOORS: dict[str, tuple[str, str, dict[str, Any] | None]] = {
    "analytics.full": ("GET", "/api/v1/brands/{brand}/metrics", None),
    "reports.docx": ("POST", "/api/v1/brands/{brand}/reports", {"format": "docx"}),
    "reports.branding": ("PUT", "/api/v1/report-branding", {"name": "Pike & Partners"}),
    "digest.weekly": ("POST", "/api/v1/alert-rules", {**ALERT, "channels": ["in-app"]}),
    "digest.slack": ("POST", "/api/v1/integrations/slack", SLACK),
    "digest.webhooks": ("POST", "/api/v1/webhooks", HOOK),
    "api.read": ("POST", "/api/v1/api-keys", {"name": "Reports", "scope": "read"}),
    "api.write": ("POST", "/api/v1/api-keys", {"name": "Sync", "scope": "write"}),
}


async def ask_all(client: httpx.AsyncClient, brand: object) -> list[tuple[str, httpx.Response]]:
    """Go through every door several times at once."""
    doors = [(feature, *door) for feature, door in DOORS.items() for _ in range(TIMES)]
    answers = await asyncio.gather(
        *(
            client.request(method, path.format(brand=brand), json=body)
            for _, method, path, body in doors
        )
    )
    return [(door[0], answer) for door, answer in zip(doors, answers, strict=True)]


def passed(answers: list[tuple[str, httpx.Response]]) -> set[str]:
    """Features that somebody got; any other answer must be their plan's refusal."""
    for feature, answer in answers:
        refused = answer.status_code == 403 and answer.json()["feature"] == feature
        assert answer.is_success or refused, (feature, answer.status_code, answer.text)
    return {feature for feature, answer in answers if answer.is_success}


async def test_requests_under_way_while_the_plan_goes_are_the_last_that_pass(
    app: FastAPI, database: Database, admin: asyncpg.Connection, place: Place
) -> None:
    tenant = await owner_on(database, SCALE)
    subject = await make_brand(database, tenant)
    settings: Settings = place.settings()
    async with worker_hands(database, settings) as hands:
        await work_off(hands, subject, await begin_run(database, subject))
    over = "UPDATE subscriptions SET status = 'expired' WHERE workspace_id = $1"
    async with browser(app, cookies=await session_cookies(database, tenant)) as client:
        assert passed(await ask_all(client, subject.brand_id)) == set(DOORS)
        under_way, _ = await asyncio.gather(
            ask_all(client, subject.brand_id), admin.execute(over, tenant.workspace_id)
        )
        passed(under_way)
        assert passed(await ask_all(client, subject.brand_id)) == set()
        closed = [name for name in FEATURES if not is_counted(name)]
        told = [await client.get(f"/api/subscriptions/can-access/{name}") for name in closed]
        assert not any(answer.json()["canAccess"] for answer in told)

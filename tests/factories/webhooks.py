"""Webhooks in tests: a customer's browser, something to tell, and what became of it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
from fastapi import FastAPI

from presence.core.ids import new_id
from presence.core.settings import OutboundSettings, SlackSettings
from presence.db.session import Database
from presence.domains.messaging.service.notifications.delivery import notify_workspace
from presence.jobs.context import JobContext, JobResources
from presence.jobs.notify import PLAN_CHANGED
from presence_standins.receiver import Receiver
from tests.conftest import Place, browser
from tests.factories.endpoints import posting
from tests.factories.people import Tenant
from tests.factories.runs import LOOPBACK, session_cookies, worker_hands

PATH = "/api/v1/webhooks"
EVENTS = ["run-completed", "plan-changed"]


@asynccontextmanager
async def sending_hands(database: Database, place: Place) -> AsyncIterator[JobResources]:
    """A worker that may post to this machine."""
    settings = place.settings(mail={"host": "mail.test"})
    async with worker_hands(database, settings) as worker, posting(worker) as resources:
        yield resources


@asynccontextmanager
async def opened_by(
    app: FastAPI, database: Database, owner: Tenant, taking: Receiver
) -> AsyncIterator[httpx.AsyncClient]:
    """The owner's browser, at a product that opens loopback and takes this receiver for Slack."""
    before = app.state.settings
    host = taking.origin.removeprefix("http://")
    app.state.settings = before.model_copy(
        update={
            "outbound": OutboundSettings(allowed_networks=LOOPBACK),
            "slack": SlackSettings(hosts=(host,)),
        }
    )
    async with browser(app, cookies=await session_cookies(database, owner)) as opened:
        yield opened
    app.state.settings = before


async def made(client: httpx.AsyncClient, url: str, **changes: Any) -> dict[str, Any]:
    """A new webhook with its secret."""
    body = {"name": "Warehouse", "url": url, "events": EVENTS, **changes}
    response = await client.post(PATH, json=body)
    assert response.status_code == 201, response.text
    webhook: dict[str, Any] = response.json()
    return webhook


async def happens(hands: JobResources, owner: Tenant) -> None:
    """Something endpoints are told of."""
    await notify_workspace(JobContext(owner.workspace_id, 1, hands), PLAN_CHANGED, new_id())


async def log_of(client: httpx.AsyncClient, webhook: dict[str, Any]) -> list[dict[str, Any]]:
    """The deliveries as the screen lists them."""
    lines: list[dict[str, Any]] = (await client.get(f"{PATH}/{webhook['id']}/deliveries")).json()[
        "data"
    ]
    return lines


async def state_of(client: httpx.AsyncClient, webhook: dict[str, Any]) -> dict[str, Any]:
    """The webhook as it is now."""
    found = (await client.get(PATH)).json()["data"]
    return next(one for one in found if one["id"] == webhook["id"])

"""The two applications that are fuzzed: whose credentials are sent, and whose ids are asked for.

Invariant: a call is made by somebody the product would let in, and payments are set up, so that
no answer is refused for the scene's own sake.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from random import Random
from typing import Any, Protocol
from uuid import UUID

import asyncpg
import requests
from fastapi import FastAPI
from schemathesis import Response

from presence.adapters.stripe import StripeGateway
from presence.core.clock import SystemClock
from presence.core.ids import new_id
from presence.core.settings import Settings
from presence.db.session import Database
from presence.domains.billing.service.price_setup import set_up_prices
from presence.domains.operators.roles import StaffRole
from presence.entrypoints.customer import build_adapters, create_customer_app
from presence_standins.stripe import SECRET, InProcessClient, StripeModel
from tests.assurance.fuzz_calls import send
from tests.conftest import Place
from tests.factories.staff import BASE as CONSOLE
from tests.factories.staff import ORIGIN, console_app, join
from tests.factories.team import bearer, issue_key
from tests.tenancy.actors import owner_of_each
from tests.tenancy.test_routes import ROWS

CANARY = "canary-{number}"
OWN, FOREIGN, NOBODYS, MADE_UP = "own", "foreign", "nobody's", "made up"
WHOSE = (OWN, FOREIGN, NOBODYS, MADE_UP)
BY_KEY = 0.25  # how much of a customer's traffic is a program's
_ROLES: tuple[StaffRole, ...] = (
    "admin", "admin", "admin", "support-l1", "support-l2", "billing-ops", "auditor",
)  # fmt: skip


class Target(Protocol):
    """One application and its callers."""

    name: str
    base: str
    app: FastAPI

    @property
    def foreign(self) -> str | None:
        """What stands in rows that the caller must never see."""
        ...

    async def renew(self, *, spent: bool) -> None:
        """Have callers that can be used; `spent` says that something was deleted for good."""
        ...

    async def ids(self, path: str, whose: str) -> dict[str, str] | None:
        """Ids for the path, empty where they are made up; None where `whose` has no meaning."""
        ...

    def headers(self, chance: Random) -> Mapping[str, str]:
        """What says who calls."""
        ...


@dataclass(frozen=True)
class Shop:
    """Settings with payments, and the way to a Stripe that sells what the plans say."""

    settings: Settings
    gateway: StripeGateway

    @classmethod
    async def opened(cls, place: Place) -> Shop:
        """With prices on every plan of the place."""
        settings = place.settings(
            stripe={"secret_key": "sk_test_fuzz", "webhook_secrets": SECRET},
            console={"public_url": ORIGIN},
        )
        model = StripeModel(1, now=int(datetime.now(UTC).timestamp()))
        gateway = StripeGateway(settings.stripe, SystemClock().monotonic, InProcessClient(model))
        owner = Database(settings.database.owner_url, settings.database)
        try:
            async with owner.transaction() as session:
                await set_up_prices(session, gateway)
        finally:
            await owner.close()
        return cls(settings, gateway)


@dataclass(frozen=True)
class Caller:
    """A tenant on the largest plan with a row of each kind, its cookie and a key that writes."""

    number: int
    ids: dict[str, UUID]
    cookie: str
    key: str

    @property
    def word(self) -> str:
        """What only this tenant's rows contain."""
        return CANARY.format(number=self.number)


class Customers:
    """The customers' application: one of two tenants calls, with ids of both."""

    name, base = "customer", "http://presence.test"

    def __init__(
        self, app: FastAPI, place: Place, database: Database, admin: asyncpg.Connection
    ) -> None:
        self.app = app
        self._scene = (app, place, database, admin)
        self._callers: list[Caller] = []
        self._number = 0

    @classmethod
    async def opened(cls, place: Place, shop: Shop, scene: AsyncExitStack) -> Customers:
        """The tenants are made when they are needed."""
        settings, gateway = shop.settings, shop.gateway
        database = Database(settings.database.customer_url, settings.database)
        scene.push_async_callback(database.close)
        adapters = replace(build_adapters(settings), database=database, payments=gateway)
        app = create_customer_app(settings, adapters)
        scene.callback(app.state.accounts.close)
        admin = await asyncpg.connect(place.url("admin"))
        scene.push_async_callback(admin.close)
        return cls(app, place, database, admin)

    @property
    def foreign(self) -> str | None:
        """The other tenant's word."""
        return self._callers[1].word

    async def renew(self, *, spent: bool) -> None:
        """A tenant that deleted something, or can no longer be used, is replaced by a new one."""
        if spent:
            self._callers = self._callers[1:]
        self._callers = [c for c in self._callers if await self._is_whole(c)]
        while len(self._callers) < 2:
            self._callers.append(await self._caller())

    async def ids(self, path: str, whose: str) -> dict[str, str] | None:
        """Of one's own, of the other tenant, or of nobody."""
        names = [name for name in ROWS if f"{{{name}}}" in path]
        if whose == MADE_UP:
            return {}
        if whose == NOBODYS:
            return {name: str(new_id()) for name in names} or None
        me, other = self._callers
        caller = me if whose == OWN else other
        found = {name: str(caller.ids[name]) for name in names}
        return found if found or whose == OWN else None

    def headers(self, chance: Random) -> Mapping[str, str]:
        """A browser's cookie or a program's key."""
        me = self._callers[0]
        return bearer(me.key) if chance.random() < BY_KEY else {"Cookie": me.cookie}

    async def _is_whole(self, caller: Caller) -> bool:
        url = f"{self.base}/api/v1/brands/{caller.ids['brand_id']}"
        answers = [
            await _get(self.app, url, headers)
            for headers in ({"Cookie": caller.cookie}, bearer(caller.key))
        ]
        return all(answer.status_code == 200 for answer in answers)

    async def _caller(self) -> Caller:
        self._number += 1
        name = CANARY.format(number=self._number)
        made = owner_of_each(*self._scene, name=name, description=f"{name} makes boots.")
        async with made as owned:
            key = await issue_key(owned.client, scope="write")
            return Caller(self._number, owned.ids, _cookie(owned.client.cookies.jar), key)


class Staff:
    """The console: whoever is allowed in looks at every tenant."""

    name, base = "console", ORIGIN
    foreign: str | None = None

    def __init__(self, app: FastAPI, chance: Random) -> None:
        self.app = app
        self._chance = chance
        self._cookie = ""

    @classmethod
    async def opened(cls, shop: Shop, scene: AsyncExitStack, chance: Random) -> Staff:
        """The first of staff joins when it is needed."""
        app = await scene.enter_async_context(console_app(shop.settings, payments=shop.gateway))
        return cls(app, chance)

    async def renew(self, *, spent: bool) -> None:
        """Somebody of some role, most often one who may do everything."""
        answer = await _get(self.app, f"{self.base}{CONSOLE}/session", {"Cookie": self._cookie})
        if answer.status_code == 200 and self._chance.random() < 0.9:
            return
        role = self._chance.choice(_ROLES)
        colleague = await join(self.app, self.app.state.database, role)
        self._cookie = _cookie(colleague.client.cookies.jar)
        await colleague.client.aclose()

    async def ids(self, path: str, whose: str) -> dict[str, str] | None:
        """A row that the resource's list shows, or nobody's."""
        if whose == MADE_UP:
            return {}
        if "{key}" not in path:
            return {} if whose == OWN else None
        if whose == NOBODYS:
            return {"key": str(new_id())}
        resource = path.removeprefix(f"{CONSOLE}/").partition("/")[0]
        rows = await self._rows(resource) if whose == OWN else []
        return {"key": f"{self._chance.choice(rows)['id']}"} if rows else None

    def headers(self, chance: Random) -> Mapping[str, str]:
        """The console's cookie."""
        return {"Cookie": self._cookie}

    async def _rows(self, resource: str) -> list[dict[str, Any]]:
        url = f"{self.base}{CONSOLE}/{resource}"
        answer = await _get(self.app, url, {"Cookie": self._cookie})
        if answer.status_code != 200:
            return []
        found: list[dict[str, Any]] = answer.json()["data"]
        return found


async def _get(app: FastAPI, url: str, headers: Mapping[str, str]) -> Response:
    return await send(app, requests.Request("GET", url).prepare(), headers)


def _cookie(jar: Any) -> str:
    return "; ".join(f"{cookie.name}={cookie.value}" for cookie in jar)

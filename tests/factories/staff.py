"""Staff of the console, set up and signed in as people would be, and signed in by shortcut."""

from __future__ import annotations

import itertools
import re
import secrets
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from email.message import EmailMessage
from typing import Any
from uuid import UUID

import asyncpg
import httpx
import pyotp
from fastapi import FastAPI

from presence.core.clock import SystemClock
from presence.core.ids import new_id
from presence.core.settings import Settings
from presence.db.session import Database
from presence.domains.identity.service import token_hash
from presence.domains.operators.roles import StaffRole
from presence.domains.operators.service.managing import Newcomer, invite, link_for_shell
from presence.domains.operators.service.mandates import COMMAND_LINE
from presence.entrypoints.operator import build_adapters, create_operator_app
from tests.factories.people import Tenant

ORIGIN = "http://console.test"
PASSWORD = "staff of the console"
BASE = "/api/admin/v1"
REASON = "The customer asked us to look"
_numbers = itertools.count(1)


@dataclass(frozen=True)
class Colleague:
    """A member of staff, and a browser they are signed in with."""

    id: UUID
    email: str
    role: StaffRole
    secret: str
    client: httpx.AsyncClient

    def fresh_code(self) -> str:
        """What the authenticator app shows next: the code of now was used to sign in."""
        return pyotp.TOTP(self.secret).at(int(time.time()) + 30)

    def code(self) -> str:
        """What the authenticator app shows now."""
        return pyotp.TOTP(self.secret).now()


@dataclass
class Letterbox:
    """Carries mails into a list: whoever reads it stands for all readers of their own mails."""

    mails: list[EmailMessage] = field(default_factory=list)

    async def send(self, message: EmailMessage) -> None:
        """Keep one."""
        self.mails.append(message)

    def to(self, email: str) -> list[str]:
        """The texts of what an address got, oldest first."""
        return [text_of(mail) for mail in self.mails if mail["To"] == email]


def text_of(mail: EmailMessage) -> str:
    """Subject and plain text, on one line each."""
    part = mail.get_body(("plain",))
    assert part is not None
    return f"{mail['Subject']}\n{part.get_content()}"


def link_in(text: str) -> str:
    """The token of the link that sets up a sign-in. AssertionError without one."""
    found = re.search(r"/#/staff-invitation/(\S+)", text)
    assert found, text
    return found[1]


@asynccontextmanager
async def console_app(settings: Settings, **changes: Any) -> AsyncIterator[FastAPI]:
    """The console on the test's database, as the role `operator`."""
    adapters = replace(build_adapters(settings), **changes)
    application = create_operator_app(settings, adapters)
    yield application
    application.state.staff.close()
    await adapters.database.close()


def console_browser(app: FastAPI, **options: Any) -> httpx.AsyncClient:
    """A browser that shows the console."""
    transport = httpx.ASGITransport(app, client=("127.0.0.1", 50000))
    return httpx.AsyncClient(transport=transport, base_url=ORIGIN, **options)


async def invited(
    database: Database, settings: Settings, role: StaffRole = "admin"
) -> tuple[str, str]:
    """Somebody invited by the command: e-mail and the token of their link."""
    email = f"staff{next(_numbers)}-{secrets.token_hex(4)}@presence.example"
    newcomer = Newcomer(email, "Dana", role)
    async with database.transaction() as session:
        key = await invite(session, settings, newcomer, COMMAND_LINE, SystemClock().now())
        link = await link_for_shell(session, settings, key)
    return email, link.rpartition("/")[2]


async def join(app: FastAPI, database: Database, role: StaffRole = "admin") -> Colleague:
    """Somebody who followed their invitation and is signed in."""
    _, token = await invited(database, app.state.settings, role)
    return await follow(app, token)


async def follow(app: FastAPI, token: str, password: str = PASSWORD) -> Colleague:
    """Somebody who set up password and authenticator with the link they were mailed."""
    client = console_browser(app)
    shown = (await client.get(f"{BASE}/staff-invitations/{token}")).json()
    body = {"password": password, "code": pyotp.TOTP(shown["secret"]).now(), "name": "Dana"}
    answer = await client.post(f"{BASE}/staff-invitations/{token}", json=body)
    assert answer.status_code == 200, answer.text
    me = answer.json()
    return Colleague(UUID(me["id"]), me["email"], me["role"], shown["secret"], client)


async def later(admin: asyncpg.Connection, *colleagues: Colleague) -> None:
    """Let time pass for their authenticator apps: the code shown now was not used yet."""
    ids = [colleague.id for colleague in colleagues]
    await admin.execute("UPDATE staff SET last_step = 1 WHERE id = ANY($1)", ids)


async def approve(
    admin: asyncpg.Connection, colleague: Colleague, approval: str, **changes: object
) -> httpx.Response:
    """Approve a request as it is shown, with a fresh code."""
    await later(admin, colleague)
    shown = (await colleague.client.get(f"{BASE}/approvals/{approval}")).json()
    body = {"reason": REASON, "code": colleague.code(), "seal": shown.get("seal") or "", **changes}
    return await colleague.client.post(f"{BASE}/approvals/{approval}/approve", json=body)


async def begin_acting(colleague: Colleague, tenant: Tenant, **changes: object) -> httpx.Response:
    """Ask for an impersonation of the tenant's owner; the answer has the link to open."""
    body = {
        "userId": str(tenant.user_id),
        "workspaceId": str(tenant.workspace_id),
        "reason": REASON,
        "ticket": "T-1",
        "code": colleague.fresh_code(),
        **changes,
    }
    return await colleague.client.post(f"{BASE}/impersonations", json=body)


async def staff_rows(admin: asyncpg.Connection) -> int:
    """How many entries of the log are of staff."""
    return int(await admin.fetchval("SELECT count(*) FROM audit_log WHERE staff_id IS NOT NULL"))


async def impersonated_cookies(admin: asyncpg.Connection, user_id: UUID) -> dict[str, str]:
    """A browser that acts as a customer for staff, as far as the console can tell."""
    token = f"imp.{new_id().hex}"
    await admin.execute(
        "INSERT INTO login_session (id, token_hash, user_id, expires_at)"
        " VALUES ($1, $2, $3, now() + interval '1 hour')",
        new_id(),
        token_hash(token),
        user_id,
    )
    return {"presence_session": token}

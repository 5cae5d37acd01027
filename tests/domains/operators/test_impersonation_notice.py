"""Owners are told by mail when support begins to look at their workspace as a member."""

from __future__ import annotations

from email.message import EmailMessage

import asyncpg
import pytest
import pytest_asyncio
from fastapi import FastAPI

from presence.db.session import Database
from presence.db.tenancy import TenantBinding
from presence.domains.messaging.service.mail import known_emails
from presence.domains.messaging.service.mail.words import LANGUAGES, catalogue
from presence.domains.operators.service.impersonating import NOTICE_TEMPLATE
from presence.domains.workspaces.models import Membership
from tests.factories.people import Tenant, make_tenant, make_user
from tests.factories.post import Post, text_of
from tests.factories.staff import BASE, Colleague, join

REASON = "The report does not open for them"


@pytest_asyncio.fixture
async def senior(console: FastAPI, operator_database: Database) -> Colleague:
    """Somebody who may act as a customer."""
    return await join(console, operator_database, "support-l2")


@pytest_asyncio.fixture
async def post(app: FastAPI, admin: asyncpg.Connection) -> Post:
    """What delivers mails; nothing waits yet."""
    await admin.execute("DELETE FROM procrastinate_jobs")
    return Post(app, admin)


@pytest_asyncio.fixture
async def tenant(database: Database) -> Tenant:
    """A customer."""
    return await make_tenant(database)


async def begin(colleague: Colleague, tenant: Tenant, **changes: object) -> None:
    """Begin to look as the tenant's owner, unless the changes say as whom."""
    body = {
        "userId": str(tenant.user_id),
        "workspaceId": str(tenant.workspace_id),
        "reason": REASON,
        "ticket": "T-1",
        "mode": "read",
        "code": colleague.fresh_code(),
        **changes,
    }
    answer = await colleague.client.post(f"{BASE}/impersonations", json=body)
    assert answer.status_code == 201, answer.text


async def only(post: Post) -> EmailMessage:
    """The one mail that was sent."""
    (message,) = await post.deliver()
    return message


def flat(message: EmailMessage, kind: str = "plain") -> str:
    """Its text without the places where lines break."""
    return " ".join(text_of(message, kind).split())


async def test_the_owner_reads_who_looks_why_until_when_and_that_nothing_can_be_changed(
    senior: Colleague, tenant: Tenant, post: Post, admin: asyncpg.Connection
) -> None:
    await begin(senior, tenant)
    message = await only(post)
    assert message["To"] == tenant.email
    said = flat(message)
    assert "Dana from our support team" in said
    assert f"Their reason: {REASON}" in said
    assert catalogue("en").templates[NOTICE_TEMPLATE].phrases["read"] in said
    until = await admin.fetchval(
        "SELECT to_char(ends_at AT TIME ZONE 'UTC', 'HH24:MI') FROM impersonation"
        " WHERE workspace_id = $1",
        tenant.workspace_id,
    )
    assert f", {until} (" in said
    assert f"/dashboard/settings/users?workspace={tenant.workspace_id}" in said


async def test_looking_with_the_right_to_change_is_said(
    senior: Colleague, tenant: Tenant, post: Post
) -> None:
    await begin(senior, tenant, mode="write", writeReason="They cannot click it themselves")
    phrases = catalogue("en").templates[NOTICE_TEMPLATE].phrases
    said = flat(await only(post))
    assert phrases["write"] in said
    assert phrases["read"] not in said


async def test_looking_as_a_member_is_told_to_the_owner_and_names_the_member(
    senior: Colleague, tenant: Tenant, post: Post, database: Database, admin: asyncpg.Connection
) -> None:
    editor = await make_user(database)
    binding = TenantBinding(tenant.workspace_id, tenant.user_id)
    async with database.transaction(binding) as session:
        session.add(Membership(user_id=editor, role="editor"))
    await begin(senior, tenant, userId=str(editor))
    message = await only(post)
    assert message["To"] == tenant.email
    assert await admin.fetchval("SELECT email FROM users WHERE id = $1", editor) in flat(message)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_it_is_written_in_the_owners_language(
    senior: Colleague, tenant: Tenant, post: Post, admin: asyncpg.Connection, language: str
) -> None:
    await admin.execute("UPDATE users SET locale = $2 WHERE id = $1", tenant.user_id, language)
    await begin(senior, tenant)
    message = await only(post)
    words = catalogue(language).templates[NOTICE_TEMPLATE]
    assert str(message["Subject"]).startswith(words.subject.partition("{")[0].strip())
    for kind in ("plain", "html"):
        assert REASON in flat(message, kind)
    assert words.phrases["read"] in flat(message)


async def test_nobody_is_told_of_what_was_refused(
    senior: Colleague, tenant: Tenant, post: Post
) -> None:
    body = {"userId": str(tenant.user_id), "workspaceId": str(tenant.workspace_id)}
    more = {"reason": REASON, "ticket": "T-1", "mode": "read", "code": "000000"}
    refused = await senior.client.post(f"{BASE}/impersonations", json={**body, **more})
    assert refused.status_code == 422
    assert await post.deliver() == []


def test_the_email_that_is_asked_for_is_one_that_is_written() -> None:
    assert NOTICE_TEMPLATE in known_emails()

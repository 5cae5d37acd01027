"""A copy of a person's data as a ZIP archive, made by a job and kept for a week.

Invariant: it holds the person's own data, and of a workspace what their role there lets them read
on the screens, checked when it is made and again whenever it is opened.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final, TypedDict
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.types import BrandProfile
from presence.core.errors import Conflict, NotFound
from presence.core.ids import new_id
from presence.db.session import release
from presence.domains.audit.exporting import LogFile
from presence.domains.audit.service import read_files
from presence.domains.brands import service as brands
from presence.domains.brands.records import OfferDetail
from presence.domains.identity import service as identity
from presence.domains.publishing.models import DataExport
from presence.domains.publishing.queries import exports as queries
from presence.domains.publishing.service.archives import archive, narrowed
from presence.domains.workspaces import service as workspaces
from presence.jobs.context import AccountContext
from presence.jobs.mail import request_mail
from presence.jobs.queue import enqueue

log = logging.getLogger(__name__)

JOB = "outputs.export_account"
KEPT = timedelta(days=7)
_WORKSPACES = "workspaces/"
_ACTIVITY = "-activity-"
# The permission a role needs for a part of a workspace's file.
_ASKED: Final[dict[str, workspaces.Action]] = {
    "business": "settings",
    "brands": "view",
    "auditLog": "members",
}
_BUSY = "Your data is being collected already. We send you a mail when it is ready."
_GONE = "We could not find that export. It may have expired; ask for a new one."
_README = """This archive holds the data of your account.

account.json       what you told us about yourself, and how you sign in
passkeys.json      your passkeys, without what makes them work
logins.json        where you are signed in
workspaces/        one file for each workspace you belong to: your role and, where your role
                   shows it, the business, its brands, what they offer, competitors and
                   questions, and its activity; a long one goes on in files of its own,
                   N-activity-2.json and so on

`presence verify-audit FILE` checks the activity in this archive: whether it is complete and as it
was written.

Times are in UTC (ISO 8601). The files are JSON in UTF-8.
"""


class BrandFile(TypedDict):
    """A brand in a copy of somebody's data."""

    profile: BrandProfile
    offer: OfferDetail
    questions: list[str]


class WorkspaceFile(TypedDict, total=False):
    """What a role may read of a workspace; what it may not read is left out."""

    id: UUID
    role: str
    business: workspaces.BusinessInfo | None
    brands: list[BrandFile]
    auditLog: LogFile


async def request_export(session: AsyncSession, user_id: UUID, now: datetime) -> DataExport:
    """Queue a copy for the bound person. Raises Conflict while one is being made."""
    await queries.forget_expired(session)
    # guard: exports.one-at-a-time
    if any(row.status == "queued" for row in await queries.recent(session)):
        raise Conflict(_BUSY)
    row = DataExport(
        id=new_id(), user_id=user_id, status="queued", created_at=now, expires_at=now + KEPT
    )
    await queries.insert(session, row)
    await enqueue(session, JOB, {"export_id": row.id}, account_id=user_id)
    return row


async def archive_of(session: AsyncSession, export_id: UUID) -> bytes:
    """The ZIP archive of one of the bound person's exports. Raises NotFound.

    It may be a week old: of each workspace it contains what the person's role shows them now, and
    nothing of workspaces they have left. Ends the transaction, so that no connection is held while
    the archive is filtered.
    """
    row = await queries.find_export(session, export_id)
    if row is None or row.content is None:  # guard: exports.gone
        raise NotFound(_GONE)
    roles = {str(workspace): role for workspace, role in await _roles(session, row.user_id)}
    await release(session)
    return await narrowed(row.content, partial(_shown, roles))


async def _roles(session: AsyncSession, user_id: UUID) -> list[tuple[UUID, str]]:
    """The person's workspaces and roles, without those where a second factor is missing."""
    locked = await identity.locked_workspaces(session, user_id)
    joined = await identity.deletion.workspaces_of(session)
    return [(workspace, "" if workspace in locked else role) for workspace, role, _ in joined]


def _shown(roles: dict[str, str], name: str, document: Any) -> Any:
    if not name.startswith(_WORKSPACES):
        return document
    role = roles.get(document["id"])
    if role is None:  # guard: exports.role-in-workspace
        return None
    parts = {part: value for part, value in document.items() if _shows(role, part)}
    if _ACTIVITY in name and "auditLog" not in parts:
        return None
    return {**parts, "role": role}


def _shows(role: str, part: str) -> bool:
    asked = _ASKED.get(part)
    return asked is None or workspaces.decide_permitted(role, asked)


async def make_export(context: AccountContext, export_id: UUID) -> None:
    """Collect and store the data. Safe to call again: a finished export is left unchanged."""
    async with context.transaction() as session:
        row = await queries.find_export(session, export_id)
        if row is None or row.status != "queued":
            return
    try:
        await _keep(context, export_id, await _collect(context))
    except Exception:
        if not context.last_attempt:
            raise
        log.exception("Export %s failed.", export_id)
        async with context.transaction() as session:
            await queries.update_export(session, export_id, status="failed")


async def _keep(context: AccountContext, export_id: UUID, content: bytes) -> None:
    async with context.transaction() as session:
        values = {"status": "ready", "content": content, "size": len(content)}
        ready_at = context.resources.clock.now()
        await queries.update_export(session, export_id, ready_at=ready_at, **values)
        await request_mail(session, "export-ready", export_id)


async def _collect(context: AccountContext) -> bytes:
    idle = context.resources.settings.session.idle
    async with context.transaction() as session:
        account = await identity.exported_account(session, context.user_id, idle)
        joined = await _roles(session, context.user_id)

    async def files() -> AsyncIterator[tuple[str, Any]]:
        yield "account.json", account.account
        yield "passkeys.json", account.passkeys
        yield "logins.json", account.logins
        for number, (workspace_id, role) in enumerate(joined, 1):
            name = f"{_WORKSPACES}{number}"
            async with context.transaction(workspace_id) as session:
                async for file in workspace_files(session, workspace_id, role, name):
                    yield file

    return await archive(_README, files())


async def workspace_files(
    session: AsyncSession, workspace_id: UUID, role: str, name: str
) -> AsyncIterator[tuple[str, WorkspaceFile]]:
    """What this role may read of the bound workspace, as files named after `name`.

    A long audit log continues in further files, up to the head of its chain.
    """
    document = await _document(session, workspace_id, role)
    if not _shows(role, "auditLog"):
        yield f"{name}.json", document
        return
    part = 1
    async for log in read_files(session):
        if part == 1:
            yield f"{name}.json", {**document, "auditLog": log}
        else:
            more: WorkspaceFile = {"id": workspace_id, "role": role, "auditLog": log}
            yield f"{name}{_ACTIVITY}{part}.json", more
        part += 1


async def _document(session: AsyncSession, workspace_id: UUID, role: str) -> WorkspaceFile:
    found: WorkspaceFile = {"id": workspace_id, "role": role}
    if _shows(role, "business"):
        found["business"] = await workspaces.read_business(session)
    if _shows(role, "brands"):
        found["brands"] = [
            {
                "profile": await brands.brand_profile(session, brand.id),
                "offer": await brands.offer_detail(session, brand.id),
                "questions": [
                    p.prompt.text for p in await brands.active_prompts(session, brand.id)
                ],
            }
            for brand in await brands.living_brands(session)
        ]
    return found

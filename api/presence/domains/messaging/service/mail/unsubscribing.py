"""Unsubscribing by an address in the e-mail: without signing in, and immediately.

Invariant: an address is sealed with the deployment's key; it names one person and one kind of
e-mail and does nothing else. Opening it changes nothing, because programs follow links before
people do.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import NotFound
from presence.core.secrets import Unreadable, open_vault
from presence.core.settings import Settings
from presence.db.tenancy import TenantBinding, bind, binding_of
from presence.domains.identity.service import profile_of
from presence.domains.messaging.queries.notifications import store_choices
from presence.domains.messaging.service.digests.due_dates import choose
from presence.domains.messaging.service.mail.emails import EmailRequest
from presence.domains.workspaces.service import is_member

DIGEST = "digest"
PATH = "/api/v1/unsubscribe/"
_PLACE = "address that stops mails"
_NAMES = {
    DIGEST: "the summary of what moved",
    "run-completed": "mails about finished analyses",
    "run-failed": "mails about failed analyses",
    "gaps-found": "mails about new gaps",
    "report-ready": "mails about reports",
    "export-ready": "mails about exports",
    "member-joined": "mails about new members",
    "plan-changed": "mails about your plan",
    "alert-fired": "alerts by mail",
    "experiment-judged": "results of experiments by mail",
    "endpoint-disabled": "mails about webhooks",
}
_UNKNOWN = "This address stops no mails. Perhaps it was not copied whole."


@dataclass(frozen=True, slots=True)
class Stop:
    """What an address is for; `workspace_id` is None for a digest, which covers all of them."""

    user_id: UUID
    workspace_id: UUID | None
    kind: str


async def stop_address(request: EmailRequest, kind: str) -> str:
    """The address at which the reader of an e-mail can stop e-mails of that kind."""
    workspace_id = None if kind == DIGEST else binding_of(request.session).workspace_id
    named = {"u": str(request.user_id), "w": str(workspace_id or ""), "k": kind}
    vault = await asyncio.to_thread(open_vault, request.settings)
    return request.link(f"{PATH}{vault.seal(json.dumps(named), _PLACE).hex()}")


async def read_stop(settings: Settings, token: str) -> Stop:
    """What the address with this token is for. Raises NotFound."""
    vault = await asyncio.to_thread(open_vault, settings)
    try:
        named = json.loads(vault.open(bytes.fromhex(token), _PLACE))
    except (Unreadable, ValueError) as error:
        raise NotFound(_UNKNOWN) from error
    workspace = UUID(named["w"]) if named["w"] else None
    return Stop(UUID(named["u"]), workspace, named["k"])


def kind_in_words(stop: Stop) -> str:
    """What these e-mails are called."""
    return _NAMES.get(stop.kind, "mails of this kind")


async def apply_stop(session: AsyncSession, stop: Stop, now: datetime, *, wanted: bool) -> None:
    """Stop the e-mails, or resume them; no effect if the person is gone. Safe to repeat."""
    await bind(session, TenantBinding(stop.workspace_id, stop.user_id))
    if stop.kind == DIGEST:
        with suppress(NotFound):
            await profile_of(session, stop.user_id)
            await choose(session, stop.user_id, "weekly" if wanted else "off", now)
    elif await is_member(session, stop.user_id):
        line = {"kind": stop.kind, "channel": "email", "wanted": wanted}
        await store_choices(session, [{"user_id": stop.user_id, **line}])

"""Opening a link: finding it by its token, checking its password, and remembering the browser.

Invariant: the session is bound to the link's workspace without any person, and everything read
afterwards belongs to the link's brand. After the password was entered, the browser carries a sealed
note that names the link and that password: it opens no other link, and nothing once the password is
changed.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import Gone, NotFound, Unauthenticated
from presence.core.secrets import Unreadable, open_vault
from presence.core.settings import Settings
from presence.db.tenancy import TenantBinding, bind
from presence.domains.billing.service.feature_flags import is_open
from presence.domains.identity.service import token_hash
from presence.domains.publishing.models import ShareLink
from presence.domains.publishing.queries import shares as queries
from presence.domains.publishing.service.shares.links import state_of

REMEMBERED = timedelta(days=30)
_PLACE = "an unlocked share link"
_UNKNOWN = "This link leads nowhere. Ask whoever sent it for a new one."
_ENDED = {
    "revoked": "This link was ended by whoever shared it. Ask them for a new one.",
    "expired": "This link has expired. Ask whoever sent it for a new one.",
    "paused": "This link is paused at the moment. Ask whoever sent it about it.",
}


class Locked(Unauthenticated):
    """The link requires a password."""

    code = "share-locked"
    title = "Password needed"


async def find_shared(session: AsyncSession, token: str, now: datetime) -> ShareLink:
    """The link with this token; binds the session to its workspace. Raises NotFound, Gone."""
    place = await queries.place_of(session, token_hash(token))
    if place is None:
        raise NotFound(_UNKNOWN)
    await bind(session, TenantBinding(place.workspace_id))
    row = await queries.find_share(session, place.share_id)
    if row is None:
        raise NotFound(_UNKNOWN)
    state = "revoked" if row.revoked_at else await state_of(session, row, now)
    if not await is_open(session, "share-links", now):
        state = "paused"
    if state in _ENDED:  # guard: shares.ended
        raise Gone(_ENDED[state], extra={"reason": state})
    return row


async def require_unlocked(
    row: ShareLink, note: str | None, settings: Settings, now: datetime
) -> None:
    """Raise Locked unless the link has no password or the note proves that it was entered."""
    if row.password_hash is None:
        return
    vault = await asyncio.to_thread(open_vault, settings)
    try:
        said = json.loads(vault.open(bytes.fromhex(note or ""), _PLACE))
    except (Unreadable, ValueError) as error:
        raise Locked("Enter the password of this link.") from error
    given = said["link"] == str(row.id) and said["password"] == _mark(row.password_hash)
    if not given or said["until"] <= now.timestamp():  # guard: shares.locked
        raise Locked("Enter the password of this link.")


async def note_for(row: ShareLink, settings: Settings, now: datetime) -> str:
    """The note for a browser in which the password was entered."""
    said = {
        "link": str(row.id),
        "password": _mark(row.password_hash or ""),
        "until": (now + REMEMBERED).timestamp(),
    }
    vault = await asyncio.to_thread(open_vault, settings)
    return vault.seal(json.dumps(said), _PLACE).hex()


def _mark(password_hash: str) -> str:
    return hashlib.sha256(password_hash.encode()).hexdigest()[:32]

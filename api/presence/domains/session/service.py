"""Saving Settings / General, which spreads over the user, the workspace and its primary brand.

Invariant: names and phone are the signed-in user's own; everything else belongs to the workspace
and needs the right to change its settings. Unchanged values need no right.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import Forbidden, PreconditionFailed, ValidationFailed
from presence.domains.audit.service import record_change
from presence.domains.brands import service as brands
from presence.domains.identity.service import update_profile
from presence.domains.onboarding.schemas import BusinessInfoOut
from presence.domains.onboarding.service import business_document
from presence.domains.session.postal import postal_problem
from presence.domains.session.schemas import SettingsIn
from presence.domains.workspaces import service as workspaces
from presence.http.conditional import etag_of

_OWN = frozenset({"first_name", "last_name", "phone"})
_NOT_YOURS = "Your role in this workspace does not allow changing its settings."
_CHANGED = "These settings were changed elsewhere. Reload them or save again to overwrite."


def encoded(document: BusinessInfoOut) -> tuple[bytes, str]:
    """The answer's bytes and their entity tag."""
    content = document.model_dump_json(by_alias=True).encode()
    return content, etag_of(content)


async def save_settings(
    session: AsyncSession, user_id: UUID, role: str | None, data: SettingsIn, if_match: str | None
) -> BusinessInfoOut:
    """Write what was sent; the first save creates the workspace.

    Forbidden when a workspace value changes without the right to; PreconditionFailed when
    `if_match` names another state.
    """
    created = role is None
    await workspaces.ensure_workspace(session, user_id)
    await workspaces.lock_workspace(session)
    # guard: session.stale-profile
    if if_match not in (None, "*", encoded(await business_document(session, user_id))[1]):
        raise PreconditionFailed(_CHANGED)
    sent = data.model_dump(exclude_unset=True)
    own = {name: sent.pop(name) for name in _OWN & sent.keys()}
    if own:
        await update_profile(session, user_id, own)
    zone = await _other_zone(session, sent.pop("time_zone", None))
    stored = await workspaces.read_business(session)
    changes = _changes(stored, sent)
    permitted = workspaces.decide_permitted("owner" if created else role, "settings")
    if (changes or zone) and not permitted:  # guard: session.foreign-business
        raise Forbidden(_NOT_YOURS)
    _require_postal_code(stored, changes)
    before = (asdict(stored) if stored else {}) | {
        "time_zone": str(await workspaces.workspace_zone(session))
    }
    if zone:
        await workspaces.set_time_zone(session, zone)
    if changes:
        await workspaces.write_business(session, user_id, changes)
        await brands.update_primary(
            session,
            name=changes.get("business_name"),
            description=changes.get("business_description"),
        )
    workspace = f"workspace:{workspaces.bound_workspace(session)}"
    after = changes | ({"time_zone": zone} if zone else {})
    await record_change(session, "business.changed", workspace, before, after)
    return await business_document(session, user_id)


def _require_postal_code(stored: workspaces.BusinessInfo | None, changes: dict[str, Any]) -> None:
    """Raise ValidationFailed if a changed code does not fit the country of the location."""
    if changes.keys() & {"postal_code", "location"}:
        address = {
            "postal_code": stored and stored.postal_code,
            "location": stored and stored.location,
        }
        now = address | {name: changes[name] for name in address if name in changes}
        if problem := postal_problem(now["postal_code"], now["location"]):
            raise ValidationFailed.at("/postalCode", problem, "postal")


async def _other_zone(session: AsyncSession, sent: str | None) -> str | None:
    """The time zone sent, when it is another than the workspace's."""
    return sent if sent and sent != str(await workspaces.workspace_zone(session)) else None


def _changes(stored: workspaces.BusinessInfo | None, sent: dict[str, Any]) -> dict[str, Any]:
    """Workspace values that differ from what is stored, by column."""
    if "description" in sent:
        sent["business_description"] = sent.pop("description")
    return {n: v for n, v in sent.items() if v != (getattr(stored, n) if stored else None)}

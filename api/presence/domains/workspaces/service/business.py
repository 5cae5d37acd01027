"""The business's description of itself, and the onboarding draft."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, TypeVar
from uuid import UUID

from pydantic import BaseModel
from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.workspaces import queries


@dataclass(frozen=True, slots=True)
class BusinessInfo:
    """The business's description of itself; every text may be missing."""

    business_name: str | None
    business_type: str | None
    business_description: str | None
    website_url: str | None
    target_audience: str | None
    wizard_completed: bool
    location: str | None
    language: str | None
    phone: str | None
    email: str | None
    address1: str | None
    address2: str | None
    city: str | None
    postal_code: str | None
    updated_at: datetime


Draft = TypeVar("Draft", bound=BaseModel)
_COLUMNS = frozenset(f.name for f in fields(BusinessInfo)) - {"updated_at"}


async def read_business(session: AsyncSession) -> BusinessInfo | None:
    """The bound workspace's business info, None before anything was saved."""
    row = await queries.business_info(session)
    if row is None:
        return None
    return BusinessInfo(**{f.name: getattr(row, f.name) for f in fields(BusinessInfo)})


async def write_business(
    session: AsyncSession, user_id: UUID, changes: Mapping[str, object]
) -> BusinessInfo:
    """Store the named fields; the workspace takes the business's name."""
    unknown = changes.keys() - _COLUMNS
    if unknown:
        raise KeyError(f"Not fields of business info: {sorted(unknown)}")
    if changes:
        await queries.upsert_business_info(session, user_id, changes)
    if name := changes.get("business_name"):
        await queries.rename_workspace(session, str(name))
    written = await read_business(session)
    if written is None:
        raise LookupError("Business info cannot be written with nothing to write.")
    return written


async def read_draft(session: AsyncSession, form: type[Draft]) -> Draft | None:
    """The onboarding draft, if one is stored, in the form of its slice."""
    row = await queries.business_info(session)
    return form.model_validate(row.draft) if row is not None and row.draft is not None else None


async def write_draft(session: AsyncSession, user_id: UUID, draft: Mapping[str, Any]) -> None:
    """Store the onboarding draft of the bound workspace."""
    await queries.upsert_business_info(session, user_id, {"draft": dict(draft)})


async def delete_draft(session: AsyncSession) -> None:
    """Delete the onboarding draft."""
    row = await queries.business_info(session)
    if row is not None:
        row.draft = None
        await session.flush()

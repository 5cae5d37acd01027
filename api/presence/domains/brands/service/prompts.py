"""Customers' operations on prompts: add, edit, pause, delete, restore, accept suggestions.

Invariant: an edited question is a new version with a new id, so every answer keeps the question it
answered; nothing is ever removed. Activating a prompt holds the workspace's lock.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Literal, cast
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.types.answers import Intent
from presence.core.errors import Conflict, NotFound
from presence.core.ids import new_id
from presence.domains.audit.service import record
from presence.domains.brands.models import Brand, Prompt
from presence.domains.brands.queries import prompts as queries
from presence.domains.brands.records import NewPrompt, PromptDetail, PromptOrigin, PromptStatus
from presence.domains.brands.service.brands import require
from presence.domains.brands.service.limits import claim_prompt
from presence.domains.brands.service.managing import require_writable_row
from presence.domains.brands.service.questions import ParsedQuestion, duplicate_of, reader_for
from presence.domains.workspaces.service import lock_workspace

_REPEATED = "You already have this question."


async def list_prompts(
    session: AsyncSession,
    brand_id: UUID,
    chosen: queries.PromptFilter,
    after: UUID | None,
    limit: int,
) -> tuple[tuple[PromptDetail, ...], int]:
    """Prompts in the filter's order, starting after a key, and how many match in total."""
    await require(session, brand_id)
    rows = await queries.page(session, brand_id, chosen, after, limit)
    return tuple(detail(row) for row in rows), await queries.count(session, brand_id, chosen)


async def read_prompt(
    session: AsyncSession, brand_id: UUID, prompt_id: UUID
) -> tuple[PromptDetail, tuple[PromptDetail, ...]]:
    """A prompt and every version of it, oldest first."""
    await require(session, brand_id)
    row = await _find(session, brand_id, prompt_id)
    versions = await queries.lineage(session, row.lineage_id or row.id)
    return detail(row), tuple(detail(version) for version in versions)


async def add_prompt(
    session: AsyncSession, brand_id: UUID, new: NewPrompt, origin: PromptOrigin = "added"
) -> PromptDetail:
    """Ask one more question; one that was deleted or only suggested is reactivated.

    Raises PlanLimitReached if the plan has no room, Conflict (with Location) if the question is
    already active or paused, and ValidationFailed for a text that is not a valid question.
    """
    brand = await require_writable_row(session, brand_id)
    question = (await reader_for(session, brand)).read(new)
    await claim_prompt(session)
    repeated = await duplicate_of(session, brand_id, question)
    if repeated is not None:
        raise _repetition(brand_id, repeated)
    row = await _place(session, brand_id, question, origin)
    await record(session, "prompt.added", f"prompt:{row.id}", after={"text": row.text})
    return detail(row)


async def change_prompt(
    session: AsyncSession,
    brand_id: UUID,
    prompt_id: UUID,
    *,
    text: str | None = None,
    intent: Intent | None = None,
    topic: str | None = None,
    status: Literal["active", "paused"] | None = None,
) -> PromptDetail:
    """Change a prompt; a new wording or intent creates a new version, which is returned.

    Raises Conflict for a version that was replaced (with the Location of the one in use), for a
    wording that another prompt has, and for a prompt that is deleted or only suggested. Raises
    PlanLimitReached when resuming without room in the plan.
    """
    brand = await require_writable_row(session, brand_id)
    row = await _living(session, brand_id, prompt_id)
    if text is not None or intent is not None:
        row = await _reword(session, brand, row, text, intent)
    if topic is not None:
        row.topic = " ".join(topic.split())
    if status is not None and status != row.status:
        if status == "active":
            await claim_prompt(session)
            row.position = await _next(session, brand_id) if row.position is None else row.position
        row.status = status
        verb = "paused" if status == "paused" else "resumed"
        await record(session, f"prompt.{verb}", f"prompt:{row.id}")
    await session.flush()
    return detail(row)


async def delete_prompt(session: AsyncSession, brand_id: UUID, prompt_id: UUID) -> None:
    """Stop asking a question; its answers are kept, and it can be restored."""
    await require_writable_row(session, brand_id)
    row = await _living(session, brand_id, prompt_id)
    row.status, row.position = "deleted", None
    await record(session, "prompt.deleted", f"prompt:{row.id}", before={"text": row.text})


async def restore_prompt(session: AsyncSession, brand_id: UUID, prompt_id: UUID) -> PromptDetail:
    """Ask a deleted question again. Raises PlanLimitReached if the plan has no room."""
    return await _take_up(session, brand_id, prompt_id, "deleted", "prompt.restored")


async def accept_suggestion(session: AsyncSession, brand_id: UUID, prompt_id: UUID) -> PromptDetail:
    """Start asking a suggested question. Raises PlanLimitReached if the plan has no room."""
    return await _take_up(session, brand_id, prompt_id, "suggested", "prompt.added")


async def dismiss_suggestion(
    session: AsyncSession, brand_id: UUID, prompt_id: UUID
) -> PromptDetail:
    """Never suggest this question again."""
    return await _suggest(session, brand_id, prompt_id, "dismissed")


async def restore_suggestion(
    session: AsyncSession, brand_id: UUID, prompt_id: UUID
) -> PromptDetail:
    """Make a dismissed question a suggestion again."""
    return await _suggest(session, brand_id, prompt_id, "suggested")


async def list_topics(session: AsyncSession, brand_id: UUID) -> tuple[tuple[str, int, int], ...]:
    """(topic, active prompts, paused prompts) by name; "" stands for prompts without a topic."""
    await require(session, brand_id)
    return tuple(await queries.topics(session, brand_id))


async def rename_topic(session: AsyncSession, brand_id: UUID, old: str, new: str) -> int:
    """Rename a topic, merging it into an existing one; returns how many prompts moved."""
    await require_writable_row(session, brand_id)
    moved = await queries.rename_topic(session, brand_id, old, new)
    if moved == 0:
        raise NotFound("We could not find that topic.")
    await record(
        session, "topic.renamed", f"brand:{brand_id}", before={"topic": old}, after={"topic": new}
    )
    return moved


def detail(row: Prompt) -> PromptDetail:
    """A row in the form shown to the customer."""
    return PromptDetail(
        id=row.id,
        text=row.text,
        intent=cast("Intent", row.intent),
        topic=row.topic,
        locale=row.locale,
        branded=row.branded,
        status=cast("PromptStatus", row.status),
        origin=cast("PromptOrigin", row.origin),
        version=row.version,
        position=row.position,
        created_at=row.created_at,
    )


async def _find(session: AsyncSession, brand_id: UUID, prompt_id: UUID) -> Prompt:
    row = await queries.find_prompt(session, brand_id, prompt_id)
    if row is None:
        raise NotFound("We could not find that question.")
    return row


async def _living(session: AsyncSession, brand_id: UUID, prompt_id: UUID) -> Prompt:
    row = await _find(session, brand_id, prompt_id)
    if row.status in queries.LISTED:
        return row
    if row.status == "superseded" and (newer := await queries.successor(session, row)):
        raise Conflict(
            "This question has a newer version.", headers={"Location": _path(brand_id, newer.id)}
        )
    raise Conflict("This question is not in use. Restore or accept it first.")


async def _reword(
    session: AsyncSession, brand: Brand, row: Prompt, text: str | None, intent: Intent | None
) -> Prompt:
    """The version with this wording, in the old one's position; the same row if nothing changes."""
    await lock_workspace(session)  # no other request can add the same question meanwhile
    stated = intent or (None if text else cast("Intent", row.intent))
    new = NewPrompt(row.text if text is None else text, stated, row.topic)
    question = (await reader_for(session, brand)).read(new)
    if (question.text, question.intent) == (row.text, row.intent):
        return row
    repeated = await duplicate_of(session, brand.id, question)
    if repeated not in (None, row.id):
        raise _repetition(brand.id, repeated)
    first = row.lineage_id or row.id
    last = max(version.version for version in await queries.lineage(session, first))
    status, position = row.status, row.position
    row.status, row.position = "superseded", None
    await session.flush()
    newer = await queries.find_key(session, brand.id, question.key)
    if newer is None:
        newer = Prompt(id=new_id(), brand_id=brand.id, version=last + 1, **asdict(question))
        newer.lineage_id, newer.origin = first, "added"
        session.add(newer)
    newer.status, newer.position = status, position
    await session.flush()
    await session.refresh(newer)
    return newer


async def _take_up(
    session: AsyncSession, brand_id: UUID, prompt_id: UUID, state: str, action: str
) -> PromptDetail:
    await require_writable_row(session, brand_id)
    await claim_prompt(session)
    row = await _find(session, brand_id, prompt_id)
    if row.status != state:
        raise Conflict(f"This question is not {state}.")
    for other in await queries.with_text(session, brand_id, row.folded):
        if other.status in queries.LISTED:
            raise _repetition(brand_id, other.id)
    row.status, row.position = "active", await _next(session, brand_id)
    row.origin = "added" if row.origin == "generated" else row.origin
    await record(session, action, f"prompt:{row.id}", after={"text": row.text})
    return detail(row)


async def _suggest(
    session: AsyncSession,
    brand_id: UUID,
    prompt_id: UUID,
    status: Literal["suggested", "dismissed"],
) -> PromptDetail:
    """A suggestion, dismissed or not. Raises Conflict for a question in use."""
    await require_writable_row(session, brand_id)
    row = await _find(session, brand_id, prompt_id)
    if row.status not in ("suggested", "dismissed"):
        raise Conflict("This question is not a suggestion any more.")
    row.status = status
    await session.flush()
    return detail(row)


async def _place(
    session: AsyncSession, brand_id: UUID, question: ParsedQuestion, origin: PromptOrigin
) -> Prompt:
    row = await queries.find_key(session, brand_id, question.key)
    if row is None:
        row = Prompt(id=new_id(), brand_id=brand_id, **asdict(question))
        session.add(row)
    row.status, row.origin, row.topic = "active", origin, question.topic
    row.position = await _next(session, brand_id)
    await session.flush()
    await session.refresh(row)
    return row


async def _next(session: AsyncSession, brand_id: UUID) -> int:
    return await queries.last_position(session, brand_id) + 1


def _repetition(brand_id: UUID, prompt_id: UUID) -> Conflict:
    return Conflict(
        _REPEATED,
        headers={"Location": _path(brand_id, prompt_id)},
        extra={"promptId": str(prompt_id)},
    )


def _path(brand_id: UUID, prompt_id: UUID) -> str:
    return f"/api/v1/brands/{brand_id}/prompts/{prompt_id}"

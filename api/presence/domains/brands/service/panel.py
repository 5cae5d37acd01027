"""The generated panel of a brand: active questions, suggested ones, and the neutral one.

Invariant: what a customer decided about a prompt survives every new panel, and the neutral question
about the brand is never part of the panel.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, cast
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.panel import interpretation_question, prompt_id, question_locale
from presence.analysis.types import Panel, PanelPrompt
from presence.analysis.types.answers import Intent
from presence.core.ids import new_id
from presence.domains.audit.service import record
from presence.domains.brands.models import Prompt
from presence.domains.brands.queries import panels
from presence.domains.brands.queries import prompts as queries
from presence.domains.brands.records import PromptDetail, StoredPrompt
from presence.domains.brands.service.brands import profile_of, require
from presence.domains.brands.service.limits import claim_prompt, panel_room, prompt_room
from presence.domains.brands.service.managing import require_writable_row
from presence.domains.brands.service.offers import offer_detail
from presence.domains.brands.service.panel_basis import basis_of
from presence.domains.brands.service.panel_versions import latest_revision, record_revision
from presence.domains.brands.service.prompts import detail
from presence.domains.brands.wording import fold

MOST_SUGGESTIONS = 50
MOST_LOOKED_AT = 100
_RENEWED = ("text", "position", "version")


async def save_panel(
    session: AsyncSession, brand_id: UUID, panel: Panel, tag_lines: Sequence[str] = ()
) -> tuple[StoredPrompt, ...]:
    """Make the panel the brand's prompts; returns the active ones in the panel's order.

    Questions that exceed the plan become suggestions. A generated prompt that is no longer in the
    panel is kept, because answers refer to it and it may return. One that a customer paused stays
    paused. `tag_lines` are lines of the brand's site that would reveal the brand in a question.
    """
    brand = await require(session, brand_id)
    if tag_lines:
        brand.tag_lines = [line[:200] for line in tag_lines[:20]]
    room, share = await panel_room(session, brand_id)
    questions = [prompt for prompt in panel.prompts if not prompt.branded]
    if room < min(share, len(questions)):
        room += await _make_room(session, brand_id, min(share, len(questions)) - room)
    room = max(room, 0)
    await queries.upsert(session, list(_rows(brand_id, questions[:room])), renewed=_RENEWED)
    await save_suggestions(session, brand_id, questions[room:])
    await queries.retire(session, brand_id, (prompt.id for prompt in questions[:room]))
    basis = basis_of(brand, await offer_detail(session, brand_id))
    known = await panels.newest(session, brand_id) is not None
    await record_revision(session, brand_id, "generated" if known else "first", basis=basis)
    return await active_prompts(session, brand_id)


async def _make_room(session: AsyncSession, brand_id: UUID, wanted: int) -> int:
    """Turn up to `wanted` generated questions of other brands' panels into suggestions."""
    taken = [p for p in await queries.given_up(session) if p.brand_id != brand_id][:wanted]
    givers = {row.brand_id for row in taken}
    for giver in givers:
        await latest_revision(session, giver)
    for row in taken:
        row.status, row.position = "suggested", None
    await session.flush()
    if taken:
        facts = {"prompts": [str(row.id) for row in taken]}
        await record(session, "prompts.shared", f"brand:{brand_id}", after=facts)
        for giver in givers:
            await record_revision(session, giver, "shared")
    return len(taken)


async def fill_panel(session: AsyncSession, brand_id: UUID, size: int) -> int:
    """Activate suggested questions of a brand with a panel up to `size`; returns how many.

    Activates as many as the plan has room for, oldest suggestion first. A brand without a panel
    gets one from its first run.
    """
    asked = await queries.asked(session, brand_id)
    wanted = min(size - len(asked), await prompt_room(session))
    if not asked or wanted <= 0:
        return 0
    await latest_revision(session, brand_id)
    taken = await _ask_suggested(session, brand_id, wanted)
    if taken:
        await record_revision(session, brand_id, "filled")
        facts = {"prompts": [str(row.id) for row in taken]}
        await record(session, "prompts.filled", f"brand:{brand_id}", after=facts)
    return len(taken)


async def accept_suggestions(
    session: AsyncSession, brand_id: UUID
) -> tuple[tuple[PromptDetail, ...], int]:
    """Activate every suggested question the plan has room for, oldest first.

    Returns these and how many are left over. Raises NotFound, Conflict if the plan paused the
    brand, and PlanLimitReached if there is no room at all.
    """
    await require_writable_row(session, brand_id)
    await claim_prompt(session)
    taken = await _ask_suggested(session, brand_id, await prompt_room(session))
    for row in taken:
        row.origin = "added"
        await record(session, "prompt.added", f"prompt:{row.id}", after={"text": row.text})
    await session.flush()
    return tuple(detail(row) for row in taken), await waiting_suggestions(session, brand_id)


async def _ask_suggested(session: AsyncSession, brand_id: UUID, most: int) -> list[Prompt]:
    """Activate up to `most` suggested questions, skipping those already asked in other words."""
    if most <= 0:
        return []
    known = {row.folded for row in await queries.with_status(session, brand_id, *queries.LISTED)}
    position = await queries.last_position(session, brand_id)
    taken: list[Prompt] = []
    for row in await queries.with_status(session, brand_id, "suggested"):
        if len(taken) < most and row.folded not in known:
            position += 1
            row.status, row.position = "active", position
            taken.append(row)
            known.add(row.folded)
    await session.flush()
    return taken


async def active_prompts(session: AsyncSession, brand_id: UUID) -> tuple[StoredPrompt, ...]:
    """The active questions about a brand, in the panel's order; empty before its first run.

    The neutral question about the brand is not included: see `interpretation_prompt`.
    """
    return tuple(stored(row) for row in await queries.asked(session, brand_id))


async def interpretation_prompt(session: AsyncSession, brand_id: UUID) -> StoredPrompt:
    """The neutral question "What is {brand}?" in the brand's language, stored on first use.

    Its key is stable as long as name, language and market are; a renamed brand gets a new version.
    """
    profile = await profile_of(session, await require(session, brand_id, lock=True))
    text, locale = interpretation_question(profile), question_locale(profile)
    key = prompt_id(text, "branded", locale)
    current = await queries.find_interpretation(session, brand_id)
    if current is not None and current.key == key:
        return stored(current)
    if current is not None:
        current.status, current.position = "superseded", None
        await session.flush()
    row = await queries.find_key(session, brand_id, key)
    if row is None:
        row = Prompt(id=new_id(), brand_id=brand_id, key=key, text=text, intent="branded")
        row.topic, row.locale, row.folded = profile.name, locale, fold(text)
        row.version = 1 if current is None else current.version + 1
        row.lineage_id = None if current is None else current.lineage_id or current.id
        session.add(row)
    row.branded = row.interpretation = True
    row.status, row.position = "active", None
    await session.flush()
    return stored(row)


async def known_questions(session: AsyncSession, brand_id: UUID) -> tuple[str, ...]:
    """The texts of every question a brand ever had, dismissed ones included; for deduplication.

    None of them is worth suggesting again.
    """
    return tuple(row.text for row in await queries.all_of(session, brand_id))


async def waiting_suggestions(session: AsyncSession, brand_id: UUID) -> int:
    """How many suggested questions are still waiting for the customer's decision."""
    return await queries.count(session, brand_id, queries.PromptFilter(statuses=("suggested",)))


async def panel_reviewed(session: AsyncSession, brand_id: UUID) -> bool:
    """Whether the customer has reviewed the questions.

    True if no suggestion is waiting, or a question in use was added or paused by hand.
    """
    if not await waiting_suggestions(session, brand_id):
        return True
    in_use = await queries.page(session, brand_id, queries.PromptFilter(), None, MOST_LOOKED_AT)
    return any(row.origin != "generated" or row.status == "paused" for row in in_use)


async def save_suggestions(
    session: AsyncSession, brand_id: UUID, candidates: Iterable[PanelPrompt]
) -> None:
    """Suggest questions to the customer; one already known, in any status, is left unchanged."""
    waiting = await waiting_suggestions(session, brand_id)
    chosen = list(candidates)[: max(MOST_SUGGESTIONS - waiting, 0)]
    rows = [{**row, "status": "suggested", "position": None} for row in _rows(brand_id, chosen)]
    await queries.upsert(session, rows, renewed=())


def stored(row: Prompt) -> StoredPrompt:
    """A row in the form runs use."""
    return StoredPrompt(
        id=row.id,
        prompt=PanelPrompt(
            id=row.key,
            text=row.text,
            intent=cast("Intent", row.intent),
            topic=row.topic,
            locale=row.locale,
            branded=row.branded,
            version=row.version,
        ),
    )


def _rows(brand_id: UUID, panel: Sequence[PanelPrompt]) -> Iterable[dict[str, Any]]:
    for position, prompt in enumerate(panel):
        columns = _columns(prompt)
        yield {"id": new_id(), "brand_id": brand_id, **columns, "position": position}


def new_row(brand_id: UUID, prompt: PanelPrompt) -> Prompt:
    """A row for a panel question, not yet in use."""
    return Prompt(id=new_id(), brand_id=brand_id, **_columns(prompt))


def _columns(prompt: PanelPrompt) -> dict[str, Any]:
    return {
        "key": prompt.id,
        "text": prompt.text,
        "intent": prompt.intent,
        "topic": prompt.topic[:200],
        "locale": prompt.locale,
        "branded": prompt.branded,
        "version": prompt.version,
        "folded": fold(prompt.text),
    }

"""Accept a proposed panel, keep the current one, or return to an earlier one.

Invariant: before anything changes, the questions asked so far are recorded as a version, so each of
these can be undone in one step; questions leave the panel but are never removed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.panel import suggest_prompts
from presence.core.errors import Conflict, NotFound, PreconditionFailed, ValidationFailed
from presence.domains.audit.service import record
from presence.domains.billing.entitlements import require_capacity
from presence.domains.billing.service import current_plan
from presence.domains.brands.models import Brand, PanelRevision, Prompt
from presence.domains.brands.panel_records import (
    PanelState,
    Proposal,
    RevisionChange,
)
from presence.domains.brands.queries import panels
from presence.domains.brands.queries import prompts as queries
from presence.domains.brands.service.brands import profile_of
from presence.domains.brands.service.limits import PROMPTS, count_prompts, panel_places
from presence.domains.brands.service.managing import require_writable_row
from presence.domains.brands.service.panel import (
    known_questions,
    new_row,
    save_suggestions,
)
from presence.domains.brands.service.panel_proposals import Written, panel_state, write_proposal
from presence.domains.brands.service.panel_suggestions import (
    note_suggestions,
    suggest_as_of,
    suggestions,
)
from presence.domains.brands.service.panel_versions import (
    latest_revision,
    panel_word,
    record_revision,
)
from presence.domains.workspaces.service import lock_workspace

NOTHING = "There are no new questions to look at: yours fit what is known of the brand."
ANOTHER = "The new questions have changed since you looked. Look at them again."
NONE_CHOSEN = "Choose at least one question that comes or goes, or keep your questions."
SUGGESTED = 20
IN_USE = "These questions are in use already."
CHANGED = "Your questions have changed since you looked. Look at them again before you go back."
NO_VERSION = "We could not find that version of the questions."


async def accept_proposal(
    session: AsyncSession,
    brand_id: UUID,
    new: Collection[str] | None = None,
    removed: Collection[str] | None = None,
) -> RevisionChange:
    """Adopt the proposed questions, or a selection of them, as a new version.

    `new` and `removed` are keys of questions to add and remove; None means all of the proposal.
    Raises Conflict if the proposal is not the one that was viewed, PlanLimitReached if not all of
    it fits.
    """
    brand, written, proposal = await _open(session, brand_id)
    coming = _chosen_new(proposal, new)
    leaving = _chosen_gone(proposal, removed)
    moved = [question for question in proposal.stays if question.why == "market"]
    if not coming and not leaving and not moved:
        raise ValidationFailed(NONE_CHOSEN)
    if len(coming) > len(leaving):
        await _require_room(session, len(coming) - len(leaving))
    before = await latest_revision(session, brand_id)
    waited = await suggestions(session, brand_id)
    present = {row.id: row for row in written.present}
    gone = leaving | {question.id for question in moved if question.id}
    for key in gone:
        _leave(present[key])
    await session.flush()
    keys = coming | {question.key for question in moved}
    await _take_up(session, brand, written, keys)
    await _suggest_anew(session, brand, written)
    made = await record_revision(
        session,
        brand_id,
        "accepted",
        basis=written.basis,
        reasons=proposal.reasons,
        by_hand=True,
    )
    if made is None:
        raise LookupError("Questions came or went, so there is a new version.")
    await note_suggestions(session, made, waited)
    await _log(session, "panel.accepted", brand_id, before.number, made.number)
    return await _changed(session, made, before)


async def keep_panel(session: AsyncSession, brand_id: UUID) -> PanelState:
    """Keep the questions in use; the same proposal is not shown again until requested."""
    _, written, _ = await _open(session, brand_id)
    last = await latest_revision(session, brand_id)
    last.kept = dict(written.basis)
    await session.flush()
    await record(session, "panel.kept", f"brand:{brand_id}", after={"version": last.number})
    return await panel_state(session, brand_id)


async def reconsider_panel(session: AsyncSession, brand_id: UUID) -> PanelState:
    """Show a declined proposal again; does nothing if there is none."""
    await require_writable_row(session, brand_id, lock=True)
    last = await panels.newest(session, brand_id)
    if last is not None and last.kept is not None:
        last.kept = None
        await session.flush()
        await record(session, "panel.reconsidered", f"brand:{brand_id}")
    return await panel_state(session, brand_id)


async def restore_revision(
    session: AsyncSession, brand_id: UUID, number: int, expected: str | None = None
) -> RevisionChange:
    """Ask the questions of an earlier version again, as a new version.

    Takes as many as the plan has room for, a person's own questions before ours, in their order.
    What was suggested under that version is suggested again. Raises NotFound, Conflict for the
    version in use, PlanLimitReached if the plan has no room for any further question, and
    PreconditionFailed if the current questions do not match `expected`, the fingerprint of what the
    caller viewed.
    """
    await hold_panel(session, brand_id)
    # guard: brands.panel-state
    if expected is not None and expected != await panel_word(session, brand_id):
        raise PreconditionFailed(CHANGED)
    target = await panels.numbered(session, brand_id, number)
    if target is None:
        raise NotFound(NO_VERSION)
    before = await latest_revision(session, brand_id)
    if set(target.prompts) == set(before.prompts):
        raise Conflict(IN_USE)
    places, _ = await panel_places(session, brand_id)
    rows = await panels.prompts_of(session, brand_id, {*target.prompts, *before.prompts})
    wanted = [rows[key] for key in target.prompts if key in rows]
    back = _fitting(wanted, places)
    waited = await suggestions(session, brand_id)
    lineages = {row.lineage_id or row.id for row in back}
    for key in before.prompts:
        if key in rows and rows[key] not in back:
            _leave(rows[key], reworded=(rows[key].lineage_id or key) in lineages)
    await session.flush()
    _place(back)
    await session.flush()
    await suggest_as_of(session, brand_id, number)
    made = await record_revision(session, brand_id, "restored", restored=number, by_hand=True)
    if made is None:
        await _require_room(session, len(wanted) - len(back))
        raise Conflict(IN_USE)
    made.basis, made.kept = target.basis, None
    await note_suggestions(session, made, waited)
    await _log(session, "panel.restored", brand_id, before.number, made.number)
    left = len(wanted) - len(back)
    return await _changed(session, made, before, left)


async def hold_panel(session: AsyncSession, brand_id: UUID) -> Brand:
    """A brand that may be changed, locked with its workspace until the transaction ends.

    A caller that compares what somebody viewed with the current state must lock both first. Raises
    NotFound, and Conflict if the plan paused the brand.
    """
    await lock_workspace(session)
    brand = await require_writable_row(session, brand_id, lock=True)
    return brand


async def _changed(
    session: AsyncSession, made: PanelRevision, before: PanelRevision, left: int = 0
) -> RevisionChange:
    state = await panel_word(session, made.brand_id)
    come, gone = len(made.added), len(made.removed)
    return RevisionChange(made.number, before.number, state, come, gone, left)


async def _require_room(session: AsyncSession, more: int) -> None:
    """Raise PlanLimitReached if the plan has no room for this many more questions."""
    limits = (await current_plan(session)).limits
    require_capacity(limits, PROMPTS, await count_prompts(session) + more - 1)


def _fitting(rows: Sequence[Prompt], places: int) -> list[Prompt]:
    """As many as there are places for, in order, people's own questions before generated ones."""
    chosen = sorted(rows, key=lambda row: row.origin == "generated")[:places]
    return [row for row in rows if row in chosen]


async def _open(session: AsyncSession, brand_id: UUID) -> tuple[Brand, Written, Proposal]:
    brand = await hold_panel(session, brand_id)
    written = await write_proposal(session, brand)
    if written.state.proposal is None:
        raise Conflict(NOTHING)
    return brand, written, written.state.proposal


def _chosen_new(proposal: Proposal, keys: Collection[str] | None) -> set[str]:
    offered = {question.key for question in proposal.new}
    return offered if keys is None else _among(set(keys), offered)


def _chosen_gone(proposal: Proposal, keys: Collection[str] | None) -> set[UUID]:
    own = (question for question in proposal.stays if question.why == "yours")
    offered = {question.key: question.id for question in (*proposal.goes, *own)}
    going = {question.key for question in proposal.goes}
    chosen = going if keys is None else _among(set(keys), set(offered))
    return {key for key in map(offered.get, chosen) if key is not None}


def _among(chosen: set[str], offered: set[str]) -> set[str]:
    if not chosen <= offered:
        raise Conflict(ANOTHER)
    return chosen


def _leave(row: Prompt, *, reworded: bool = False) -> None:
    """Mark a generated question as replaced, and one a person chose as deleted but restorable."""
    own = row.origin != "generated" and not reworded
    row.status, row.position = "deleted" if own else "superseded", None


async def _take_up(
    session: AsyncSession, brand: Brand, written: Written, keys: Collection[str]
) -> None:
    """Activate the questions with these keys in the order of the new panel, own ones last."""
    stored = await panels.with_keys(session, brand.id, keys)
    for prompt in written.panel:
        if prompt.id not in keys:
            continue
        row = stored.get(prompt.id)
        if row is None:
            row = new_row(brand.id, prompt)
            session.add(row)
        row.status, row.origin, row.position = "active", "generated", 0
    await session.flush()
    asked = await queries.asked(session, brand.id)
    _place(_in_order(asked, {prompt.id: n for n, prompt in enumerate(written.panel)}))
    await session.flush()


async def _suggest_anew(session: AsyncSession, brand: Brand, written: Written) -> None:
    """Replace the suggestions made for the previous questions with those that fit now."""
    for row in await queries.with_status(session, brand.id, "suggested"):
        if row.origin == "generated":
            row.status = "superseded"
    await session.flush()
    profile, offer = await profile_of(session, brand), written.offer
    known = await known_questions(session, brand.id)
    fitting = await asyncio.to_thread(suggest_prompts, profile, offer, known, SUGGESTED, None)
    await save_suggestions(session, brand.id, fitting)


def _in_order(rows: Sequence[Prompt], places: Mapping[str, int]) -> list[Prompt]:
    return sorted(rows, key=lambda row: places.get(row.key, len(places)))


def _place(rows: Sequence[Prompt]) -> None:
    for position, row in enumerate(rows):
        row.status, row.position = "active", position


async def _log(session: AsyncSession, action: str, brand_id: UUID, before: int, after: int) -> None:
    await record(
        session,
        action,
        f"brand:{brand_id}",
        before={"version": before},
        after={"version": after},
    )

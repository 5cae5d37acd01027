"""A complete panel offered beside the current one once what is known about a brand has changed.

Invariant: a proposal changes nothing and is computed from current knowledge, so it can neither be
stale nor replace what is asked; a person's own questions stay until that person removes them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import cast
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.language import base_language
from presence.analysis.panel import build_panel, question_language
from presence.analysis.types import Panel, PanelPrompt
from presence.analysis.types.answers import Intent
from presence.analysis.types.offer import Offer
from presence.domains.brands.models import Brand, Prompt
from presence.domains.brands.panel_records import (
    PanelState,
    Proposal,
    ProposedQuestion,
    Reason,
    Why,
)
from presence.domains.brands.queries import panels
from presence.domains.brands.queries import prompts as queries
from presence.domains.brands.service.brands import profile_of, require
from presence.domains.brands.service.limits import panel_places
from presence.domains.brands.service.offers import offer_detail
from presence.domains.brands.service.panel_basis import basis_of, reasons_for, why_of
from presence.domains.brands.wording import fold

# A person has decided about these questions; a proposal does not raise them again.
_DECIDED = ("paused", "dismissed", "deleted")


@dataclass(frozen=True, slots=True)
class Written:
    """The state and its inputs: the current rows, and the new panel in order."""

    state: PanelState
    basis: Mapping[str, str]
    offer: Offer
    present: Sequence[Prompt]
    panel: Sequence[PanelPrompt]


@dataclass(frozen=True, slots=True)
class _Decisions:
    """A person's decisions: `texts` must not be asked again, `keys` keep the person's wording.

    `reworded` is how many of the questions in use were reworded.
    """

    texts: frozenset[str]
    keys: frozenset[str]
    reworded: int

    def holds(self, prompt: PanelPrompt) -> bool:
        return prompt.id in self.keys or fold(prompt.text) in self.texts


async def panel_state(session: AsyncSession, brand_id: UUID) -> PanelState:
    """The questions in use and the proposal beside them. Raises NotFound."""
    return (await write_proposal(session, await require(session, brand_id))).state


async def write_proposal(session: AsyncSession, brand: Brand) -> Written:
    """Write the brand's questions as they would be today, and compare them with those in use."""
    present = await queries.asked(session, brand.id)
    last = await panels.newest(session, brand.id)
    detail = await offer_detail(session, brand.id)
    basis = basis_of(brand, detail)
    places, generated = await panel_places(session, brand.id)
    state = PanelState(last.number if last else 1, len(present), places)
    reasons = reasons_for(last.basis if last else None, basis)
    if not present or not reasons or not (detail.read_at or detail.offer.readable):
        return Written(state, basis, detail.offer, present, ())
    profile = await profile_of(session, brand)
    decisions = await _decisions(session, brand, present)
    write = partial(build_panel, profile, detail.offer)
    panel = await asyncio.to_thread(_written, write, generated, decisions)
    if panel.ask is not None:
        ask = PanelState(state.number, state.asked, places, ask=panel.ask.reason)
        return Written(ask, basis, detail.offer, present, ())
    wanted = [prompt for prompt in panel.prompts if not prompt.branded]
    proposal = _beside(brand, present, wanted, reasons, decisions, generated)
    moved = any(question.why == "market" for question in proposal.stays)
    if not (proposal.goes or proposal.new or moved):
        return Written(state, basis, detail.offer, present, wanted)
    kept = last is not None and last.kept == basis
    offered = PanelState(state.number, state.asked, places, proposal, kept=kept)
    return Written(offered, basis, detail.offer, present, wanted)


async def _decisions(session: AsyncSession, brand: Brand, present: Sequence[Prompt]) -> _Decisions:
    decided = await queries.with_status(session, brand.id, *_DECIDED)
    own = [row for row in present if row.origin != "generated"]
    edited = {row.lineage_id for row in (*own, *decided) if row.lineage_id}
    first = await panels.prompts_of(session, brand.id, edited)
    reworded = sum(row.lineage_id is not None for row in own)
    return _Decisions(
        frozenset(row.folded for row in (*own, *decided)),
        frozenset(row.key for row in first.values()),
        reworded,
    )


def _written(write: Callable[[int, None], Panel], places: int, decisions: _Decisions) -> Panel:
    """A panel long enough to fill `places` once the questions already decided on are taken out."""
    size = places + decisions.reworded
    while True:
        panel = write(size + 1, None)
        neutral = [prompt for prompt in panel.prompts if not prompt.branded]
        short = places - sum(not decisions.holds(prompt) for prompt in neutral)
        if short <= 0 or len(neutral) < size:
            return panel
        size += short


def _beside(
    brand: Brand,
    present: Sequence[Prompt],
    wanted: Sequence[PanelPrompt],
    reasons: tuple[Reason, ...],
    decisions: _Decisions,
    places: int,
) -> Proposal:
    by_key = {prompt.id: prompt for prompt in wanted}
    by_text = {fold(prompt.text): prompt for prompt in wanted}
    stays, goes = [], []
    for row in present:
        same = by_text.get(row.folded)
        if row.origin != "generated":
            stays.append(_known(row, "yours"))
        elif row.key in by_key:
            stays.append(_known(row, "fits"))
        elif same is not None and row.folded not in decisions.texts:
            stays.append(replace(_known(row, "market"), key=same.id, locale=same.locale))
        else:
            goes.append(_known(row, _why_gone(brand, row, reasons)))
    met = {question.key for question in stays}
    ours = sum(question.why != "yours" for question in stays)
    why = why_of(reasons)
    new = [
        _proposed(prompt, why)
        for prompt in by_text.values()
        if prompt.id not in met and not decisions.holds(prompt)
    ]
    return Proposal(reasons, tuple(stays), tuple(goes), tuple(new[: max(places - ours, 0)]))


def _why_gone(brand: Brand, row: Prompt, reasons: tuple[Reason, ...]) -> Why:
    if base_language(row.locale) != question_language(brand.language):
        return "language"
    offer = tuple(reason for reason in reasons if reason.what not in ("language", "market"))
    return why_of(offer or reasons)


def _known(row: Prompt, why: Why) -> ProposedQuestion:
    intent = cast("Intent", row.intent)
    return ProposedQuestion(row.key, row.id, row.text, intent, row.topic, row.locale, why)


def _proposed(prompt: PanelPrompt, why: Why) -> ProposedQuestion:
    return ProposedQuestion(
        prompt.id, None, prompt.text, prompt.intent, prompt.topic, prompt.locale, why
    )

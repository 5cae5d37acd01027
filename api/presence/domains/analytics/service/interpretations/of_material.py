"""Compares what engines say the brand is with the facts that one material states.

Invariant: the answers are the brand's stored ones and nothing is asked; facts are those found in
the material itself, compared by words alone, and the card says so.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.facts import LEAST, Fact, FactMatch, find_facts, match_facts
from presence.analysis.types import BrandProfile, DocumentText
from presence.core.settings import Settings
from presence.domains.analytics.queries import facts as queries
from presence.domains.analytics.schemas.facts import (
    InterpretationCardOut,
    InterpretationOut,
    InterpretationsOut,
)
from presence.domains.analytics.service.interpretations.cards import interpretations
from presence.domains.brands.service import brand_profile
from presence.domains.materials.service import material_text


@dataclass(frozen=True, slots=True)
class _Held:
    """An answer's text and whether it knows the brand."""

    text: str
    recognised: bool


async def material_interpretations(
    session: AsyncSession, settings: Settings, material_id: UUID
) -> InterpretationsOut:
    """Cards of the brand, with match scores against the material's facts. Raises NotFound.

    The material a brand was created from states the brand's facts, so its cards are the brand's
    own.
    """
    brand_id, document = await material_text(session, material_id)
    shown = await interpretations(session, settings, brand_id)
    if document is None:
        return shown
    profile = await brand_profile(session, brand_id)
    answers = {
        row.engine: _Held(row.text, row.recognised)
        for row in await queries.cards(session, brand_id)
    }
    facts, matches = await asyncio.to_thread(lambda: _compare(profile, document, answers))
    cards = [_with_match(card, matches.get(card.engine), len(facts)) for card in shown.cards]
    return shown.model_copy(update={"cards": cards, "facts": len(facts)})


def _compare(
    profile: BrandProfile, document: DocumentText, answers: dict[str, _Held]
) -> tuple[tuple[Fact, ...], dict[str, FactMatch]]:
    """(facts of the material, how each engine's answer compares with them).

    An answer that does not know the brand states none of the facts.
    """
    found = find_facts(profile, (), (document,))
    facts = tuple(fact for fact in found if fact.source == document.source)
    matches = {
        name: match_facts(profile, facts, held.text if held.recognised else "", None)
        for name, held in answers.items()
    }
    return facts, matches


def _with_match(
    card: InterpretationCardOut, match: FactMatch | None, facts: int
) -> InterpretationCardOut:
    """The card with the part of its interpretation that depends on the facts replaced."""
    if card.interpretation is None or match is None:
        return card
    own = InterpretationOut.from_row(
        card.interpretation,
        match_score=match.score,
        enough_facts=facts >= LEAST,
        correct=match.correct,
        wrong=match.wrong,
        missing=match.missing,
        method=match.method,
    )
    return card.model_copy(update={"interpretation": own})

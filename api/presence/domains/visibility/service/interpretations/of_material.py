"""Compares what engines say the brand is with the facts that one material states.

Invariant: the answers are the brand's stored ones and nothing is asked; facts are those found in
the material itself, compared by words alone, and the card says so.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.facts import LEAST, Fact, find_facts, match_facts
from presence.analysis.types import BrandProfile, DocumentText
from presence.core.settings import Settings
from presence.domains.brands.service import brand_profile
from presence.domains.materials.service import material_text
from presence.domains.visibility.queries import facts as queries
from presence.domains.visibility.service.codec import dump
from presence.domains.visibility.service.interpretations.cards import interpretations


@dataclass(frozen=True, slots=True)
class _Held:
    """An answer's text and whether it knows the brand."""

    text: str
    recognised: bool


async def material_interpretations(
    session: AsyncSession, settings: Settings, material_id: UUID
) -> dict[str, Any]:
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
    for card in shown["cards"]:
        if card["interpretation"] is not None and card["engine"] in matches:
            card["interpretation"] |= matches[card["engine"]]
    return {**shown, "facts": len(facts)}


def _compare(
    profile: BrandProfile, document: DocumentText, answers: dict[str, _Held]
) -> tuple[tuple[Fact, ...], dict[str, dict[str, Any]]]:
    """(facts of the material, the part of each engine's card that depends on them)."""
    found = find_facts(profile, (), (document,))
    facts = tuple(fact for fact in found if fact.source == document.source)
    return facts, {name: _card(profile, facts, held) for name, held in answers.items()}


def _card(profile: BrandProfile, facts: tuple[Fact, ...], held: _Held) -> dict[str, Any]:
    """An answer that does not know the brand states none of the facts."""
    match = match_facts(profile, facts, held.text if held.recognised else "", None)
    return {
        "match_score": match.score,
        "enough_facts": len(facts) >= LEAST,
        "correct": [dump(said) for said in match.correct],
        "wrong": [dump(said) for said in match.wrong],
        "missing": [dump(said) for said in match.missing],
        "method": match.method,
    }

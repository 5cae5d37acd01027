"""Builds the prompt panel from the offer: natural, balanced questions without the brand in them.

Invariant: a panel is a fixed instrument. The same profile and offer give the same prompts with the
same ids; only the prompt marked branded contains the brand's name.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from presence.analysis.language import base_language
from presence.analysis.panel.brand_question import branded_question, is_asked_in, question_language
from presence.analysis.panel.candidates import QuestionCandidate, supply_of
from presence.analysis.panel.gate import QuestionGate
from presence.analysis.panel.steps import INTENTS, SHARES
from presence.analysis.panel.subjects import subjects_of
from presence.analysis.panel.wordings import Wordings
from presence.analysis.ports import Embedder
from presence.analysis.types import BrandProfile, Intent, Panel, PanelPrompt
from presence.analysis.types.offer import Ask, Offer, RefusedQuestion

PANEL_VERSION = "panel-22"
PROMPT_NAMESPACE = uuid.UUID("5b1f6a52-6a1d-5c0e-9a53-0f2b1c8f7a11")


def build_panel(profile: BrandProfile, offer: Offer, size: int, embedder: Embedder | None) -> Panel:
    """At most `size` prompts, the last one branded; none if something must be asked first.

    Neutral prompts come first, interleaved over intents so that any prefix is balanced. There are
    fewer than `size` if the offer yields no more that pass the gate. `Panel.ask` says what must be
    known first: we have no sentences in the language, or the offer cannot be understood.
    """
    if size < 1:
        raise ValueError("a panel has at least one prompt")
    if not is_asked_in(profile.language):
        return Panel((), PANEL_VERSION, Ask("language"))
    chosen, refused = _chosen(profile, offer, size - 1, (), embedder)
    neutral = any(not candidate.competitor for _, candidate in chosen)
    if not neutral and (size > 1 or not offer.readable):
        return Panel((), PANEL_VERSION, Ask("offer", offer.suggestions), refused)
    locale = question_locale(profile)
    prompts = [_prompt(c.text, intent, c.topic, locale) for intent, c in chosen]
    question = interpretation_question(profile)
    prompts.append(_prompt(question, "branded", profile.name, locale, branded=True))
    return Panel(tuple(prompts), PANEL_VERSION, None, refused)


def suggest_prompts(
    profile: BrandProfile,
    offer: Offer,
    known: Sequence[str],
    count: int,
    embedder: Embedder | None,
) -> tuple[PanelPrompt, ...]:
    """Up to `count` neutral questions that say something none of the `known` texts says.

    Balanced over intents like a panel; fewer if the offer yields no more.
    """
    if not is_asked_in(profile.language):
        return ()
    locale = question_locale(profile)
    chosen, _ = _chosen(profile, offer, count, known, embedder)
    return tuple(_prompt(c.text, intent, c.topic, locale) for intent, c in chosen)


def question_locale(profile: BrandProfile) -> str:
    """BCP 47 tag of the questions, with a region: the language tag's own, else the market.

    A language in which we have no sentences is treated as English for that market ("fi" in FI gives
    "en-FI").
    """
    language = profile.language or "en"
    if question_language(language) != base_language(language):
        return f"{question_language(language)}-{profile.market.upper()}"
    return language if "-" in language else f"{language}-{profile.market.upper()}"


def interpretation_question(profile: BrandProfile) -> str:
    """The neutral question about the brand, in the language its questions are asked in."""
    return branded_question(profile.name, profile.language)[0]


def prompt_id(text: str, intent: Intent, locale: str) -> str:
    """Stable id of a question: equal for equal text, intent and locale."""
    return str(uuid.uuid5(PROMPT_NAMESPACE, f"{locale}\n{intent}\n{text}"))


def _prompt(
    text: str, intent: Intent, topic: str, locale: str, *, branded: bool = False
) -> PanelPrompt:
    return PanelPrompt(prompt_id(text, intent, locale), text, intent, topic, locale, branded)


def _chosen(
    profile: BrandProfile,
    offer: Offer,
    size: int,
    known: Sequence[str],
    embedder: Embedder | None,
) -> tuple[list[tuple[Intent, QuestionCandidate]], tuple[RefusedQuestion, ...]]:
    """Up to `size` questions that pass the gate, and those it rejected on the way."""
    supply = supply_of(profile, offer, INTENTS)
    subjects = subjects_of(profile, offer)
    gate = QuestionGate(profile, offer, subjects, embedder, known)
    wordings = Wordings(size, subjects[0].name) if subjects else None
    picked: dict[Intent, list[QuestionCandidate]] = {intent: [] for intent in INTENTS}
    alike: dict[Intent, list[QuestionCandidate]] = {intent: [] for intent in INTENTS}
    refused: list[RefusedQuestion] = []
    for intent, wanted in _quota(size).items():
        taken, held, out = _take(supply[intent], wanted, intent, gate, wordings)
        picked[intent] += taken
        alike[intent] += held
        refused += out
    # If nothing else is left, a different wording will do, so that intents stay balanced.
    for intent, wanted in _quota(size).items():
        taken, _, out = _take(alike[intent], wanted - len(picked[intent]), intent, gate, None)
        picked[intent] += taken
        refused += out
    for rest in (supply, alike):
        for intent in INTENTS:
            missing = size - sum(map(len, picked.values()))
            taken, _, out = _take(rest[intent], missing, intent, gate, None)
            picked[intent] += taken
            refused += out
    return _interleaved(picked), tuple(refused)


def _quota(size: int) -> dict[Intent, int]:
    """Prompts per intent by largest remainder, earlier intents first on ties."""
    exact = {intent: size * share for intent, share in SHARES}
    counts = {intent: int(value) for intent, value in exact.items()}
    rest = sorted(exact, key=lambda intent: -(exact[intent] - counts[intent]))
    for intent in rest[: size - sum(counts.values())]:
        counts[intent] += 1
    return counts


def _take(
    supply: list[QuestionCandidate],
    wanted: int,
    intent: Intent,
    gate: QuestionGate,
    wordings: Wordings | None,
) -> tuple[list[QuestionCandidate], list[QuestionCandidate], list[RefusedQuestion]]:
    """Up to `wanted` candidates, those held back as rewordings, and those rejected."""
    taken: list[QuestionCandidate] = []
    held: list[QuestionCandidate] = []
    refused: list[RefusedQuestion] = []
    while supply and len(taken) < wanted:
        batch = supply[: wanted - len(taken)]
        del supply[: len(batch)]
        gate.prepare(batch)
        for candidate in batch:
            if wordings is not None and wordings.enough(candidate):
                held.append(candidate)
            elif (refusal := gate.refusal(candidate, intent)) is not None:
                refused.append(refusal)
            else:
                taken.append(candidate)
                if wordings is not None:
                    wordings.count(candidate)
    return taken, held, refused


def _interleaved(
    picked: dict[Intent, list[QuestionCandidate]],
) -> list[tuple[Intent, QuestionCandidate]]:
    """Spread every intent evenly over the panel."""
    placed = [
        ((index + 0.5) / len(rows), order, intent, candidate)
        for order, (intent, rows) in enumerate(picked.items())
        for index, candidate in enumerate(rows)
    ]
    return [(intent, c) for _, _, intent, c in sorted(placed, key=lambda row: row[:2])]

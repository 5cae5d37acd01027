"""Builds the prompt panel: natural, balanced, de-duplicated questions without the brand in them.

Invariant: same profile, topics, size and seed give the same prompts with the same ids; only the
prompt marked branded contains the brand's name.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from presence.analysis.language import base_language
from presence.analysis.panel.candidates import Candidate, supply_of
from presence.analysis.panel.distinct import Distinct
from presence.analysis.panel.frames import branded_question, question_language
from presence.analysis.ports import Embedder
from presence.analysis.types import BrandProfile, Intent, Panel, PanelPrompt, Topic

PANEL_VERSION = "panel-2"
PROMPT_NAMESPACE = uuid.UUID("5b1f6a52-6a1d-5c0e-9a53-0f2b1c8f7a11")
SHARES: tuple[tuple[Intent, float], ...] = (
    ("discovery", 0.4), ("comparison", 0.3), ("problem", 0.2), ("how-to", 0.1),
)  # fmt: skip
INTENTS = tuple(intent for intent, _ in SHARES)
STRICTNESS = (0.92, 0.97, 1.01)
NEAREST_TOPICS = 3
LEAST_KINSHIP = 0.3


def build_panel(
    profile: BrandProfile,
    topics: Sequence[Topic],
    size: int,
    seed: int,
    embedder: Embedder | None,
) -> Panel:
    """`size` prompts: size - 1 neutral ones and one branded, or the branded one without topics.

    Neutral prompts stand first, interleaved over intents so that any prefix is balanced.
    Prompts of one intent closer in meaning than a cosine of 0.92 (lexically: Jaccard) are not
    both taken unless the size cannot be reached otherwise; the limit is then relaxed in steps.
    """
    if size < 1:
        raise ValueError("a panel has at least one prompt")
    locale = question_locale(profile)
    supply = supply_of(profile, _kindred(profile, topics, embedder), INTENTS, seed)
    distinct = Distinct(embedder, profile.language)
    chosen = _choose(supply, size - 1, distinct) if topics else []
    prompts = [_prompt(c.text, c.intent, c.topic, locale) for c in chosen]
    question = interpretation_question(profile)
    prompts.append(_prompt(question, "branded", profile.name, locale, branded=True))
    return Panel(tuple(prompts), PANEL_VERSION)


def suggest_prompts(
    profile: BrandProfile,
    topics: Sequence[Topic],
    known: Sequence[str],
    count: int,
    seed: int,
    embedder: Embedder | None,
) -> tuple[PanelPrompt, ...]:
    """Up to `count` neutral questions that say something none of the `known` texts says.

    Balanced over intents like a panel; fewer where the brand's words give no more.
    """
    supply = supply_of(profile, _kindred(profile, topics, embedder), INTENTS, seed)
    distinct = Distinct(embedder, profile.language)
    distinct.know(known)
    picked: dict[Intent, list[Candidate]] = {intent: [] for intent in INTENTS}
    for intent, wanted in _quota(count).items():
        _take(supply[intent], picked[intent], wanted, distinct, STRICTNESS[0])
    locale = question_locale(profile)
    return tuple(_prompt(c.text, c.intent, c.topic, locale) for c in _interleaved(picked))


def question_locale(profile: BrandProfile) -> str:
    """BCP 47 tag of the questions with a region: the language's own one, else the market.

    A language without frames is asked in English for that market ("it" in IT gives "en-IT").
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


def _kindred(
    profile: BrandProfile, topics: Sequence[Topic], embedder: Embedder | None
) -> Sequence[Topic]:
    """Topics akin to the description and the heaviest topics; all of them without embeddings."""
    if embedder is None or len(topics) <= NEAREST_TOPICS:
        return topics
    core = "; ".join([*(t.phrase for t in topics[:NEAREST_TOPICS]), profile.description])
    rows = embedder.embed([core, *(topic.phrase for topic in topics)])
    near = (rows[1:] @ rows[0]) >= LEAST_KINSHIP
    return [topic for place, topic in enumerate(topics) if place < NEAREST_TOPICS or near[place]]


def _quota(size: int) -> dict[Intent, int]:
    """Prompts per intent by largest remainder, earlier intents first on ties."""
    exact = {intent: size * share for intent, share in SHARES}
    counts = {intent: int(value) for intent, value in exact.items()}
    rest = sorted(exact, key=lambda intent: -(exact[intent] - counts[intent]))
    for intent in rest[: size - sum(counts.values())]:
        counts[intent] += 1
    return counts


def _choose(
    supply: dict[Intent, list[Candidate]], size: int, distinct: Distinct
) -> list[Candidate]:
    quota = _quota(size)
    picked: dict[Intent, list[Candidate]] = {intent: [] for intent, _ in SHARES}
    for strictness in STRICTNESS:
        for intent, _ in SHARES:
            _take(supply[intent], picked[intent], quota[intent], distinct, strictness)
        if sum(map(len, picked.values())) >= size:
            break
    for intent, _ in SHARES:
        missing = size - sum(map(len, picked.values()))
        _take(
            supply[intent], picked[intent], len(picked[intent]) + missing, distinct, STRICTNESS[-1]
        )
    return _interleaved(picked)


def _take(
    supply: list[Candidate],
    picked: list[Candidate],
    wanted: int,
    distinct: Distinct,
    strictness: float,
) -> None:
    """Move candidates from the supply to the picked ones until `wanted` are there."""
    window = 2 * max(wanted, 2) + 4
    distinct.prepare([candidate.text for candidate in supply[:window]])
    for candidate in supply[:window] if strictness < 1 else list(supply):
        if len(picked) >= wanted:
            return
        if distinct.admit(candidate.text, strictness, candidate.intent):
            picked.append(candidate)
            supply.remove(candidate)


def _interleaved(picked: dict[Intent, list[Candidate]]) -> list[Candidate]:
    """Spread every intent evenly over the panel."""
    placed = [
        ((index + 0.5) / len(rows), order, candidate)
        for order, rows in enumerate(picked.values())
        for index, candidate in enumerate(rows)
    ]
    return [candidate for _, _, candidate in sorted(placed, key=lambda row: row[:2])]

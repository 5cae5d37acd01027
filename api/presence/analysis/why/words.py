"""Says in one or two sentences why a number changed, for screens, reports, e-mails and assistants.

Invariant: no claim beyond the parts: whether the answers really moved is the verdict's to say, so
their part is given with its likely range, and with what that says when it holds zero.
"""

from __future__ import annotations

from typing import Final

from presence.analysis.why.types import Cause, Explanation, Part

NAMES: Final = {
    "overall": "AI Visibility",
    "content": "Content AI Visibility",
    "mentionRate": "Mention rate",
    "shareOfVoice": "Share of voice",
    "citationRate": "Citation rate",
    "recommendationRate": "Recommendation rate",
}
CAUSE_WORDS: Final[dict[Cause, str]] = {
    "questions": "the questions being asked have changed",
    "engines": "other assistants answered, or fewer of their answers arrived",
    "reading": "answers are read differently since names or detection changed",
    "competitors": "your list of competitors has changed",
    "model": "an assistant switched to a new model",
    "website": "the technical score of your website changed",
    "answers": "assistants answered the same questions differently",
}
_SMALL: Final = 0.5
_MOST: Final = 0.8


def why_in_words(found: Explanation) -> str:
    """What happened to the number, what most of it comes from, and what the answers add."""
    name = NAMES[found.metric]
    before, after = _value(found, found.before), _value(found, found.after)
    real = found.part("answers")
    largest = max(found.parts, key=lambda part: abs(part.points))
    if abs(largest.points) < _SMALL:
        return f"{name} stayed at {after}: nothing changed by half a point or more."
    moved = f"{name} {_verb(found, before, after)}."
    share = "Most of it" if largest.points * found.points > 0 and _is_most(found, largest) else ""
    lead = f"{share or 'The largest part'}, {signed(largest.points)},"
    if largest.cause == "answers":
        return f"{moved} {lead} is because {CAUSE_WORDS['answers']}{_range(real)}."
    said = f"{moved} {lead} is because {CAUSE_WORDS[largest.cause]}."
    if found.shared_questions == 0:
        return f"{said} No question was asked in both analyses, so answers cannot be compared."
    return f"{said} Answers to the same questions account for {signed(real.points)}{_range(real)}."


def signed(points: float) -> str:
    """Points with their sign and one decimal: +3.2, −1.0, 0.0."""
    rounded = round(points, 1)
    sign = "+" if rounded > 0 else "−" if rounded < 0 else ""
    return f"{sign}{abs(rounded):.1f}"


def _value(found: Explanation, value: float) -> str:
    return f"{value:.0f}" if found.metric in ("content", "overall") else f"{value:.0f}%"


def _verb(found: Explanation, before: str, after: str) -> str:
    if before == after:
        return f"stayed at {after}, while parts of it moved against each other"
    return f"{'rose' if found.points > 0 else 'fell'} from {before} to {after}"


def _is_most(found: Explanation, part: Part) -> bool:
    return abs(part.points) >= _MOST * sum(abs(one.points) for one in found.parts)


def _range(real: Part) -> str:
    if real.low is None or real.high is None:
        return ""
    nothing = ", which includes no change" if real.low <= 0 <= real.high else ""
    return f" (likely between {signed(real.low)} and {signed(real.high)}{nothing})"

"""What experiments say in a sentence.

Invariant: every verdict and reason has one, so a screen, a message and the API say the same.
"""

from __future__ import annotations

from presence.analysis.experiments import Reason, Verdict

_SPOILED: dict[str, str] = {
    "altered": "The registration was altered after it was made, so there is no verdict.",
    "overlap": "Another experiment changed some of the same questions, so the effect of this"
    " change cannot be told apart.",
    "model-break": "An assistant switched to another model during the window, so before and after"
    " cannot be compared.",
    "other-engines": "The analyses in the window asked other assistants than those before.",
    "questions-removed": "Too many of its questions were edited, paused or removed during the"
    " window.",
    "too-few-runs": "There were too few analyses during the window.",
    "no-comparison": "There was nothing left to compare the changed questions with.",
}
_EARLY: dict[str, str] = {
    "window-open": "Too early to tell. The verdict comes when the window ends.",
    "stopped": "Stopped before the window ended, so there is no verdict.",
    "too-few-questions": "Too early to tell: with this few questions the effect could still be as"
    " large as you hoped, or zero. Try again with more questions or a longer window.",
}


_HEADLINES: dict[Verdict, str] = {
    "worked": "your change worked",
    "did not work": "your change did not work",
    "too early": "your experiment could not tell",
    "spoiled": "your experiment was spoiled",
}


def headline_of(verdict: Verdict) -> str:
    """The verdict in the words of a subject line."""
    return _HEADLINES[verdict]


def verdict_sentence(verdict: Verdict, reason: Reason, difference: float | None) -> str:
    """The verdict in a sentence; `difference` in points."""
    if verdict == "spoiled":
        return f"Spoiled. {_SPOILED[reason]}"
    if verdict == "too early" or difference is None:
        return _EARLY.get(reason, _EARLY["window-open"])
    gained = f"{abs(difference):.1f} points"
    if verdict == "worked":
        return f"It worked: the changed questions gained {gained} more than their controls."
    if reason == "worse":
        return f"It did not work: the changed questions lost {gained} against their controls."
    return (
        f"It did not work: the difference of {difference:+.1f} points is within what chance alone"
        " produces."
    )


def power_sentence(
    treated: int, controls: int, effect: float, detectable: float | None, power: float, late: bool
) -> str:
    """What an experiment of this size can tell, in a sentence or two; effects in points."""
    if detectable is None:
        said = (
            f"With {_counted(treated, 'changed question')} and {_counted(controls, 'control')},"
            " no effect of any size could be told from chance. Choose more questions, or leave"
            " more of them unchanged."
        )
    else:
        said = (
            f"This can see a change of {detectable:.0f} points or more with four chances in five."
            f" For {effect:g} points the chance is {100 * power:.0f} %."
        )
    if late:
        said += (
            " An analysis has already seen the change, so this experiment will be marked as"
            " registered late and count for no record."
        )
    return said


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"

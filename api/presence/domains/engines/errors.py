"""Refusals of the slice."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import ClassVar

from presence.core.errors import AppError, Conflict, NotFound
from presence.domains.identity.errors import EmailUnconfirmed


class BudgetExhausted(AppError):
    """Asking would exceed the remaining budget; `extra` has feature, limit, used, resetsAt."""

    code: ClassVar[str] = "budget-exhausted"
    status: ClassVar[int] = 429
    title: ClassVar[str] = "Budget exhausted"


class CeilingReached(BudgetExhausted):
    """The deployment's daily money is used up; `extra` says until when. No plan helps."""


def plan_exhausted(limit: float, used: float, unit: str, resets_at: datetime) -> BudgetExhausted:
    """The plan's remaining answers in the period do not suffice."""
    what = "answers" if unit == "answers" else "answer budget"
    return BudgetExhausted(
        f"What is left of your plan's {what} in this period is not enough for this. The next"
        f" period begins on {day_of(resets_at)}; a larger plan, or a key of your own, lets you ask"
        " now.",
        extra=_extra("answers.monthly", limit, used, unit, resets_at),
    )


def person_exhausted(limit: float, used: float, unit: str, resets_at: datetime) -> BudgetExhausted:
    """The remaining free answers of the paying person do not suffice."""
    what = f"{limit:.0f} free answers" if unit == "answers" else "free answers"
    return BudgetExhausted(
        f"What is left of the {what} a month that you have in all your workspaces together is not"
        f" enough for this. They start anew on {day_of(resets_at)}; a plan, or a key of your own,"
        " lets you ask now.",
        extra=_extra("answers.person", limit, used, unit, resets_at),
    )


def ceiling_reached(
    name: str | None, limit: float, used: float, resets_at: datetime
) -> CeilingReached:
    """The daily money is used up: for one engine, or for all of them without a `name`."""
    asked = f"{name} has answered" if name else "The assistants have answered"
    return CeilingReached(
        f"{asked} as many questions today as all customers together may ask on our keys. Please"
        " try again after midnight UTC, or connect a key of your own to ask now.",
        headers={"Retry-After": str(max(1, int((resets_at - datetime.now(UTC)).total_seconds())))},
        extra=_counted("engine.daily", limit, used, "usd", resets_at),
    )


def share_reached(limit: float, used: float, wanted: float, resets_at: datetime) -> CeilingReached:
    """The payer has too little left of their share of the day's money, or never has enough."""
    if wanted > limit:
        sentence = (
            "This would ask more on our keys than one customer may in a whole day. Leave out some"
            " of the questions, or connect a key of your own to ask them all."
        )
    else:
        sentence = (
            "What the owner of this workspace may still ask on our keys today is not enough for"
            " this. Please try again after midnight UTC, or connect a key of your own to ask now."
        )
    return CeilingReached(
        sentence,
        headers={"Retry-After": str(max(1, int((resets_at - datetime.now(UTC)).total_seconds())))},
        extra=_counted("engine.daily.share", limit, used, "usd", resets_at),
    )


def nobody_pays(resets_at: datetime) -> BudgetExhausted:
    """The payer has left, and the owner they appointed has not started an analysis yet."""
    return BudgetExhausted(
        "Nobody's free answers pay for this workspace since its former owner left: they do once the"
        " owner starts an analysis. A plan, or a key of your own, lets you ask as well.",
        extra=_extra("answers.person", 0, 0, "answers", resets_at),
    )


def address_unconfirmed(names: Sequence[str]) -> EmailUnconfirmed:
    """Engines on our keys wait until the workspace's owner has confirmed their address."""
    return EmailUnconfirmed(confirm_first(names))


def confirm_first(names: Sequence[str]) -> str:
    """A sentence that says what to do."""
    return (
        f"Confirm your address to ask {_listed(names)}: open the link in the email we sent to"
        " the owner of this workspace."
    )


def _listed(names: Sequence[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def cap_exhausted(
    name: str, limit: float, used: float, unit: str, resets_at: datetime
) -> BudgetExhausted:
    """The monthly cap of a workspace's own key would be exceeded."""
    return BudgetExhausted(
        f"The monthly cap you set for your {name} key would be passed."
        f" It starts anew on {day_of(resets_at)}.",
        extra=_extra("engine.cap", limit, used, unit, resets_at),
    )


def not_connected(name: str) -> Conflict:
    """409: there is no key for the engine."""
    return Conflict(f"{name} is not connected.")


def no_such_engine() -> NotFound:
    """404: not in the registry, or nothing to connect."""
    return NotFound("We could not find that engine.")


def day_of(moment: datetime) -> str:
    """A day as sentences say it."""
    return f"{moment:%B} {moment.day}, {moment.year}"


def plan_helps(refused: AppError | None) -> bool:
    """Whether another plan would allow what was refused."""
    return refused is not None and "upgradeUrl" in refused.extra


def _extra(
    feature: str, limit: float, used: float, unit: str, resets_at: datetime
) -> dict[str, object]:
    return {**_counted(feature, limit, used, unit, resets_at), "upgradeUrl": "/pricing"}


def _counted(
    feature: str, limit: float, used: float, unit: str, resets_at: datetime
) -> dict[str, object]:
    return {
        "feature": feature,
        "limit": limit,
        "used": used,
        "unit": unit,
        "resetsAt": resets_at.isoformat().replace("+00:00", "Z"),
    }

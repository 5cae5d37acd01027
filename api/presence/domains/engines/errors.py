"""Refusals of the slice."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

from presence.core.errors import AppError, Conflict, FieldError, NotFound, ValidationFailed


class BudgetExhausted(AppError):
    """Asking would spend more than is left; `extra` has feature, limit, used, resetsAt."""

    code: ClassVar[str] = "budget-exhausted"
    status: ClassVar[int] = 429
    title: ClassVar[str] = "Budget exhausted"


def plan_exhausted(limit: float, used: float, unit: str, resets_at: datetime) -> BudgetExhausted:
    """The plan's answers of the period would not last."""
    what = "answers" if unit == "answers" else "answer budget"
    return BudgetExhausted(
        f"Your plan's {what} for this period would not be enough for this."
        f" It starts anew on {_day(resets_at)}.",
        extra=_extra("answers.monthly", limit, used, unit, resets_at),
    )


def cap_exhausted(
    name: str, limit: float, used: float, unit: str, resets_at: datetime
) -> BudgetExhausted:
    """The monthly cap of a workspace's own key would be passed."""
    return BudgetExhausted(
        f"The monthly cap you set for your {name} key would be passed."
        f" It starts anew on {_day(resets_at)}.",
        extra=_extra("engine.cap", limit, used, unit, resets_at),
    )


def not_connected(name: str) -> Conflict:
    """409: there is no key to ask the engine with."""
    return Conflict(f"{name} is not connected.")


def no_such_engine() -> NotFound:
    """404: not in the registry, or nothing to connect."""
    return NotFound("We could not find that engine.")


def wrong_field(pointer: str, sentence: str) -> ValidationFailed:
    """422 with one field at fault."""
    return ValidationFailed(sentence, errors=(FieldError(pointer, sentence),))


def _day(moment: datetime) -> str:
    return f"{moment:%B} {moment.day}, {moment.year}"


def _extra(
    feature: str, limit: float, used: float, unit: str, resets_at: datetime
) -> dict[str, object]:
    return {
        "feature": feature,
        "limit": limit,
        "used": used,
        "unit": unit,
        "resetsAt": resets_at.isoformat().replace("+00:00", "Z"),
        "upgradeUrl": "/pricing",
    }

"""What is known about a brand when its questions are written, and what has changed since.

Invariant: slots that vary with every reading of the site (jobs, qualities) count only if a person
stated them, so that editing the site does not propose new questions each time.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from presence.analysis.panel import PANEL_VERSION
from presence.analysis.types.offer import Slot
from presence.domains.brands.models import Brand
from presence.domains.brands.panel_records import Reason, ReasonName, Why
from presence.domains.brands.records import OfferDetail

_READ = ("kind", "category", "more_categories", "audience", "place")
_SAID = ("jobs", "qualities")
NAMES: tuple[ReasonName, ...] = get_args(ReasonName)


def basis_of(brand: Brand, detail: OfferDetail) -> dict[str, str]:
    """The facts this brand's questions are written from, as text by name."""
    offer = detail.offer
    slots = [*_READ, *(name for name in _SAID if name in detail.said)]
    found = {name.replace("_", "-"): _text(getattr(offer, name)) for name in slots}
    return {**found, "market": brand.market, "language": brand.language, "grammar": PANEL_VERSION}


def reasons_for(before: Mapping[str, Any] | None, now: Mapping[str, str]) -> tuple[Reason, ...]:
    """The differences, in a fixed order; a panel that predates versions used older rules."""
    if before is None:
        return (Reason("grammar", "", now["grammar"]),)
    differing = (
        Reason(name, str(before.get(name, "")), now.get(name, ""))
        for name in NAMES
        if name in now or name in before
    )
    return tuple(r for r in differing if r.before.casefold() != r.after.casefold())


def why_of(reasons: tuple[Reason, ...]) -> Why:
    """The single reason to show: the strongest of the changes."""
    names = {reason.what for reason in reasons}
    for name in ("language", "market", "grammar"):
        if name in names and (name != "grammar" or names == {"grammar"}):
            return name
    return "offer"


def _text(slot: Slot[Any] | None) -> str:
    if slot is None:
        return ""
    return slot.value if isinstance(slot.value, str) else ", ".join(slot.value)

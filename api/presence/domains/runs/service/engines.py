"""A run's engines as the run stores and shows them.

Invariant: which engines a run asks, and with which model, is fixed when it is queued; the counts
beside them are those of stored answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypedDict

from presence.analysis.types import Basis, EngineSpec
from presence.domains.engines.records import Surface
from presence.domains.runs.queries.asked import NONE, Counts
from presence.domains.runs.schemas.runs import EngineStatus

VALID_SHARE = 0.8  # fewer valid answers give no headline


class Entry(TypedDict):
    """An engine of a run in the form stored with the run, which the API passes on."""

    id: str
    name: str
    provider: str
    model: str
    surface: Surface
    basis: Basis
    detail: str
    status: EngineStatus
    reason: str
    errorCode: str
    planned: int
    answered: int
    failed: int
    refused: int
    costUsd: float | None


def entry_of(spec: EngineSpec, planned: int, reason: str = "") -> Entry:
    """An engine at queue time; one that will not be asked has a `reason` and nothing planned."""
    entry = Entry(
        id=spec.id,
        name=spec.name,
        provider=spec.provider,
        model=spec.model,
        surface=spec.surface,
        basis=spec.basis,
        detail=spec.detail,
        status="waiting",
        reason=reason,
        errorCode="",
        planned=planned,
        answered=0,
        failed=0,
        refused=0,
        costUsd=None,
    )
    return _counted(entry, NONE, "")


def spec_of(entry: Entry) -> EngineSpec:
    """The engine behind an entry."""
    return EngineSpec(
        entry["id"],
        entry["name"],
        entry["provider"],
        entry["model"],
        entry["surface"],
        entry["basis"],
        entry["detail"],
    )


def asked_specs(entries: Iterable[Entry]) -> tuple[EngineSpec, ...]:
    """Engines with something to ask, in the run's order."""
    return tuple(spec_of(entry) for entry in entries if entry["planned"])


def counted(entries: Sequence[Entry], counts: Mapping[str, Counts], *, over: bool) -> list[Entry]:
    """The entries with counts of stored answers; `over` once nothing more is asked."""
    return [
        _counted(entry, counts.get(entry["id"], NONE), "over" if over else "asking")
        for entry in entries
    ]


def planned_anew(entries: Sequence[Entry], planned: Mapping[str, int]) -> list[Entry]:
    """The entries with the number of questions, now that the panel is known."""
    return [{**entry, "planned": planned.get(entry["id"], 0)} for entry in entries]


def unheard(entries: Iterable[Entry]) -> list[Entry]:
    """Assistants that were asked but gave too few valid answers to be counted."""
    return [
        entry
        for entry in entries
        if entry["basis"] == "assistants" and entry["status"] in {"incomplete", "failed"}
    ]


def _counted(entry: Entry, counts: Counts, phase: str) -> Entry:
    given = counts.answered + counts.failed + counts.refused
    status = _status(entry["planned"], counts.answered, given, phase)
    sentence = counts.error if given > counts.answered else ""
    return {
        **entry,
        "status": status,
        "answered": counts.answered,
        "failed": counts.failed,
        "refused": counts.refused,
        "costUsd": counts.cost_usd,
        "reason": sentence or (entry["reason"] if not entry["planned"] else ""),
        "errorCode": counts.error_code if sentence else "",
    }


def _status(planned: int, answered: int, given: int, phase: str) -> EngineStatus:
    if not planned:
        return "not-asked"
    if given < planned and phase != "over":
        return "asking" if phase == "asking" and given else "waiting"
    if answered >= VALID_SHARE * planned:
        return "answered"
    return "incomplete" if answered else "failed"

"""The next run's verdict on causes marked as done.

Invariant: only a run queued after the mark decides, and only if it examined the cause: a prompt
without a valid answer, a site that could not be read, or a gap that it is too early to call,
decides nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.findings.models import Decision
from presence.domains.findings.queries import advice as stored
from presence.domains.runs.models import Run


@dataclass(frozen=True, slots=True)
class RunConclusions:
    """The keys a run found, by kind (`findings` is None without an audit), and what it examined.

    `examined` are the keys of recommendations it looked for on the pages it read, `pages` were
    checked; `fitted` says whether audience fit was assessed. `early` are the prompts whose gap no
    longer shows, in too few answers to call it closed.
    """

    gaps: frozenset[str]
    recommendations: frozenset[str]
    findings: frozenset[str] | None
    presence_counts: Mapping[str, tuple[int, int]]
    examined: frozenset[str]
    pages: int
    fitted: bool
    early: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class RecheckVerdict:
    """Whether the cause still exists, and a sentence that says so."""

    still_open: bool
    text: str


Status = dict[tuple[str, str], str]


async def store_verdicts(session: AsyncSession, run: Run, found: RunConclusions) -> Status:
    """The status by (kind, key) of every decided cause after this run; stores the verdicts."""
    known = await stored.decisions(session, run.brand_id)
    keys = [d.key for d in known if d.kind == "recommendation"]
    prompts = await stored.recommended_prompts(session, run.brand_id, keys) if keys else {}
    status: Status = {}
    for decision in known:
        verdict = None
        if decision.status == "done" and decision.decided_at < run.created_at:
            verdict = cause_verdict(decision, found, prompts.get(decision.key, set()))
        status[decision.kind, decision.key] = await _store(session, run, decision, verdict)
    return status


async def _store(
    session: AsyncSession, run: Run, decision: Decision, verdict: RecheckVerdict | None
) -> str:
    if verdict is None:
        return decision.status
    if verdict.still_open:
        again = decision.verified == "closed"
        text = verdict.text.replace("Still open", "Open again") if again else verdict.text
        await stored.verify(session, decision.id, run.id, "open", text, "open")
        return "open"
    if decision.verified != "closed":
        await stored.verify(session, decision.id, run.id, "closed", verdict.text, "done")
    return "done"


def cause_verdict(
    decision: Decision, found: RunConclusions, prompts: set[str]
) -> RecheckVerdict | None:
    """The verdict on one cause; None if the run did not examine it.

    `prompts` are the prompt keys behind a recommendation.
    """
    if decision.kind == "finding":
        return _finding(decision.key, found.findings, found.pages)
    if decision.kind == "gap":
        return _answered({decision.key.rpartition(":")[0]}, decision.key in found.gaps, found)
    source = decision.key.partition(":")[0]
    still = decision.key in found.recommendations
    if source == "gap":
        return _answered(prompts, still, found)
    looked = {
        "finding": found.findings is not None,
        "site": decision.key in found.examined,
    }
    if not looked.get(source, found.fitted):
        return None
    return RecheckVerdict(still, "Still open" if still else "Closed — no longer found")


def _finding(key: str, findings: frozenset[str] | None, pages: int) -> RecheckVerdict | None:
    if findings is None:
        return None
    if key in findings:
        return RecheckVerdict(True, "Still open")
    return RecheckVerdict(False, f"Closed — no longer found on {_count(pages, 'page')}")


def _answered(prompts: set[str], still: bool, found: RunConclusions) -> RecheckVerdict | None:
    asked = [found.presence_counts[prompt] for prompt in prompts if prompt in found.presence_counts]
    if not asked or (still and _too_early(prompts, found)):
        return None
    brand, answers = (sum(column) for column in zip(*asked, strict=True))
    where = f"{brand} of {_count(answers, 'answer')}"
    if still:
        return RecheckVerdict(True, f"Still open — brand in {where}")
    return RecheckVerdict(False, f"Closed — brand now in {where}")


def _too_early(prompts: set[str], found: RunConclusions) -> bool:
    """Whether what is left of the gaps of some prompts is only too early to call."""
    behind = {key.rpartition(":")[0] for key in found.gaps} - found.early
    return bool(prompts & found.early) and not prompts & behind


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"

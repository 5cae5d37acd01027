"""Turns technical findings into recommendations, one per cause.

Invariant: a policy choice is never recommended against, and what is only for information is not
recommended. The priority is the impact of the finding, so both always agree; the expected gain is
the part of the technical score the cause holds back, carried into the overall score.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final
from urllib.parse import urlsplit

from presence.analysis.audit.levels import (
    CLOSING_CODES,
    DIVERTING_CODES,
    LEVELS,
    within_evidence,
)
from presence.analysis.recommendations.finding_words import (
    finding_description,
    finding_title,
    of_copies,
)
from presence.analysis.recommendations.grades import finding_support
from presence.analysis.recommendations.ranking import EFFORT_COST
from presence.analysis.scoring.combine import TECHNICAL_WEIGHT
from presence.analysis.types import (
    AuditReport,
    CheckResult,
    EvidenceRef,
    Finding,
    Priority,
    Recommendation,
)

CATEGORY: Final = "Technical"
LONGEST: Final = 600
_EVIDENCE_LIMIT: Final = 8
_NOT_READ: Final = CLOSING_CODES | DIVERTING_CODES


def finding_recommendations(audit: AuditReport) -> list[Recommendation]:
    """One recommendation per finding code, in the order of the findings.

    Titles and descriptions that repeat because pages are copies count as one cause.
    """
    groups: dict[str, list[Finding]] = {}
    for finding in audit.findings:
        if not finding.policy_choice and finding.impact != "Info":
            groups.setdefault(finding.code, []).append(finding)
    checks = {check.code: check for check in audit.checks}
    copied = [code for code, group in groups.items() if of_copies(code, group)]
    lead = max(copied, key=lambda code: sum(len(f.pages) for f in groups[code]), default="")
    found = [
        _recommendation([code, *(copied if code == lead else [])], group, checks, audit)
        for code, group in groups.items()
        if code == lead or code not in copied
    ]
    return _said_first(found, audit.unreadable, _closing_home(groups))


def _closing_home(groups: dict[str, list[Finding]]) -> frozenset[str]:
    """Codes that keep assistants from reading the home page: nothing there helps until they go."""
    return frozenset(
        code
        for code, group in groups.items()
        if code in CLOSING_CODES
        and any(urlsplit(page).path in ("", "/") for finding in group for page in finding.pages)
    )


def _said_first(
    found: list[Recommendation], sentence: str, home: frozenset[str]
) -> list[Recommendation]:
    """What closes the site, or its `home` page, comes before all else; where the site is
    unreadable the weightiest carries the sentence that says so.
    """
    codes = CLOSING_CODES if sentence else home
    closing = [advice for advice in found if advice.source_ref in codes]
    if not closing:
        return found
    lead = max(closing, key=lambda advice: advice.expected_gain / EFFORT_COST[advice.effort])
    return [
        replace(
            advice,
            title=sentence if sentence and advice is lead else advice.title,
            priority="High" if advice in closing else advice.priority,
            blocking=advice in closing,
        )
        for advice in found
    ]


def _recommendation(
    codes: Sequence[str],
    group: Sequence[Finding],
    checks: dict[str, CheckResult],
    audit: AuditReport,
) -> Recommendation:
    """The step for the first code; the others are repaired with it."""
    code = codes[0]
    lead = min(group, key=lambda f: (LEVELS[f.impact], -f.impact_value, f.page))
    check = checks.get(code)
    support = finding_support(code, check.opinion if check is not None else False)
    pages = list(dict.fromkeys(page for finding in group for page in finding.pages))
    gain = round(sum(_gain(checks.get(each), audit) for each in dict.fromkeys(codes)), 3)
    evidence = [EvidenceRef("finding", code, detail=lead.issue)]
    evidence += [ref for finding in group for ref in finding.evidence]
    return Recommendation(
        category=CATEGORY,
        priority=_priority(lead),
        title=finding_title(code, group, lead, pages),
        description=finding_description(lead.action, group, pages, LONGEST),
        grade=support.grade,
        effort=lead.effort,
        evidence=tuple(evidence[:_EVIDENCE_LIMIT]),
        expected_gain=gain,
        source_kind="finding",
        source_ref=code,
        key=f"finding:{code}",
        why=support.reason,
        fix=lead.fix,
        opens_page=code in _NOT_READ,
    )


def _priority(lead: Finding) -> Priority:
    level = within_evidence(lead.code, lead.impact)
    return "Low" if level == "Info" else level


def _gain(check: CheckResult | None, audit: AuditReport) -> float:
    """Points of the overall score held back by one check (at most; 0 for opinions).

    While the technical score is capped because every search bot is blocked, unblocking one also
    lifts the cap.
    """
    if check is None or check.applicable == 0 or check.opinion:
        return 0.0
    applicable = sum(c.weight for c in audit.checks if c.applicable > 0)
    if applicable <= 0.0:
        return 0.0
    failing = 1.0 - check.passed / check.applicable
    points = 100.0 * check.weight * failing / applicable
    if audit.capped and audit.score is not None and check.code == "robots-blocks-search-bot":
        passed = sum(c.weight * c.passed / c.applicable for c in audit.checks if c.applicable)
        points += max(0.0, 100.0 * passed / applicable - audit.score.value)
    return TECHNICAL_WEIGHT * points

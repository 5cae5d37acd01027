"""What a check returns, and the helpers that keep every check to a few lines.

Invariant: counts are per page wherever the subject is a page, so a sample of pages can be resampled
for the interval.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from presence.analysis.audit.codes import CODES, GROUPS, POLICY_CODES
from presence.analysis.audit.levels import level_of
from presence.analysis.audit.site import AuditedSite
from presence.analysis.crawler.agents import SEARCH_BOTS, USER_BOTS
from presence.analysis.types import CheckResult, EvidenceRef, Finding, PageFacts

_EVERY_BOT = len(SEARCH_BOTS) + len(USER_BOTS)

Counts = NDArray[np.float64]


@dataclass(frozen=True)
class CheckOutcome:
    """Result of one check: per-page counts (length = pages), site-wide counts, findings."""

    code: str
    applicable: Counts
    passed: Counts
    site_applicable: int = 0
    site_passed: int = 0
    findings: tuple[Finding, ...] = ()

    @property
    def result(self) -> CheckResult:
        """The outcome of the check for the whole site."""
        code = CODES[self.code]
        return CheckResult(
            code=self.code,
            group=code.group,
            weight=code.weight,
            applicable=int(self.applicable.sum()) + self.site_applicable,
            passed=int(self.passed.sum()) + self.site_passed,
            opinion=code.opinion,
        )


def page_outcome(
    site: AuditedSite,
    code: str,
    fails: Callable[[PageFacts], bool],
    findings: Callable[[list[PageFacts]], Sequence[Finding]],
    applies: Callable[[PageFacts], bool] = lambda page: True,
    symptom: bool = False,
) -> CheckOutcome:
    """Judge every page. `findings` gets the failing pages to report, in crawl order.

    A `symptom` is not reported for pages whose trouble has a named cause; it still fails there,
    so that repairing the cause can only raise the check.
    """
    applicable = np.array([applies(page) for page in site.pages], dtype=np.float64)
    failed = np.array(
        [bool(a) and fails(page) for a, page in zip(applicable, site.pages, strict=True)],
        dtype=np.float64,
    )
    listed = [
        page
        for page, fail in zip(site.pages, failed, strict=True)
        if fail and not (symptom and page.final_url in site.explained)
    ]
    found = tuple(findings(listed)) if listed else ()
    return CheckOutcome(code, applicable, applicable - failed, findings=found)


def site_outcome(
    site: AuditedSite, code: str, applicable: int, passed: int, findings: Sequence[Finding] = ()
) -> CheckOutcome:
    """A check about the site as a whole."""
    nothing = np.zeros(len(site.pages), dtype=np.float64)
    return CheckOutcome(code, nothing, nothing, applicable, passed, tuple(findings))


def make_finding(
    site: AuditedSite,
    code: str,
    pages: Sequence[str],
    issue: str,
    action: str,
    fix: str,
    evidence: Sequence[EvidenceRef],
    bots: tuple[str, ...] = (),
    share: float | None = None,
    cause: str = "",
) -> Finding:
    """A finding with its impact: weight x share of pages x bots hit.

    Without named bots a page problem meets every search and user bot. `cause` is what makes this
    finding of its code another than the next one, without counts.
    """
    known = CODES[code]
    part = min(1.0, len(pages) / max(1, len(site.pages))) if share is None else share
    value = known.weight * part * (len(bots) or _EVERY_BOT)
    effort: Literal["High", "Medium", "Low"] = (
        "High" if known.effort == "High" else "Medium" if known.effort == "Medium" else "Low"
    )
    return Finding(
        code=code,
        group=known.group,
        page=pages[0] if pages else site.crawl.final_url,
        pages=tuple(pages),
        issue=issue,
        type=GROUPS[known.group][0],
        impact=level_of(code, value, pages),
        impact_value=round(value, 4),
        action=action,
        fix=fix,
        effort=effort,
        evidence=tuple(evidence),
        bots=bots,
        policy_choice=code in POLICY_CODES,
        cause=cause,
    )


def urls(pages: Sequence[PageFacts]) -> tuple[str, ...]:
    """Final URLs of pages, order kept."""
    return tuple(page.final_url for page in pages)


def on_pages(count: int) -> str:
    """ "on 1 page", "on 3 pages"."""
    return f"on {count} page" if count == 1 else f"on {count} pages"

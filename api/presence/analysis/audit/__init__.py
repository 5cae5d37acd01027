"""The technical audit: a crawl in, checks, findings with ready fixes and one score out.

Invariant: the same crawl always gives the same report, and without a fetched page there is no
score, only what robots.txt itself reveals.
"""

from __future__ import annotations

from presence.analysis.audit.access import check_access, shut_out, training_policy
from presence.analysis.audit.check_outcome import CheckOutcome, make_finding, site_outcome
from presence.analysis.audit.codes import AUDIT_VERSION, CODES, GROUPS
from presence.analysis.audit.content import check_content, text_ratio
from presence.analysis.audit.directives import noai_policy
from presence.analysis.audit.discovery import check_discovery
from presence.analysis.audit.fixes import llms_txt
from presence.analysis.audit.levels import LEVELS
from presence.analysis.audit.metadata import check_metadata
from presence.analysis.audit.opinions import check_opinions
from presence.analysis.audit.public import public_pages
from presence.analysis.audit.score import CAP, UNREADABLE_CAP, technical_score
from presence.analysis.audit.site import AuditedSite
from presence.analysis.audit.speed import check_speed
from presence.analysis.audit.structured import check_structured
from presence.analysis.audit.unreadable import unreadable
from presence.analysis.crawler.urls import origin_of
from presence.analysis.types import AuditReport, BrandProfile, EvidenceRef, SiteCrawl

__all__ = ["AUDIT_VERSION", "CODES", "GROUPS", "audit"]


def audit(crawl: SiteCrawl, profile: BrandProfile, seed: int) -> AuditReport:
    """Judge a crawl. Findings come highest impact first; checks in the order of `CODES`."""
    site = AuditedSite(crawl, profile)
    outcomes = [
        *check_access(site),
        *check_content(site),
        *check_structured(site),
        *check_metadata(site),
        *check_speed(site),
        *check_discovery(site),
        _llms_txt(site),
        training_policy(site),
        noai_policy(site),
        *check_opinions(site),
        text_ratio(site),
    ]
    order = list(CODES)
    outcomes.sort(key=lambda outcome: order.index(outcome.code))
    findings = [finding for outcome in outcomes for finding in outcome.findings]
    findings.sort(
        key=lambda f: (LEVELS[f.impact], -f.impact_value, order.index(f.code), f.page, f.issue)
    )
    capped, closed = shut_out(site), unreadable(site)
    ceiling = CAP if capped else UNREADABLE_CAP if closed else 100.0
    return AuditReport(
        score=technical_score(outcomes, len(site.pages), _population(site), ceiling, seed),
        checks=tuple(outcome.result for outcome in outcomes),
        findings=tuple(findings),
        capped=capped,
        version=AUDIT_VERSION,
        unreadable=closed,
    )


def _population(site: AuditedSite) -> int:
    """How many pages of the site could be assessed, whether or not they were read."""
    unread = site.crawl.discovered - len(site.crawl.pages)
    return len(site.pages) + max(0, unread)


def _llms_txt(site: AuditedSite) -> CheckOutcome:
    """Informational only: in a study of 300,000 domains llms.txt had no relation with citations."""
    if not site.pages:
        return site_outcome(site, "llms-txt-missing", 0, 0)
    if site.crawl.llms_txt:
        return site_outcome(site, "llms-txt-missing", 1, 1)
    address = f"{origin_of(site.crawl.final_url)}/llms.txt"
    finding = make_finding(
        site,
        "llms-txt-missing",
        [site.crawl.final_url],
        "There is no llms.txt (for information)",
        "Nothing to repair: a study of 300,000 domains found no relation with citations. A draft "
        "from your pages is among the details, should you want one.",
        llms_txt(public_pages(site), site.profile),
        [EvidenceRef("page", address, "not found")],
        share=1.0,
    )
    return site_outcome(site, "llms-txt-missing", 1, 0, [finding])

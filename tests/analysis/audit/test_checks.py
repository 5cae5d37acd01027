"""Every audit code has a site that passes and a site that fails, and a repair never lowers it."""

from __future__ import annotations

import pytest

from presence.analysis.audit import CODES, audit
from presence.analysis.types import AuditReport, CheckResult
from tests.analysis.defects import ALTERNATE, DEFECTS, QUESTIONS, dining
from tests.analysis.sites import (
    BASE,
    ORGANIZATION,
    PROFILE,
    audited,
    crawled,
    found_codes,
    good_site,
    page,
    site_with,
)

_PAIRS = (
    ("How long does it take?", "About six weeks from order."),
    ("What does it cost?", "From 640 pounds with delivery."),
)
_FAQ = {
    "@context": "https://schema.org",
    "@type": "FAQPage",
    "mainEntity": [
        {"@type": "Question", "name": q, "acceptedAnswer": {"@type": "Answer", "text": a}}
        for q, a in _PAIRS
    ],
}
_BOTH = ALTERNATE.format("en-GB", "/tables") + ALTERNATE.format("de", "/care")
# Checks that do not apply to the good site as it stands.
PASSING = {
    "faq-schema-missing": {"/tables": dining(extra=QUESTIONS, json_ld=[ORGANIZATION, _FAQ])},
    "uncompressed": {"/tables": dining(extra="<p>More on oak. </p>" * 200)},
    "hreflang-invalid": {
        "/tables": dining(head=_BOTH),
        "/care": page("oiled", "/care", head=_BOTH),
    },
}


@pytest.fixture(scope="module")
def good() -> AuditReport:
    return audited(good_site())


def check(report: AuditReport, code: str) -> CheckResult:
    return next(result for result in report.checks if result.code == code)


def test_a_good_site_has_no_findings_and_every_point(good: AuditReport) -> None:
    assert found_codes(good) == []
    assert good.score is not None
    assert (good.score.value, good.score.low, good.score.high, good.score.n) == (100, 100, 100, 3)


def test_every_code_has_a_defect_here() -> None:
    assert set(DEFECTS) == set(CODES)


@pytest.mark.parametrize("code", CODES)
def test_a_planted_defect_is_found_and_nothing_else(code: str) -> None:
    report = audited(site_with(DEFECTS[code]))
    assert set(found_codes(report)) == {code}


@pytest.mark.parametrize("code", CODES)
def test_a_finding_proves_itself_and_can_be_acted_on(code: str) -> None:
    for finding in audited(site_with(DEFECTS[code])).findings:
        assert finding.evidence
        assert all(ref.ref.startswith(BASE) for ref in finding.evidence)
        assert finding.issue
        assert finding.action
        assert finding.fix or CODES[code].weight == 0
        assert (finding.impact == "Info") is (CODES[code].weight == 0)
        assert all(url.startswith(BASE) for url in finding.pages)


@pytest.mark.parametrize("code", CODES)
def test_a_repair_never_lowers_any_check(code: str, good: AuditReport) -> None:
    broken = audited(site_with(DEFECTS[code]))
    for result in broken.checks:
        repaired = check(good, result.code)
        if result.applicable and repaired.applicable:
            share = result.passed / result.applicable
            assert repaired.passed / repaired.applicable >= share, result.code
    assert broken.score is not None
    assert good.score is not None
    assert good.score.value >= broken.score.value
    assert (broken.score.value < 100) is (CODES[code].weight > 0)


@pytest.mark.parametrize("code", CODES)
def test_every_code_has_a_site_it_applies_to_and_passes_on(code: str, good: AuditReport) -> None:
    result = check(good if code not in PASSING else audited(site_with(PASSING[code])), code)
    assert result.passed == result.applicable > 0


def test_groups_weigh_what_the_method_says() -> None:
    weights: dict[str, float] = {}
    for code in CODES.values():
        weights[code.group] = weights.get(code.group, 0.0) + code.weight
    assert weights == {
        "ai-access": 30,
        "content": 20,
        "structured-data": 15,
        "metadata": 15,
        "speed": 10,
        "discoverability": 10,
        "informational": 0,
    }


def test_the_same_crawl_gives_the_same_report() -> None:
    crawl = crawled(site_with(DEFECTS["thin-content"]))
    assert audit(crawl, PROFILE, 3) == audit(crawl, PROFILE, 3)

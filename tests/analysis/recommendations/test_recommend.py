"""Recommendations: one per cause, with evidence, grade and an honest order."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import pytest

from presence.analysis.recommendations import EFFORT_COST, GEO_EFFECTS, recommend
from presence.analysis.types import (
    AudienceFit,
    AuditReport,
    BrandProfile,
    CheckResult,
    ContentGap,
    EvidenceRef,
    Finding,
    FitItem,
    Score,
)
from presence.analysis.types.offer import OfferKind

ACME = BrandProfile(name="Acme", audience="trail runners")


def gap(
    prompt: str,
    category: str = "content structure",
    kind: Literal["Major", "Moderate", "Minor"] = "Major",
) -> ContentGap:
    return ContentGap(
        category,
        prompt,
        f"Question {prompt}?",
        "Beta is best.",
        f"answer-{prompt}",
        kind,
        "Beta",
        f"On https://acme.example/, answer “Question {prompt}?”.",
        "competitor",
        10,
    )


def finding(code: str, page: str = "https://acme.example/", **more: object) -> Finding:
    values: dict[str, object] = {
        "code": code,
        "group": "metadata",
        "page": page,
        "pages": (page,),
        "issue": f"Issue {code}",
        "type": "Metadata",
        "impact": "Medium",
        "impact_value": 2.0,
        "action": "Do the fix.",
        "fix": "<meta>",
        "effort": "Low",
        "evidence": (EvidenceRef("html", page, quote="<head>"),),
    }
    return Finding(**{**values, **more})  # type: ignore[arg-type]


def audit(
    *findings: Finding,
    checks: tuple[CheckResult, ...] = (),
    capped: bool = False,
    value: float = 50.0,
) -> AuditReport:
    score = Score(value, value, value, 10, "pages", "technical-v1")
    return AuditReport(score, checks, findings, capped, "t")


def fit(*scores: float, tone: float = 90.0) -> AudienceFit:
    names = ("needs", "vocabulary", "use cases", "constraints")
    items = tuple(
        FitItem(name, score, "We serve runners.", "https://acme.example/")
        for name, score in zip(names, scores, strict=False)
    )
    total = Score(50.0, 40.0, 60.0, 9, "passages", "fit")
    return AudienceFit(total, 5.0, tone, "Friendly", items, "embeddings")


def test_nothing_found_means_nothing_to_do() -> None:
    assert recommend(ACME, (), None, None) == ()
    assert recommend(ACME, (), audit(), fit(8.0, 8.0)) == ()


def test_gaps_with_one_cause_become_one_recommendation_with_all_evidence() -> None:
    (only,) = recommend(ACME, (gap("p1"), gap("p2")), None, None)
    refs = {(e.kind, e.ref) for e in only.evidence}
    assert refs == {
        ("gap", "p1"),
        ("gap", "p2"),
        ("answer", "answer-p1"),
        ("answer", "answer-p2"),
    }
    assert "1 more question" in only.description


def test_different_causes_stay_apart() -> None:
    found = recommend(ACME, (gap("p1"), gap("p2", "pricing")), None, None)
    assert {r.source_ref for r in found} == {"content structure:p1", "pricing:p2"}


def test_findings_of_one_code_become_one_recommendation() -> None:
    pages = [finding("title-missing", f"https://acme.example/{i}") for i in range(3)]
    (only,) = recommend(ACME, (), audit(*pages), None)
    assert only.source_ref == "title-missing"
    assert "3 pages" in only.description
    assert ("finding", "title-missing") in {(e.kind, e.ref) for e in only.evidence}


def test_advice_from_a_finding_brings_the_finding_s_fix() -> None:
    (only,) = recommend(ACME, (), audit(finding("title-missing")), None)
    assert only.fix == "<meta>"


def test_a_recommendation_keeps_its_key_while_its_cause_stays() -> None:
    (before,) = recommend(ACME, (gap("p1"), gap("p2", kind="Minor")), None, None)
    (after,) = recommend(ACME, (gap("p2"),), None, None)
    assert before.key == after.key == "gap:content structure:Beta"
    keys = {r.key for r in recommend(ACME, (), audit(finding("noindex")), fit(1.0))}
    assert keys == {"finding:noindex", "fit:words"}


def test_a_policy_choice_is_never_recommended_against() -> None:
    blocked = finding("training-bot-blocked", policy_choice=True)
    assert recommend(ACME, (), audit(blocked), None) == ()


@pytest.mark.parametrize(
    ("code", "grade"),
    [
        ("robots-blocks-search-bot", "A"),
        ("firewall-blocks-agent", "A"),
        ("content-needs-javascript", "B"),
        ("jsonld-missing", "C"),
        ("faq-schema-missing", "C"),
        ("description-missing", "C"),
        ("llms-txt-missing", "D"),
    ],
)
def test_findings_carry_the_grade_of_their_evidence(code: str, grade: str) -> None:
    (only,) = recommend(ACME, (), audit(finding(code)), None)
    assert only.grade == grade


def test_schema_advice_says_that_no_lift_was_measured() -> None:
    (only,) = recommend(ACME, (), audit(finding("jsonld-missing")), None)
    assert "no lift" in only.why


def test_rewrite_advice_cites_the_experiment_with_its_caution() -> None:
    (only,) = recommend(ACME, (gap("p1"),), None, None)
    assert only.grade == "A"
    assert "27.2" in only.why
    assert "do not transfer unconditionally" in only.why


def test_the_published_effects_are_complete() -> None:
    assert dict(GEO_EFFECTS) == {
        "quotations": 27.2,
        "statistics": 25.2,
        "fluency": 24.7,
        "cite sources": 24.6,
        "easy language": 22.0,
        "authoritative tone": 21.3,
        "keyword stuffing": 17.7,
    }


def test_the_gain_of_a_finding_is_its_part_of_the_overall_score() -> None:
    checks = (
        CheckResult("title-missing", "metadata", 3.0, 10, 5),
        CheckResult("sitemap-missing", "discoverability", 7.0, 1, 1),
    )
    (only,) = recommend(ACME, (), audit(finding("title-missing"), checks=checks), None)
    assert only.expected_gain == pytest.approx(0.4 * 100 * 3.0 * 0.5 / 10.0)


def test_opening_the_door_to_search_bots_also_lifts_the_cap() -> None:
    checks = (
        CheckResult("robots-blocks-search-bot", "ai-access", 12.0, 1, 0),
        CheckResult("sitemap-missing", "discoverability", 88.0, 1, 1),
    )
    report = audit(finding("robots-blocks-search-bot"), checks=checks, capped=True, value=40.0)
    (only,) = recommend(ACME, (), report, None)
    assert only.expected_gain == pytest.approx(0.4 * (12.0 + 48.0))


def test_an_opinion_promises_nothing() -> None:
    checks = (CheckResult("llms-txt-missing", "informational", 0.0, 1, 0, opinion=True),)
    (only,) = recommend(ACME, (), audit(finding("llms-txt-missing"), checks=checks), None)
    assert only.expected_gain == 0.0


def test_a_gap_among_more_prompts_promises_less() -> None:
    (few,) = recommend(ACME, (gap("p1"),), None, None, prompts=5)
    (many,) = recommend(ACME, (gap("p1"),), None, None, prompts=50)
    assert few.expected_gain == pytest.approx(10 * many.expected_gain)


def test_the_order_is_gain_per_effort() -> None:
    checks = (
        CheckResult("title-missing", "metadata", 5.0, 10, 0),
        CheckResult("slow-first-byte", "speed", 7.0, 10, 0),
        CheckResult("sitemap-missing", "discoverability", 88.0, 1, 1),
    )
    slow = finding("slow-first-byte", effort="High")
    found = recommend(
        ACME,
        (gap("p1"), gap("p2", "brand authority", "Minor")),
        audit(finding("title-missing"), slow, checks=checks),
        fit(3.0),
        prompts=20,
    )
    rates = [r.expected_gain / EFFORT_COST[r.effort] for r in found]
    assert rates == sorted(rates, reverse=True)
    codes = [r.source_ref for r in found]
    assert codes.index("title-missing") < codes.index("slow-first-byte")


def test_weak_fit_items_are_one_action_with_the_passages_they_were_judged_on() -> None:
    found = recommend(ACME, (), None, fit(2.0, 9.0, 5.0, tone=40.0))
    assert {r.source_ref for r in found} == {"words", "tone"}
    words = next(r for r in found if r.source_ref == "words")
    assert [e.detail for e in words.evidence] == ["needs", "use cases"]
    assert words.evidence[0].quote == "We serve runners."
    assert "which of their needs" in words.description
    assert "headings" not in words.description
    assert "trail runners" in words.title
    assert words.grade == "D"


@pytest.mark.parametrize("kind", ["public-body", "non-profit", "open-source"])
def test_whoever_sells_nothing_is_not_told_to_state_a_price(kind: OfferKind) -> None:
    (words,) = recommend(ACME, (), None, fit(9.0, 9.0, 9.0, 1.0), kind=kind)
    assert "price" not in words.description


def test_every_recommendation_is_short_enough_to_show() -> None:
    long = finding("jsonld-missing", action="Add it. " * 200)
    found = recommend(ACME, tuple(gap(f"p{i}") for i in range(40)), audit(long), fit(1.0))
    assert all(len(r.description) <= 600 and len(r.category) <= 40 for r in found)


def test_copies_of_a_page_are_one_action_however_many_of_its_words_repeat() -> None:
    issue = "The same page at 2 addresses"
    found = [finding(f"{what}-duplicate", issue=issue) for what in ("title", "description")]
    checks = tuple(
        CheckResult(f"{what}-duplicate", "metadata", 2.0, 4, 2, False)
        for what in ("title", "description")
    )
    (only,) = recommend(ACME, (), audit(*found, checks=checks), None)
    (alone,) = recommend(ACME, (), audit(found[0], checks=checks), None)
    assert only.title.startswith("Link to one address of each page")
    assert only.expected_gain == pytest.approx(2 * alone.expected_gain)


def test_a_gap_too_early_to_call_keeps_its_advice_and_promises_nothing() -> None:
    (behind,) = recommend(ACME, [gap("p1")], None, None)
    (early,) = recommend(ACME, [replace(gap("p1"), too_early=True)], None, None)
    assert (early.key, early.evidence[0].ref) == (behind.key, "p1")
    assert behind.title.endswith("(Beta is ahead)")
    assert "ahead" not in early.title
    assert (early.expected_gain, early.priority) == (0.0, "Low")


def test_advice_on_several_gaps_counts_only_those_that_show() -> None:
    early = replace(gap("p1"), too_early=True)
    (alone,) = recommend(ACME, [gap("p2", kind="Minor")], None, None, prompts=10)
    (both,) = recommend(ACME, [early, gap("p2", kind="Minor")], None, None, prompts=10)
    assert (both.title, both.description) == (alone.title, alone.description)
    assert both.expected_gain == alone.expected_gain
    assert {ref.ref for ref in both.evidence if ref.kind == "gap"} == {"p1", "p2"}

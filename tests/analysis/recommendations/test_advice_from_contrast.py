"""One gap, one action: what is asked for twice is asked once, and what matters stands first."""

from __future__ import annotations

from presence.analysis.recommendations import EFFORT_COST, recommend
from presence.analysis.types import (
    AuditReport,
    CheckResult,
    ContentGap,
    Contrast,
)
from presence.analysis.types.results import StatedFact
from tests.analysis.recommendations.test_recommend import ACME, audit, finding, fit

FEES = "https://acme.example/fees"


def lacking(
    prompt: str,
    *facts: StatedFact,
    page: str | None = FEES,
    question: str | None = None,
    competitor: str = "Beta",
) -> ContentGap:
    return ContentGap(
        "content depth", prompt, question or f"What does {prompt} cost?", "Beta is best.", None,
        "Major", competitor, f"The move for {prompt}.", "competitor", 10,
        contrast=Contrast(facts, page, 3, 4),
    )  # fmt: skip


def test_the_same_fact_missing_on_one_page_is_one_action_with_its_questions() -> None:
    (only,) = recommend(ACME, (lacking("oak", "price"), lacking("ash", "price")), None, None)
    assert only.title == "State your prices on /fees"
    assert "Also fixes 1 more question: “What does oak cost?”." in only.description


def test_questions_without_a_page_are_one_list() -> None:
    gaps = [lacking(wood, "price", "proof", page=None) for wood in ("oak", "ash", "elm", "fir")]
    (only,) = recommend(ACME, gaps, None, None)
    assert only.title == "Make pages for 4 questions your site does not answer"
    assert "“What does oak cost?”" in only.description
    assert "1 more" in only.description
    assert "the price and reviews or certificates" in only.description


def test_questions_about_one_rival_need_one_page() -> None:
    gaps = [
        lacking("a", "price", page=None, question="What is a good alternative to Beta?"),
        lacking("b", "price", page=None, question="Is there anything cheaper than Beta?"),
    ]
    (only,) = recommend(ACME, gaps, None, None)
    assert only.title == "Make a page that sets you beside Beta"


def test_what_was_measured_without_effect_is_low_and_says_why() -> None:
    codes = ("llms-txt-missing", "jsonld-missing", "faq-schema-missing")
    checks = tuple(CheckResult(code, "structured-data", 30.0, 10, 0) for code in codes)
    found = recommend(ACME, (), audit(*map(finding, codes), checks=checks), None)
    assert {advice.priority for advice in found} == {"Low"}
    assert all("no lift" in a.why or "no relation" in a.why for a in found)


def test_no_convention_on_every_page_comes_before_a_question_that_was_lost() -> None:
    codes = ("open-graph-missing", "sitemap-missing", "description-missing", "lang-missing")
    checks = tuple(CheckResult(code, "metadata", 20.0, 50, 0) for code in codes)
    found = recommend(
        ACME, (lacking("oak", "price"),), audit(*map(finding, codes), checks=checks), fit(0.5),
        prompts=20,
    )  # fmt: skip
    assert found[0].source_kind == "gap"


def test_priority_follows_the_share_of_questions_and_not_that_of_pages() -> None:
    many = [lacking(f"wood {n}", "numbers") for n in range(12)]
    (often,) = recommend(ACME, many, None, None, prompts=20)
    (once,) = recommend(ACME, many[:1], None, None, prompts=100)
    assert (often.priority, once.priority) == ("High", "Medium")


def test_the_order_never_puts_a_lower_priority_first() -> None:
    checks = (
        CheckResult("noindex", "ai-access", 10.0, 10, 0),
        CheckResult("open-graph-missing", "metadata", 60.0, 10, 0),
        CheckResult("slow-first-byte", "speed", 20.0, 10, 0),
    )
    report: AuditReport = audit(*(finding(check.code) for check in checks), checks=checks)
    gaps = (lacking("oak", "price"), lacking("ash", page="https://acme.example/ash"))
    found = recommend(ACME, gaps, report, fit(1.0), prompts=9)
    ranks = [("High", "Medium", "Low").index(advice.priority) for advice in found]
    assert ranks == sorted(ranks)
    for level in ("High", "Medium", "Low"):
        rates = [a.expected_gain / EFFORT_COST[a.effort] for a in found if a.priority == level]
        assert rates == sorted(rates, reverse=True)

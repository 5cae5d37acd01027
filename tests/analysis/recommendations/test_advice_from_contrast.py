"""One gap, one action: what is asked for twice is asked once, and what matters stands first."""

from __future__ import annotations

from dataclasses import replace

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
        "content depth",
        prompt,
        question or f"What does {prompt} cost?",
        "Beta is best.",
        None,
        "Major",
        competitor,
        f"The move for {prompt}.",
        "competitor",
        10,
        contrast=Contrast(facts, page, 3, 4),
    )


def test_the_same_fact_missing_on_one_page_is_one_action_with_its_questions() -> None:
    (only,) = recommend(ACME, (lacking("oak", "price"), lacking("ash", "price")), None, None)
    assert only.title == "State your prices on /fees: three of four answers quote a price"
    assert "Also fixes 1 more question: “What does oak cost?”." in only.description


def test_questions_without_a_page_are_one_list() -> None:
    gaps = [lacking(wood, "price", "proof", page=None) for wood in ("oak", "ash", "elm", "fir")]
    (only,) = recommend(ACME, gaps, None, None)
    assert only.title == "Answer 4 customer questions that your site leaves open"
    assert "“What does oak cost?”" in only.description
    assert "1 more" in only.description
    assert "the price and reviews or certificates" in only.description


def test_questions_about_one_competitor_need_one_page() -> None:
    gaps = [
        lacking("a", "price", page=None, question="What is a good alternative to Beta?"),
        lacking("b", "price", page=None, question="Is there anything cheaper than Beta?"),
    ]
    (only,) = recommend(ACME, gaps, None, None)
    assert only.title == "Make a page that compares you fairly with Beta: customers ask about it"


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
        ACME,
        (lacking("oak", "price"),),
        audit(*map(finding, codes), checks=checks),
        fit(0.5),
        prompts=20,
    )
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


def test_the_title_of_an_asked_fact_says_what_customers_ask() -> None:
    gap = replace(lacking("oak", "price"), contrast=Contrast(("price",), FEES, 0, 0))
    (only,) = recommend(ACME, (gap,), None, None)
    assert only.title == "State your prices on /fees: customers ask what it costs"


def test_a_page_that_says_all_is_told_which_question_it_begins_with() -> None:
    (only,) = recommend(ACME, (lacking("oak"),), None, None)
    assert only.title == "Begin /fees with the answer to “What does oak cost?”"


def test_a_home_page_nobody_can_read_comes_before_what_to_write_on_it() -> None:
    checks = (CheckResult("content-needs-javascript", "content", 5.0, 10, 9),)
    report = audit(finding("content-needs-javascript", effort="High"), checks=checks)
    gaps = [lacking(f"wood {n}", "price") for n in range(9)]
    found = recommend(ACME, gaps, report, None, prompts=9)
    assert found[0].source_ref == "content-needs-javascript"
    assert found[0].priority == "High"


def test_an_inner_page_nobody_can_read_waits_for_its_turn() -> None:
    checks = (CheckResult("noindex", "ai-access", 5.0, 10, 9),)
    hidden = finding("noindex", "https://acme.example/oak")
    gaps = [lacking(f"wood {n}", "price") for n in range(9)]
    found = recommend(ACME, gaps, audit(hidden, checks=checks), None, prompts=9)
    assert found[0].source_kind == "gap"


def test_pages_with_hardly_a_word_come_before_markup() -> None:
    checks = tuple(
        CheckResult(c, "content", 7.0, 10, 0) for c in ("thin-content", "jsonld-missing")
    )
    report = audit(
        finding("jsonld-missing"), finding("thin-content", effort="Medium"), checks=checks
    )
    found = recommend(ACME, (), report, None)
    assert [advice.source_ref for advice in found] == ["thin-content", "jsonld-missing"]


def test_technical_advice_says_what_to_do_and_names_its_pages() -> None:
    many = [finding("description-missing", f"https://acme.example/{n}") for n in "abcde"]
    (only,) = recommend(ACME, (), audit(*many), None)
    assert only.title == ("Write a meta description on 5 pages: search results show it as summary")
    assert only.description.endswith("Affects 5 pages: /a, /b, /c and 2 more.")


def test_several_dead_links_are_one_action_with_its_list() -> None:
    dead = [finding("broken-link", issue=f"A link leads to {n}") for n in ("/a", "/b")]
    (only,) = recommend(ACME, (), audit(*dead), None)
    assert only.title.startswith("Repair 2 links that lead nowhere")
    assert "A link leads to /a; A link leads to /b." in only.description


def test_an_audience_is_named_with_the_first_step_to_take() -> None:
    (only,) = recommend(ACME, (), None, fit(2.0, 9.0, 9.0, 9.0))
    assert only.title == (
        "Write for trail runners: say which of their needs you meet, one sentence each"
    )
    anybody = replace(ACME, audience="Customers")
    (general,) = recommend(anybody, (), None, fit(2.0, 9.0, 9.0, 9.0))
    assert general.title.startswith("Write for your customers: ")


def test_a_name_in_an_audience_keeps_its_case_where_nouns_have_capitals() -> None:
    german = replace(ACME, audience="Hausbesitzer in Lüneburg", language="de")
    (only,) = recommend(german, (), None, fit(2.0, 9.0, 9.0, 9.0))
    assert only.title.startswith("Write for Hausbesitzer in Lüneburg: ")


def test_a_long_list_of_causes_never_pushes_out_what_to_do() -> None:
    dead = [
        finding("broken-link", f"https://acme.example/{n}", issue=f"A link leads to /{n * 150}")
        for n in "abcde"
    ]
    (only,) = recommend(ACME, (), audit(*dead), None)
    assert only.description.startswith("Do the fix.")
    assert only.description.endswith("Affects 5 pages: /a, /b, /c and 2 more.")
    assert len(only.description) <= 600


def _choice(prompt: str, question: str) -> ContentGap:
    gap = lacking(prompt, page=None, question=question, competitor="")
    return replace(gap, kind="coverage", contrast=Contrast((), None, 0, 0, theme="choice"))


def test_a_guide_is_not_titled_with_what_somebody_went_through() -> None:
    told = _choice("oak", "I was not happy with my last table. How do I choose?")
    asked = _choice("ash", "What should I compare before I choose a dining table?")
    (only,) = recommend(ACME, (told, asked), None, None)
    assert only.title.endswith("“What should I compare before I choose a dining table?”")
    (alone,) = recommend(ACME, (told,), None, None)
    assert "not happy" not in alone.title

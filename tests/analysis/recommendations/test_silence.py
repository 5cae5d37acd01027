"""What no page of a site says: prices, opening hours, and headings that name a year gone by."""

from __future__ import annotations

from dataclasses import replace

import pytest

from presence.analysis.recommendations import examined, recommend
from presence.analysis.types import AuditReport, Passage, Recommendation
from presence.analysis.types.offer import OfferKind
from tests.analysis.recommendations.test_advice_from_contrast import lacking
from tests.analysis.recommendations.test_recommend import ACME, audit, finding

SITE = "https://acme.example"


def page(path: str, text: str, heading: str = "Oak", title: str = "Acme") -> Passage:
    return Passage(path, text, f"{SITE}{path}", "brand", "Acme", title, heading)


HOME = page("/", "We mend oak tables at 4 Mill Lane, Harwick.", "Oak tables mended")
SERVICES = page("/services", "Legs, tops and drawers.", "What we do")
CONTACT = page("/contact", "Ring us on 01632 960 001.", "Contact")


def told(
    *own: Passage,
    kind: OfferKind = "local-service",
    report: AuditReport | None = None,
    year: int = 2026,
) -> list[Recommendation]:
    pages = own or (HOME, SERVICES, CONTACT)
    return list(recommend(ACME, (), report, None, 20, kind, pages, year))


def titles(*own: Passage, kind: OfferKind = "local-service", year: int = 2026) -> list[str]:
    return [advice.title for advice in told(*own, kind=kind, year=year)]


def test_a_price_no_page_names_is_asked_for_on_the_page_of_services() -> None:
    assert "State your prices on /services: none of your pages does" in titles()


def test_opening_hours_no_page_names_are_asked_for_where_the_address_stands() -> None:
    assert "State your opening hours on /contact: none of your pages does" in titles()


def test_what_some_page_states_is_not_asked_for() -> None:
    stated = page("/fees", "A leg costs £40. Open Monday to Friday, 9am to 5pm.", "Fees")
    assert titles(HOME, stated) == []


def test_what_is_free_has_its_price() -> None:
    free = page("/help", "It is free of charge. Open 9am to 5pm.", "Help")
    assert titles(HOME, free) == []


@pytest.mark.parametrize("kind", ["open-source", "media", "non-profit", "public-body"])
def test_whoever_sells_nothing_is_asked_for_no_price(kind: OfferKind) -> None:
    assert not any("price" in title.lower() for title in titles(kind=kind))


def test_whoever_nobody_visits_is_asked_for_no_opening_hours() -> None:
    assert not any("hours" in title for title in titles(kind="software"))
    elsewhere = page("/", "We mend oak tables.", "Oak tables")
    assert not any("hours" in title for title in titles(elsewhere, SERVICES))


def test_a_price_page_that_nobody_can_read_is_opened_rather_than_written_again() -> None:
    closed = finding("content-needs-javascript", f"{SITE}/pricing", impact="High")
    found = told(report=audit(closed))
    assert not any("prices" in advice.title for advice in found)
    assert found[0].source_ref == "content-needs-javascript"


def test_what_a_question_asks_for_already_is_asked_for_once() -> None:
    gap = lacking("oak", "price", page=f"{SITE}/services")
    found = recommend(ACME, (gap,), None, None, 20, "local-service", (HOME, SERVICES), 2026)
    assert sum("prices" in advice.title for advice in found) == 1


def test_silence_is_shown_with_what_an_answer_says_of_somebody_else() -> None:
    gap = replace(
        lacking("oak", "proof", page=f"{SITE}/"),
        ai_response="Beta is good. Beta asks £90 a leg.",
        answer_id="answer-1",
    )
    found = recommend(ACME, (gap,), None, None, 20, "local-service", (HOME, SERVICES), 2026)
    (price,) = (advice for advice in found if "prices" in advice.title)
    assert "“Beta asks £90 a leg.”" in price.description
    assert price.evidence[0].quote == "Beta asks £90 a leg."


def test_a_course_of_years_ago_is_to_be_brought_up_to_date() -> None:
    old = page("/courses", "Starts on 4 May. Costs £90. Open 9am to 5pm.", "Courses 2019")
    (only,) = told(HOME, old)
    assert only.title == "Bring /courses up to date: it says “Courses 2019”"
    assert only.evidence[0].quote == "Courses 2019"


@pytest.mark.parametrize("heading", ["Mending since 2004", "Courses 2025", "Annual report 2019"])
def test_a_year_that_is_meant_to_stand_is_left_alone(heading: str) -> None:
    other = page("/courses", "Costs £90. Open 9am to 5pm.", heading)
    assert titles(HOME, other) == []


def test_one_page_alone_is_no_site_to_be_silent() -> None:
    assert titles(HOME) == []


def looked_for(*own: Passage, kind: OfferKind = "local-service", lacks: bool = False) -> set[str]:
    gaps = (lacking("oak", "price", page=f"{SITE}/services"),) if lacks else ()
    return set(examined(ACME, gaps, None, kind, own, 2026))


def test_what_was_looked_for_is_known_whether_or_not_a_page_states_it() -> None:
    stated = page("/fees", "A leg costs £40. Open Monday to Friday, 9am to 5pm.", "Fees")
    every = {"site:price", "site:hours", "site:date"}
    assert looked_for(HOME, SERVICES, CONTACT) == looked_for(HOME, stated) == every


def test_too_few_pages_are_no_place_to_look() -> None:
    assert looked_for(HOME) == set()


def test_what_nobody_asks_of_such_a_business_is_not_looked_for() -> None:
    assert looked_for(HOME, SERVICES, kind="software") == {"site:price", "site:date"}
    assert looked_for(SERVICES, CONTACT) == {"site:price", "site:date"}, "no address, no hours"


def test_what_is_left_to_a_gap_is_not_looked_for() -> None:
    assert looked_for(HOME, SERVICES, lacks=True) == {"site:hours", "site:date"}

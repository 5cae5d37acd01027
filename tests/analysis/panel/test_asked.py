"""What a site answers is asked as somebody asks it who does not know the brand."""

from __future__ import annotations

import pytest

from presence.analysis.panel import build_panel
from presence.analysis.types import BrandProfile
from presence.analysis.types.offer import Offer, OfferKind, Quote, Slot


def _asked(
    kind: OfferKind,
    category: str,
    question: str,
    *,
    place: str = "",
    language: str = "en",
    market: str = "GB",
    entry: str | None = None,
) -> list[str]:
    offer = Offer(
        language,
        kind=Slot(kind, 1.0),
        category=Slot(category, 1.0),
        place=Slot(place, 1.0) if place else None,
        entry=entry,
        answered=Slot((question,), 0.8, (Quote(question, "https://brand.example/faq"),)),
    )
    said = f"{category} in {place}" if place else category
    profile = BrandProfile("Quern", said, "", market=market, language=language)
    return [prompt.text for prompt in build_panel(profile, offer, 25, None).prompts]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Do you deliver on Sundays?", "Which bakeries in Leeds deliver on Sundays?"),
        ("Do you deliver cakes in Leeds LS1?", "Which bakeries in Leeds deliver cakes?"),
        ("Does Quern bake for weddings?", "Which bakeries in Leeds bake for weddings?"),
        ("Can I order a cake by post?", "Which bakeries in Leeds let me order a cake by post?"),
        ("Is parking available?", "Which bakeries in Leeds include parking?"),
        ("Are there tables outside?", "Which bakeries in Leeds have tables outside?"),
        ("Is the bakery open on Mondays?", "Which bakeries are open on Mondays?"),
        ("How do bakeries keep bread fresh?", "How do bakeries keep bread fresh?"),
        ("Do I need to book ahead?",
         "I am looking for a bakery in Leeds. Do I need to book ahead?"),
    ],
)  # fmt: skip
def test_a_question_about_the_business_becomes_one_about_any(question: str, expected: str) -> None:
    assert expected in _asked("shop", "bakery", question, place="Leeds", entry="bakery")


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Liefern Sie auch sonntags?", "Welche Bäckereien in Ulm liefern sonntags?"),
        ("Backt ihr glutenfreie Torten?", "Welche Bäckereien in Ulm backen glutenfreie Torten?"),
        ("Kann ich eine Torte online bestellen?",
         "Bei welchen Bäckereien in Ulm kann ich eine Torte online bestellen?"),
        ("Gibt es bei Ihnen Sitzplätze?", "Welche Bäckereien in Ulm haben Sitzplätze?"),
        ("Was kostet eine Torte aus der Bäckerei?",
         "Was kostet eine Torte aus der Bäckerei in Ulm?"),
    ],
)  # fmt: skip
def test_a_german_question_is_turned_with_its_verb_and_case(question: str, expected: str) -> None:
    asked = _asked(
        *("shop", "Bäckerei", question), place="Ulm", language="de", market="DE", entry="bakery"
    )
    assert expected in asked


@pytest.mark.parametrize(
    "question",
    [
        "Who are you and why did you start?",
        "Do you know our story?",
        "What if my cake arrives broken?",
        "Is it cold?",
        "How do they do it?",
        "Is the advice really free?",
    ],
)
def test_what_makes_sense_on_the_site_alone_is_not_asked(question: str) -> None:
    asked = _asked("shop", "bakery", question, place="Leeds", entry="bakery")
    words = question.rstrip("?").lower().split()[1:]
    assert not any(" ".join(words[1:]) in text.lower() for text in asked)


def test_one_program_does_what_its_site_says() -> None:
    asked = _asked(
        "software", "payroll software", "Does it work offline?", entry="payroll-software"
    )
    assert "Which payroll software works offline?" in asked


def test_a_heading_in_title_case_is_asked_as_it_is_typed() -> None:
    asked = _asked("shop", "bakery", "How Long Should a Bakery Loaf Keep?", entry="bakery")
    assert "How long should a bakery loaf keep?" in asked


def test_who_does_which_part_of_the_work_is_asked_of_the_seller_alone() -> None:
    question = "Muss ich selbst eine Bäckerei beauftragen?"
    assert question not in _asked("shop", "Bäckerei", question, language="de", market="DE")

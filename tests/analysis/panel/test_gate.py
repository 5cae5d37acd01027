"""The gate: what is refused, and why."""

from __future__ import annotations

import pytest

from presence.analysis.offer import read_offer
from presence.analysis.panel.candidates import QuestionCandidate
from presence.analysis.panel.gate import QuestionGate
from presence.analysis.panel.subjects import subjects_of
from presence.analysis.types import BrandProfile, Competitor

ROOFERS = BrandProfile(
    "Sunny Lane", "Roofers in Leeds", market="GB", competitors=(Competitor("b", "Brightslate"),)
)
GERMAN = BrandProfile("Kiefer", "Dachdecker in Köln", language="de", market="DE")


def gate_of(profile: BrandProfile) -> QuestionGate:
    offer = read_offer(profile)
    return QuestionGate(profile, offer, subjects_of(profile, offer), None)


def reason(text: str, profile: BrandProfile = ROOFERS, competitor: str = "") -> str | None:
    found = gate_of(profile).refusal(
        QuestionCandidate(text, "discovery", "", competitor), "discovery"
    )
    return f"{found.reason} {found.detail}".strip() if found else None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Which roofer would you recommend?", None),
        ("Which roofer in Leeds has the best reviews?", None),
        ("Are there any roofers that work at weekends?", None),
        ("Is Sunny Lane a good roofer?", "brand"),
        ("Is Brightslate a good roofer?", "competitor"),
        ("Which roofer is the the best?", "grammar doubled word"),
        ("Which roofer in Leeds in Leeds is best?", "grammar doubled phrase"),
        ("Do I need a honest roofer?", "grammar article"),
        ("Which roofers is the best?", "grammar number"),
        ("Which roof softwares do roofers use?", "grammar mass noun"),
        ("Which roofer would you recommend for?", "grammar dangling word"),
        ("Which {name} would you recommend?", "grammar unfilled slot"),
        ("which roofer would you recommend?", "grammar no capital"),
        ("Which roofer would you recommend", "grammar punctuation"),
        ("Welcher Dachdecker ist für meine Garage und das Haus der beste?", "language"),
        ("Where can I find the best quality?", "unobtainable"),
        ("Which airline flies to Lisbon?", "off-topic"),
    ],
)
def test_a_question_is_refused_for_one_reason(text: str, expected: str | None) -> None:
    assert reason(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Welcher Dachdecker ist empfehlenswert?", None),
        ("Welche Dachdecker haben einen guten Ruf?", None),
        ("Kannst du mir eine Dachdecker empfehlen?", "grammar gender"),
        ("Welches Dachdecker ist der beste?", "grammar gender"),
        ("Ich suche einen Dachdecker für?", "grammar dangling word"),
        ("Which roofer would you recommend to me?", "language"),
    ],
)
def test_german_gender_and_case_are_checked_where_they_are_known(
    text: str, expected: str | None
) -> None:
    assert reason(text, GERMAN) == expected


def test_a_comparison_may_name_its_competitor() -> None:
    assert (
        reason("How does Brightslate compare with other roofers?", competitor="Brightslate") is None
    )
    assert reason("Is Sunny Lane better than Brightslate?", competitor="Brightslate") == "brand"


def test_a_near_copy_is_refused() -> None:
    gate = gate_of(ROOFERS)
    first = QuestionCandidate("Which roofer would you recommend?", "discovery", "")
    copy = QuestionCandidate("Which of the roofers would you recommend?", "discovery", "")
    assert gate.refusal(first, "discovery") is None
    found = gate.refusal(copy, "discovery")
    assert found is not None
    assert found.reason == "near-copy"


FRENCH = BrandProfile("Sunny Lane", "Couvreur à Lyon", language="fr", market="FR")
SPANISH = BrandProfile("Sunny Lane", "Techador en Burgos", language="es", market="ES")


@pytest.mark.parametrize(
    ("text", "profile", "expected"),
    [
        ("Which roofer would you\nrecommend?", ROOFERS, "grammar spacing"),
        ("Which roofer\twould you recommend?", ROOFERS, "grammar spacing"),
        ("Which an roofer would you recommend?", ROOFERS, "grammar article"),
        ("Which Tuesday is best for a roofer?", ROOFERS, "unobtainable"),
        ("Which cookies are best for roofers?", ROOFERS, "unobtainable"),
        ("Who sells the freshest oysters?", ROOFERS, "off-topic"),
        ("Couvreur à Lyon : que me conseillez-vous ?", FRENCH, None),
        ("Couvreur  à Lyon : que me conseillez-vous ?", FRENCH, "grammar spacing"),
        ("Which roofer would you recommend to me?", FRENCH, "language"),
        ("Quel restaurant me conseillez-vous pour ce soir ?", FRENCH, "off-topic"),
        ("couvreur à Lyon : que me conseillez-vous ?", FRENCH, "grammar no capital"),
        ("Quel tarif pour l’intervention d’un couvreur ?", FRENCH, None),
        ("¿Qué restaurante me recomiendan para esta noche?", SPANISH, "off-topic"),
    ],
)
def test_bad_candidates_are_refused_in_every_language(
    text: str, profile: BrandProfile, expected: str | None
) -> None:
    assert reason(text, profile) == expected

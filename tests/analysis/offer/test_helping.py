"""What a description says it helps with is what customers want done."""

from __future__ import annotations

import pytest

from presence.analysis.offer.customer_goals import job_helped_with
from tests.analysis.offer.readings import offer_of


@pytest.mark.parametrize(
    ("said", "job", "language"),
    [
        ("We help choirs find singers", "find singers", "en"),
        ("Helping tenants challenge an unfair deposit", "challenge an unfair deposit", "en"),
        ("It lets bakers plan their night shift.", "plan my night shift", "en"),
        ("Wir helfen Vereinen, Fördermittel zu finden.", "Fördermittel finden", "de"),
        ("Wir helfen Mietern, den Keller aufzuräumen.", "den Keller aufräumen", "de"),
    ],
)
def test_the_job_is_a_verb_phrase_of_the_customer(said: str, job: str, language: str) -> None:
    assert job_helped_with(said, language) == job


@pytest.mark.parametrize(
    ("said", "language"),
    [
        ("We help companies grow.", "en"),
        ("We help teams do their best work.", "en"),
        ("Wir helfen Betrieben, ihre Ziele zu erreichen.", "de"),
        ("Handmade brooms from Devon", "en"),
    ],
)
def test_what_anybody_could_want_is_no_job(said: str, language: str) -> None:
    assert job_helped_with(said, language) == ""


def test_the_job_of_the_description_comes_before_the_usual_ones() -> None:
    offer = offer_of("Ledgerly", "Accounting software. We help choirs collect fees.")
    assert offer.jobs is not None
    assert offer.jobs.value[0] == "collect fees"
    assert len(offer.jobs.value) > 1

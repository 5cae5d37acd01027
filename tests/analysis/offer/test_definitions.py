"""What a program's manual says that the program is."""

from __future__ import annotations

import pytest

from presence.analysis.offer import read_offer
from presence.analysis.types import BrandProfile
from tests.analysis.offer.readings import page

SERVER = "Put it before the servers of your site and set how long each answer may be kept."


@pytest.mark.parametrize(
    ("language", "title", "text", "expected"),
    [
        ("en", "Dravik", "Dravik is a caching web proxy that sits before a site.",
         "caching web proxy"),
        ("en", "Dravik - The Seed Catalogue System", "Install it first.", "seed catalogue system"),
        ("en", "Dravik", "DravikDB (short: Dravik) is a free time series database for sensors.",
         "time series database"),
        ("de", "Dravik", "Dravik ist ein freies Notensatzprogramm für Chöre.",
         "Notensatzprogramm"),
    ],
)  # fmt: skip
def test_a_program_is_what_its_pages_define_it_as(
    language: str, title: str, text: str, expected: str
) -> None:
    profile = BrandProfile("Dravik", "", language=language)
    pages = [page(title, "Introduction", f"<p>{text} {SERVER}</p>")]
    offer = read_offer(profile, pages)
    assert offer.category is not None
    assert offer.category.value == expected
    assert offer.kind is not None
    assert offer.kind.value in ("software", "open-source")


def test_what_the_person_says_is_worth_more_than_what_the_pages_define() -> None:
    profile = BrandProfile("Dravik", "Dravik sells garden sheds.", language="en")
    offer = read_offer(profile, [page("Dravik", "Sheds", "<p>Dravik is a web proxy.</p>")])
    assert offer.category is not None
    assert "proxy" not in offer.category.value


def test_a_program_whose_pages_state_a_free_licence_is_open_source() -> None:
    text = "<p>Dravik is a caching web proxy. It is free software under the GPLv3.</p>"
    offer = read_offer(BrandProfile("Dravik", "", language="en"), [page("Dravik", "Start", text)])
    assert offer.kind is not None
    assert offer.kind.value == "open-source"

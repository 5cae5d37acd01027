"""The name that a site gives itself, for a reading that is given none."""

from __future__ import annotations

from dataclasses import replace

import pytest

from presence.analysis.offer import name_of_site
from tests.analysis.offer.readings import page


def test_the_name_is_the_part_of_the_title_that_all_pages_share() -> None:
    pages = [
        page("Bake with us | Tarn Mill", "Bread", ""),
        page("Flour | Tarn Mill", "Flour", "", path="/flour"),
        page("Find us | Tarn Mill", "Find us", "", path="/find"),
    ]
    assert name_of_site(pages) == "Tarn Mill"


@pytest.mark.parametrize("title", ["Rooster Roofing | Roofs in Reno", "Roofs - Rooster Roofing"])
def test_the_name_is_the_part_of_the_title_that_the_address_is_made_from(title: str) -> None:
    start = replace(page(title, "Roofs", ""), final_url="https://www.roosterroofing.example/")
    assert name_of_site([start]) == "Rooster Roofing"


def test_the_address_names_a_site_whose_title_is_a_sentence() -> None:
    start = replace(
        page("Roofs that outlast you, in all of Reno", "", ""), final_url="https://rr.com/"
    )
    assert name_of_site([start]) == "rr"


def test_no_page_gives_no_name() -> None:
    assert name_of_site([]) == ""

"""Everybody whom an answer puts forward is found; tips, tools, places and sources are not."""

from __future__ import annotations

import pytest

from presence.analysis.competitors import AlsoNamed, also_named
from presence.analysis.extraction import EntitySet, extract
from presence.analysis.types import BrandProfile
from tests.analysis.extraction.naming import competitors_named


def named(text: str, *, tracked: tuple[str, ...] = (), language: str = "en") -> list[str]:
    return [found.name for found in read(text, tracked=tracked, language=language)]


def read(
    text: str, *, tracked: tuple[str, ...] = (), language: str = "en"
) -> tuple[AlsoNamed, ...]:
    profile = BrandProfile(
        name="Tallyhood", language=language, competitors=competitors_named(*tracked)
    )
    return also_named(text, profile, extract("a", text, EntitySet.of(profile), None))


@pytest.mark.parametrize(
    "text",
    [
        "1. **Odoo** offers modules for everything.\n2. **Katana** is made for workshops.",
        "1. Odoo offers modules for everything.\n2. Katana is made for workshops.",
        "- **Odoo:** modules for everything.\n- **Katana:** made for workshops.",
        "* Odoo – modules for everything\n* Katana – made for workshops",
        "### 1. Odoo\nModules for everything.\n\n### 2. Katana\nMade for workshops.",
        "**Odoo**\nModules for everything.\n\n**Katana**\nMade for workshops.",
        "| Tool | Price |\n|---|---|\n| **Odoo** | $20 |\n| Katana | $99 |",
        "✅ **Odoo** – modules for everything\n✅ **Katana** – made for workshops",
        "- [Odoo](https://o.example) has modules.\n- [Katana](https://k.example) is for workshops.",
    ],
)
def test_heads_of_a_list_are_found_without_any_tracked_name(text: str) -> None:
    assert named(f"Here are good options for small makers:\n\n{text}") == ["Odoo", "Katana"]


def test_an_ordinary_word_is_a_name_in_a_list_that_a_tracked_name_heads() -> None:
    text = "1. **Deel**: quick to start.\n2. **Remote**: owns its entities.\n3. **Oyster**: kind."
    assert named(text, tracked=("Deel",)) == ["Remote", "Oyster"]


def test_names_that_head_the_columns_of_a_table_are_found() -> None:
    text = (
        "| | Odoo | Tallyhood | Brixello |\n|---|---|---|---|\n"
        "| Price | $20 | $12 | $9 |\n| Support | e-mail | phone | none |"
    )
    assert named(text) == ["Odoo", "Brixello"]


def test_points_below_an_item_are_no_names() -> None:
    text = (
        "- **Odoo**\n  - **Pros:** cheap\n  - **Storage:** 5 GB\n"
        "- **Brixello**\n  - **Pros:** quick\n  - **Onboarding:** two days"
    )
    assert named(text) == ["Odoo", "Brixello"]


@pytest.mark.parametrize(
    "text",
    [
        "### What to look for\n- **Battery life:** eight hours.\n- **Noise:** below 60 dB.",
        "**Before you sign**\n1. Ask for a written quote.\n2. Check the notice period.",
        "- **Registration:** it must be on the register.\n- **Payment:** never in advance.",
        "How to begin\n1. Sort Amazon by newest.\n2. Read the terms.\n3. Call the shop.",
    ],
)
def test_a_list_of_advice_holds_no_names(text: str) -> None:
    assert named(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "You can pay with Klarna or Twint in most shops.",
        "Ratings on Trustpilot are skewed, so read the comments.",
        "It was tested by Stiftung Warentest in Berlin.",
        "The Kyloe Council publishes a list every year.",
    ],
)
def test_places_sources_and_means_of_payment_in_passing_are_no_names(text: str) -> None:
    assert named(text) == []


def test_a_name_that_opens_a_paragraph_and_gets_a_verdict_is_found() -> None:
    text = "It depends on the size of the team.\n\nBrixello is excellent for larger teams."
    assert named(text) == ["Brixello"]


def test_a_name_joined_to_a_tracked_one_is_found() -> None:
    text = "Most people choose between Deel and Brixello."
    assert named(text, tracked=("Deel",)) == ["Brixello"]


def test_a_competitor_warned_against_is_named_but_not_recommended() -> None:
    text = (
        "Good choices:\n- **Katana** is the best choice for most people.\n"
        "- **Brixello** – I would avoid it, support is terrible."
    )
    assert [(n.name, n.recommended) for n in read(text)] == [("Katana", True), ("Brixello", False)]


def test_another_spelling_of_and_is_the_tracked_name() -> None:
    text = "- **Loud and Proud** – soft cotton.\n- **Katana** – for workshops."
    assert named(text, tracked=("Loud & Proud",)) == ["Katana"]


def test_offsets_point_at_the_name_as_written() -> None:
    text = "🙂 Options:\n1. **Odoo ERP** – modules\n2. **Katana** – workshops"
    assert [text[n.start : n.end] for n in read(text)] == ["Odoo ERP", "Katana"]


def test_a_name_behind_a_label_is_found() -> None:
    text = "- Best overall: Odoo\n- Cheapest: Tallyhood\n- Easiest: Katana"
    assert named(text) == ["Odoo", "Katana"]


def test_german_tips_in_capitals_are_no_names() -> None:
    text = (
        "**Anbieter**\n- **Brixello** – günstig und schnell.\n- **Tallyhood** – solide.\n\n"
        "**Worauf du achten solltest**\n- **Rückgabe**: 30 Tage.\n- **Akkulaufzeit**: acht Stunden."
    )
    assert named(text, language="de") == ["Brixello"]


def test_an_empty_answer_names_nobody() -> None:
    assert named("") == []

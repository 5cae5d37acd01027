"""Of a name and its points only the name counts; of a group and its names, the names."""

from __future__ import annotations

import pytest

from tests.analysis.competitors.test_also_named import named


def test_titles_with_points_below_are_the_names() -> None:
    text = (
        "Ovens are still built by these:\n\n### Brennwerk Odinger\n- Speicheröfen aus Ton\n"
        "- **Wartezeit:** rund 8 Monate\n\n### Zunder & Sohn\n- Kachelöfen und Herde\n"
        "- **Wartezeit:** 4 Monate"
    )
    assert named(text, language="de") == ["Brennwerk Odinger", "Zunder & Sohn"]


def test_properties_that_stand_below_every_name_are_no_names() -> None:
    text = (
        "Venues to shortlist:\n\n### 1. Quernhouse\n**Setting:** A mill.\n**Capacity:** 60\n\n"
        "### 2. Tithe & Thistle\n**Setting:** Overlooks Wenlock Edge.\n**Capacity:** 90"
    )
    assert named(text) == ["Quernhouse", "Tithe & Thistle"]


def test_titles_that_group_names_by_place_are_no_names() -> None:
    text = (
        "Boats for hire:\n\n**Malcesine**\n* **Vela Lunga:** new boats\n* **Corno Nautica:** cheap"
        "\n\n**Limone**\n* **Remigio Charter:** with a skipper"
    )
    assert named(text) == ["Vela Lunga", "Corno Nautica", "Remigio Charter"]


def test_names_inside_items_that_group_them_are_found() -> None:
    text = (
        "By part of town:\n\n- **North**\n  - **Bendwell**\n    - Class to try: *Slow Monday*\n"
        "  - **Asanaloft**\n- **Online**\n  - **Zafu & Zest**\n    - $20 a month"
    )
    assert named(text) == ["Bendwell", "Asanaloft", "Zafu & Zest"]


def test_lines_behind_an_arrow_go_on_about_the_name_before() -> None:
    text = "**Best for quiet:** Tischlicht 4\n→ Barmbek, calls\n\n**Cheapest:** Halbtag\n→ Veddel"
    assert named(text) == ["Tischlicht 4", "Halbtag"]


@pytest.mark.parametrize(
    "name", ["The Copper Kettle", "The Far Lantern", "Keep Dry at Wexcombe", "Chez Tonton Oolux"]
)
def test_names_may_begin_with_an_article_or_another_small_word(name: str) -> None:
    text = f"Good places:\n\n### Brixello\n- warm\n\n### {name}\n- quiet"
    assert named(text) == ["Brixello", name]


def test_praise_within_a_title_is_a_label() -> None:
    text = (
        "**☕ Best overall: Brixello**\nRoasts on Mondays.\n\n**🎁 Best gift: Thursday**\nIn a tin."
    )
    assert named(text) == ["Brixello", "Thursday"]


def test_steps_are_no_names() -> None:
    text = (
        "**Step 1: Get a Price.** Ask around.\n\n**Step 2: Protect Yourself.** Take photographs."
        "\n\n**Step 3: Change Your Plate.** At the office."
    )
    assert named(text) == []


def test_a_place_that_opens_an_answer_with_a_list_is_no_name() -> None:
    text = (
        "Wexcombe is one of the best places for bread. Here are the bakeries:\n\n"
        "- **Brixello** – rye\n- **Krumbly** – rolls"
    )
    assert named(text) == ["Brixello", "Krumbly"]


def test_a_bold_name_warned_against_beside_a_list_is_found() -> None:
    text = (
        "Good tools:\n\n1. **Brixello** – quick\n2. **Krumbly** – cheap\n\n"
        "I would not start with **Rosterix**: it closes in March."
    )
    assert named(text) == ["Brixello", "Krumbly", "Rosterix"]

"""Names put forward in several answers become suggestions, and ordinary capitals do not."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from presence.analysis.competitors import DiscoveredName, discover
from presence.analysis.extraction import EntitySet, extract_answer
from presence.analysis.types import (
    Answer,
    BrandProfile,
    Citation,
    EngineSpec,
    PanelPrompt,
    RawAnswer,
)
from tests.analysis.extraction.naming import competitors_named

ENGINE = EngineSpec("chatgpt", "ChatGPT", "openai", "m", "API", "assistants")
PROFILE = BrandProfile(name="Acme", competitors=competitors_named("Salomon"))


def found_in(*texts: str, same_prompt: bool = False) -> tuple[DiscoveredName, ...]:
    """What is discovered in answers with these texts, each to a prompt of its own."""
    answers = [_answer(str(index), text, same_prompt) for index, text in enumerate(texts)]
    entities = EntitySet.of(PROFILE)
    return discover([(answer, extract_answer(answer, entities)) for answer in answers], PROFILE)


def _answer(
    identifier: str, text: str, same_prompt: bool = False, *, failed: bool = False
) -> Answer:
    prompt = PanelPrompt("p" if same_prompt else f"p{identifier}", "Which shoes?", "discovery", "t")
    raw = RawAnswer(status="failed" if failed else "completed", text=text, model="m")
    return Answer(identifier, prompt, ENGINE, 0, datetime(2026, 1, 5, tzinfo=UTC), raw)


def names(found: Sequence[DiscoveredName]) -> list[str]:
    return [name.name for name in found]


LIST = "Good choices:\n1. **Salomon** – grip\n2. **Brooks** – soft\n3. **La Sportiva** – light"


def test_heads_of_a_list_with_a_tracked_name_are_found_from_two_answers_on() -> None:
    found = found_in(LIST, "- Acme: lasts\n- Brooks: soft\n- La Sportiva: for mud")
    assert names(found) == ["Brooks", "La Sportiva"]
    assert (found[0].answers, found[0].prompts) == (2, 2)


def test_two_answers_to_one_prompt_are_evidence_of_one_prompt() -> None:
    found = found_in(LIST, LIST, same_prompt=True)
    assert {(name.answers, name.prompts) for name in found} == {(2, 1)}


def test_the_example_points_at_the_name_in_its_answer() -> None:
    place = found_in(LIST, LIST)[0]
    assert place.answer_id == "0"
    assert LIST[place.start : place.end] == place.name


def test_one_answer_is_too_little() -> None:
    assert found_in(LIST) == ()


def test_names_enumerated_with_a_tracked_one_are_found() -> None:
    found = found_in(
        "Runners like Salomon, Brooks and Altra.", "People compare Brooks vs Acme vs Altra."
    )
    assert names(found) == ["Altra", "Brooks"]


def test_alternatives_to_a_tracked_name_are_found() -> None:
    text = "Acme is sound. Alternatives to Acme include many; compared with Brooks it is light."
    assert names(found_in(text, text)) == ["Brooks"]


def test_capitalised_words_alone_are_no_companies() -> None:
    text = "Acme helps at Work. Health Coaching is offered. In Berlin, Runners like it on Monday."
    assert found_in(text, text, text) == ()


def test_labels_of_a_list_about_one_brand_are_no_companies() -> None:
    text = "About Acme:\n- **Comfort**: good\n- **Price**: fair\n- **Durability**: high"
    assert found_in(text, text, text) == ()


def test_tracked_names_and_their_products_are_not_suggested() -> None:
    text = "1. Salomon\n2. Salomon Speedcross\n3. Acme Runner\n4. Acme Inc."
    assert found_in(text, text) == ()


def test_failed_answers_teach_nothing() -> None:
    entities = EntitySet.of(PROFILE)
    failed = [_answer(str(index), LIST, failed=True) for index in range(2)]
    assert discover([(a, extract_answer(a, entities)) for a in failed], PROFILE) == ()


def _simulated(number: int, owner: str) -> Answer:
    """The simulator quotes one page of an owner, which lists three names."""
    prompt = PanelPrompt(f"p{number}", "Which shoes?", "discovery", "t")
    text = f"{LIST} [1]"
    mark = Citation(
        "https://acme.example/", number=1, start=len(text) - 3, end=len(text), owner=owner
    )
    raw = RawAnswer(status="completed", text=text, model="m", citations=(mark,))
    engine = EngineSpec("simulator", "Simulator", "builtin", "m", "simulator", "simulator")
    return Answer(str(number), prompt, engine, 0, datetime(2026, 1, 5, tzinfo=UTC), raw)


def test_ones_own_page_that_the_simulator_quotes_puts_nobody_else_forward() -> None:
    entities = EntitySet.of(PROFILE)

    def found(owner: str) -> list[str]:
        answers = [_simulated(number, owner) for number in range(2)]
        return names(discover([(a, extract_answer(a, entities)) for a in answers], PROFILE))

    assert found("brand") == []
    assert found("salomon") == ["Brooks", "La Sportiva"]


@pytest.mark.parametrize("address", ["www.reddit.com", "reddit.com", "www.boots.example"])
def test_the_address_of_a_source_is_no_competitor(address: str) -> None:
    text = f"Good choices:\n1. **Brooks** – soft\n2. **{address}** – opinions of runners"
    assert names(found_in(text, text)) == ["Brooks"]


def test_a_company_that_is_named_like_its_address_is_a_competitor() -> None:
    text = "Good choices:\n1. **Brooks** – soft\n2. **Runners.com** – light"
    assert "Runners.com" in names(found_in(text, text))

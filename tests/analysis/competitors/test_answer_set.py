"""Both halves of the whole answers are what their description says they are."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest


def half(name: str) -> list[dict[str, Any]]:
    """The answers of one half, in the order of its file."""
    path = Path(__file__).with_name("answers") / f"{name}.json"
    answers: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    return answers


HALVES = {name: half(name) for name in ("untouched", "development")}
ANSWERS = [answer for answers in HALVES.values() for answer in answers]
FIELDS = {
    *("id", "language", "assistant", "style", "brand"),
    *("tracked", "question", "text", "named"),
}
KINDS = {
    *("authority", "certificate", "event", "own product", "owner", "payment", "place"),
    *("platform", "product", "source", "supplier", "technology", "tip"),
}
SHARED = Counter({"de": 10, "fr": 4, "es": 4, "it": 3, "nl": 3, "pt": 2, "pl": 2})
LANGUAGES = {
    "untouched": SHARED + Counter({"en": 30, "ja": 1, "tr": 1}),
    "development": SHARED + Counter({"en": 28, "ja": 2, "tr": 2}),
}

every_answer = pytest.mark.parametrize("answer", ANSWERS, ids=[a["id"] for a in ANSWERS])


def forms(name: dict[str, Any]) -> set[str]:
    """All forms of a listed name, without regard to case."""
    return {form.casefold() for form in (name["name"], *name.get("forms", ()))}


@pytest.mark.parametrize("name", HALVES)
def test_a_half_has_sixty_answers_of_four_assistants_in_ten_languages(name: str) -> None:
    answers = HALVES[name]
    assert Counter(a["language"] for a in answers) == LANGUAGES[name]
    assert set(Counter(a["assistant"] for a in answers).values()) == {15}
    assert len({a["id"] for a in answers}) == len({a["text"] for a in answers}) == 60


def test_the_halves_share_no_competitor() -> None:
    found = [
        {form for a in answers for n in a["named"] if n["is_competitor"] for form in forms(n)}
        for answers in HALVES.values()
    ]
    shared = len(set.intersection(*found))  # a count: the untouched names stay unprinted
    assert shared == 0


@every_answer
def test_an_answer_has_every_field(answer: dict[str, Any]) -> None:
    assert set(answer) == FIELDS
    texts = FIELDS - {"tracked", "named"}
    assert all(isinstance(answer[field], str) and answer[field].strip() for field in texts)
    assert len(answer["tracked"]) <= 3
    assert answer["brand"] not in answer["tracked"]


@every_answer
def test_every_listed_name_stands_in_the_text(answer: dict[str, Any]) -> None:
    assert [n["name"] for n in answer["named"] if n["name"] not in answer["text"]] == []


@every_answer
def test_no_name_is_listed_twice(answer: dict[str, Any]) -> None:
    listed = Counter(form for name in answer["named"] for form in forms(name))
    assert [form for form, times in listed.items() if times > 1] == []


@every_answer
def test_no_listed_name_is_the_brand(answer: dict[str, Any]) -> None:
    assert not [n for n in answer["named"] if answer["brand"].casefold() in forms(n)]


@every_answer
def test_tracked_names_in_the_text_are_listed_as_tracked(answer: dict[str, Any]) -> None:
    marked = {n["name"] for n in answer["named"] if n.get("tracked")}
    assert marked == {name for name in answer["tracked"] if name in answer["text"]}


@every_answer
def test_competitors_say_whether_recommended_and_others_what_they_are(
    answer: dict[str, Any],
) -> None:
    for name in answer["named"]:
        if name["is_competitor"] or name.get("tracked"):
            assert name["recommended"] in (True, False, None)
            assert "kind" not in name
            assert not (name["is_competitor"] and name.get("tracked"))
        else:
            assert name["kind"] in KINDS
            assert "recommended" not in name

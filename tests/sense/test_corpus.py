"""Every made-up business is whole, and its own questions agree with its own judge."""

import html
import re

import pytest

from tests.sense.corpus import FOLDER, Business, businesses, folder_of, half_of, page_html
from tests.sense.judge import sensible

KINDS = [
    "software",
    "product",
    "shop",
    "local-service",
    "professional-service",
    "trade",
    "hospitality",
    "education",
    "health",
    "non-profit",
    "open-source",
    "marketplace",
    "media",
    "public-body",
]
TEXTS = ("name", "market", "language", "description", "audience", "difficulty", "layout")
LISTS = ("category", "jobs", "competitors_named", "partners_named", "gold", "bad", "furniture")
ALL = businesses()
KNOWABLE = [one for one in ALL if not one["must_ask"]]


def named(one: Business) -> str:
    return str(one["name"])


@pytest.mark.parametrize("one", ALL, ids=named)
def test_a_business_has_every_field(one: Business) -> None:
    assert one["kind"] in KINDS
    assert all(isinstance(one[key], str) and one[key] for key in TEXTS)
    assert all(isinstance(one[key], list) for key in LISTS)
    assert one["furniture"]
    assert len(one["bad"]) == 10
    assert bool(one["category"]) is bool(one["jobs"]) is not one["must_ask"]


@pytest.mark.parametrize("one", ALL, ids=named)
def test_a_business_has_a_site_with_a_home_page(one: Business) -> None:
    paths = [page["path"] for page in one["pages"]]
    assert 3 <= len(paths) == len(set(paths)) <= 6
    assert paths[0] == "/"
    for page in one["pages"]:
        assert page["title"]
        drawn = page_html(one, page)
        assert page["body"] in drawn
        assert "{{" not in drawn


@pytest.mark.parametrize("one", ALL, ids=named)
def test_what_is_listed_as_furniture_and_every_name_stands_on_the_site(one: Business) -> None:
    site = html.unescape(" ".join(page_html(one, page) for page in one["pages"])).lower()
    listed = [*one["furniture"], *one["competitors_named"], *one["partners_named"]]
    assert [text for text in listed if text.lower() not in site] == []


@pytest.mark.parametrize("one", ALL, ids=named)
def test_the_half_follows_from_the_name(one: Business) -> None:
    assert one["half"] == half_of(one["name"])


@pytest.mark.parametrize("one", KNOWABLE, ids=named)
def test_ten_questions_of_customers_are_sensible(one: Business) -> None:
    assert len(one["gold"]) == 10
    assert [question for question in one["gold"] if not sensible(one, question)] == []


@pytest.mark.parametrize("one", ALL, ids=named)
def test_no_naive_question_is_sensible(one: Business) -> None:
    assert [question for question in one["bad"] if sensible(one, question)] == []


@pytest.mark.parametrize("one", KNOWABLE, ids=named)
def test_the_judge_knows_the_own_categories_jobs_and_competitors(one: Business) -> None:
    asked = [*(f"{what}?" for what in one["category"] + one["jobs"]), *one["competitors_named"]]
    assert [question for question in asked if not sensible(one, question)] == []


@pytest.mark.parametrize("one", ALL, ids=named)
def test_questions_of_customers_of_another_kind_are_not_sensible(one: Business) -> None:
    others = (other for other in KNOWABLE if other["kind"] != one["kind"])
    assert [ask for other in others for ask in other["gold"] if sensible(one, ask)] == []


@pytest.mark.parametrize("one", KNOWABLE, ids=named)
def test_no_question_of_a_customer_holds_furniture(one: Business) -> None:
    words = re.compile(r"\b(" + "|".join(map(re.escape, one["furniture"])) + r")\b", re.IGNORECASE)
    assert [question for question in one["gold"] if words.search(question)] == []


@pytest.mark.parametrize("one", ALL, ids=named)
def test_furniture_put_into_a_mould_is_not_sensible(one: Business) -> None:
    moulds = ("What are the best {}?", "Which {} are worth the money?", "Welche {} lohnen sich?")
    asked = [mould.format(text) for mould in moulds for text in one["furniture"]]
    assert [question for question in asked if sensible(one, question)] == []


@pytest.mark.parametrize("one", ALL, ids=named)
def test_no_question_of_a_customer_names_the_business(one: Business) -> None:
    name = re.compile(rf"\b{re.escape(one['name'])}\b")
    assert [question for question in one["gold"] if name.search(question)] == []


def test_every_kind_has_at_least_two_businesses_and_files_are_named_by_kind() -> None:
    kinds = [one["kind"] for one in ALL]
    assert min(kinds.count(kind) for kind in KINDS) >= 2
    assert len({one["name"] for one in ALL}) == len(ALL) == 40
    assert [path.name for path in sorted(FOLDER.iterdir())] == sorted(
        path.name for path in FOLDER.glob("*.toml")
    )
    assert sum(one["must_ask"] for one in ALL) == 4


@pytest.mark.parametrize("half", ["development", "untouched"])
def test_the_further_sets_agree_with_the_judge(half: str) -> None:
    further = folder_of(FOLDER.parent / "further" / half)
    assert len(further) >= 24
    assert sum(one["must_ask"] for one in further) >= 2
    for one in further:
        assert one["pages"]
        assert one["must_ask"] or all(sensible(one, question) for question in one["gold"])

"""Passages: verbatim, of readable length, under their heading, once."""

from __future__ import annotations

import pytest

from presence.analysis.documents import document_passages, page_passages, sentences, site_passages
from presence.analysis.types import DocumentText, PageFacts
from tests.analysis.fakes import START


def facts(text: str, headings: tuple[tuple[int, str], ...] = (), url: str = "u") -> PageFacts:
    return PageFacts(url, url, 200, START, 0, main_text=text, headings=headings, title="T")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two! Three?", ["One.", "Two!", "Three?"]),
        ("Made by e.g. Dr. Oak in St. Ives. It lasts.", ["Made by e.g. Dr. Oak in St. Ives.",
                                                         "It lasts."]),
        ("It costs £640. 120 cm wide.", ["It costs £640.", "120 cm wide."]),
        ("It is 1.5 m long and 2.5 m wide.", ["It is 1.5 m long and 2.5 m wide."]),
        ("これはペンです。それは本です。", ["これはペンです。", "それは本です。"]),
        ("", []),
    ],
)  # fmt: skip
def test_sentences_end_where_a_reader_ends_them(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


def test_a_passage_holds_one_to_three_sentences_under_its_heading() -> None:
    long = "This sentence has exactly ten words in it, as promised."
    page = facts("Care\n" + " ".join([long] * 7), ((2, "Care"),))
    found = page_passages(page, "brand", "Acme")
    assert [len(sentences(p.text)) for p in found[:1]] == [3]
    assert {p.heading for p in found} == {"Care"}
    assert all(p.text in page.main_text for p in found)


def test_a_heading_ends_a_passage() -> None:
    page = facts(
        "A\nFirst words about the oak table.\nB\nOther words about the bench.", ((2, "A"), (2, "B"))
    )
    assert [(p.heading, p.text) for p in page_passages(page)] == [
        ("A", "First words about the oak table."),
        ("B", "Other words about the bench."),
    ]


def test_no_passage_is_longer_than_eighty_words() -> None:
    found = page_passages(facts("word " * 500))
    assert max(len(p.text.split()) for p in found) <= 80


def test_text_repeated_on_many_pages_is_kept_once() -> None:
    pages = [facts("We repair every table for fifteen years.", url=f"u{n}") for n in range(3)]
    assert [p.source for p in site_passages(pages)] == ["u0"]


def test_ids_are_stable_and_differ_between_sources() -> None:
    one, same, other = (
        page_passages(facts("We repair every table.", url=url))[0].id for url in ("u", "u", "v")
    )
    assert one == same != other


def test_document_passages_name_their_document() -> None:
    document = DocumentText(
        "plan.docx", "Plan", ((1, "Goal"), (0, "We sell ten tables a week.")), 7
    )
    (passage,) = document_passages(document, "brand", "Acme")
    assert (passage.source, passage.heading, passage.title, passage.owner_name) == (
        "document:plan.docx",
        "Goal",
        "Plan",
        "Acme",
    )

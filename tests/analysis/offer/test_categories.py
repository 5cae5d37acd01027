"""The catalogue is whole: every entry can carry the questions that are made from it."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from presence.analysis.offer.brief_entries import brief_entry
from presence.analysis.offer.categories import (
    COUNTED,
    KINDS,
    NAMED,
    SPOKEN,
    Category,
    catalogue,
)
from presence.analysis.panel.sentences import sentences_of

ENTRIES = list(catalogue().values())
BRIEF = [entry for entry in ENTRIES if entry.brief]
WHOLE = [entry for entry in ENTRIES if not entry.brief]
SPOKEN_ENTRIES = [(entry, language) for entry in WHOLE for language in SPOKEN]
_SCHEMA = re.compile(r"^[A-Z][A-Za-z]+$")


def ids(pair: tuple[Category, str]) -> str:
    return f"{pair[0].id}-{pair[1]}"


def test_entries_are_of_known_kinds_and_each_kind_with_entries_has_sentences() -> None:
    kinds = {entry.kind for entry in ENTRIES}
    assert kinds <= set(KINDS)
    assert all(sentences_of(kind, language) for kind in kinds for language in SPOKEN)


@pytest.mark.parametrize("entry", WHOLE, ids=lambda entry: entry.id)
def test_an_entry_has_a_type_of_schema_org_and_names_in_every_language(entry: Category) -> None:
    assert _SCHEMA.match(entry.schema)
    assert re.match(r"^[a-z0-9]+(-[a-z0-9]+)*$", entry.id)
    assert set(entry.wordings) == set(NAMED)
    for wording in entry.wordings.values():
        assert wording.names
        assert len(set(wording.names)) == len(wording.names)
        assert all(name == name.strip() and 2 <= len(name) <= 60 for name in wording.names)


@pytest.mark.parametrize("entry", BRIEF, ids=lambda entry: entry.id)
def test_a_brief_entry_has_names_number_gender_and_signs_in_both_languages(
    entry: Category,
) -> None:
    assert _SCHEMA.match(entry.schema)
    assert re.match(r"^[a-z0-9]+(-[a-z0-9]+)*$", entry.id)
    assert set(entry.wordings) == set(SPOKEN)
    for language, wording in entry.wordings.items():
        assert len(set(wording.names)) == len(wording.names)
        assert all(2 <= len(name) <= 60 and "/" not in name for name in wording.names)
        assert wording.signs
        assert wording.plural or entry.kind not in COUNTED
        assert wording.plural or not wording.plural_only or entry.kind == "product"
        gendered = language == "de" and not wording.plural_only
        assert wording.gender in (("m", "f", "n") if gendered else ("",))


def test_a_line_without_number_is_no_brief_entry() -> None:
    with pytest.raises(ValueError, match="has no plural"):
        brief_entry("x: kite shop | Drachenladen m Drachenläden | kite | Drachen", "shop")
    with pytest.raises(ValueError, match="has no gender"):
        brief_entry("x: kite shop/kite shops | Drachenladen | kite | Drachen", "shop")


@pytest.mark.parametrize("language", NAMED)
def test_no_name_belongs_to_two_entries(language: str) -> None:
    worded = [entry.wordings[language] for entry in ENTRIES if language in entry.wordings]
    names = Counter(name.casefold() for wording in worded for name in wording.names)
    assert [name for name, count in names.items() if count > 1] == []


@pytest.mark.parametrize("pair", SPOKEN_ENTRIES, ids=ids)
def test_an_entry_knows_jobs_conditions_worries_and_problems(pair: tuple[Category, str]) -> None:
    entry, language = pair
    wording = entry.wordings[language]
    assert len(wording.jobs) >= 4
    assert len(wording.conditions) >= 4
    assert len(wording.worries) >= 3
    assert len(wording.problems) >= 3
    gendered = language == "de" and not wording.plural_only
    assert wording.gender in (("m", "f", "n") if gendered else ("",))
    assert wording.plural or entry.kind not in COUNTED
    assert wording.plural not in wording.names[:1] or wording.plural.endswith(("er", "en", "el"))
    for words in (wording.jobs, wording.conditions, wording.worries, wording.problems):
        assert len(set(words)) == len(words)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.id)
def test_a_german_name_begins_with_its_noun_as_adjectives_are_not_declined(
    entry: Category,
) -> None:
    assert not entry.wordings["de"].name[0].islower()


@pytest.mark.parametrize("pair", SPOKEN_ENTRIES, ids=ids)
def test_jobs_and_conditions_are_parts_of_a_sentence(pair: tuple[Category, str]) -> None:
    wording = pair[0].wordings[pair[1]]
    for words in (*wording.jobs, *wording.conditions):
        assert not re.search(r"[.?!;:]$", words), words
        assert not words.startswith(("to ", "zu ")), words
    for job in wording.jobs:
        assert wording.name.casefold() not in job.casefold(), job
    if pair[1] == "en":
        assert all(words[0].islower() or words[0].isdigit() for words in wording.jobs)


@pytest.mark.parametrize("pair", SPOKEN_ENTRIES, ids=ids)
def test_worries_and_problems_are_whole_questions(pair: tuple[Category, str]) -> None:
    wording = pair[0].wordings[pair[1]]
    for question in (*wording.worries, *wording.problems):
        assert question.endswith("?"), question
        assert question[0].isupper() or question[0].isdigit(), question
        assert 15 <= len(question) <= 200, question
    for problem in wording.problems:
        assert wording.name.casefold() not in problem.casefold(), problem

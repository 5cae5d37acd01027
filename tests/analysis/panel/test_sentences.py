"""The sentences of every kind can be filled by every category of that kind, and read well."""

from __future__ import annotations

import re

import pytest

from presence.analysis.offer.categories import KINDS, SPOKEN, Wording, catalogue
from presence.analysis.panel.sentences import (
    SLOT,
    STEPS,
    SentenceTemplate,
    article,
    filled,
    noun_slots,
    sentences_of,
)
from presence.analysis.types.offer import OfferKind

_NOUN_SLOTS = {"name", "plural", "a", "a good", "good plural", "the", "the best", "which"}
_VERBS = {
    "en": {"is", "has", "does", "name is", "name has", "name does"},
    "de": {"sind", "haben", "name ist", "name hat"},
}
# A singular verb right after the noun, which a plural-only noun cannot have.
_SINGULAR_VERB = {
    "en": re.compile(r"\{(?:which|the best|a|a good|name)\}(?: \{\w+\})? (?:was|\w+[^s\W]s)\b"),
    "de": re.compile(r"\{(?:which|the best|name)\}(?: \{\w+\})? (?:wird|kann|muss|\w+t)\b"),
}
_WISHES = {"condition", "audience"}
_OTHERS = {*_WISHES, "job", "place", "competitor"}
_EVERY = [(kind, language) for kind in KINDS for language in SPOKEN if sentences_of(kind, language)]
_NEEDED = {"condition": _WISHES, "place": {"place"}, "alternatives": {"competitor"},
           "how-to": {"job"}}  # fmt: skip


@pytest.mark.parametrize(("kind", "language"), _EVERY)
def test_a_kind_has_at_least_thirty_sentences_over_every_step(
    kind: OfferKind, language: str
) -> None:
    sentences = sentences_of(kind, language)
    assert len(sentences) >= 30
    assert {sentence.step for sentence in sentences} == set(STEPS)
    assert len({sentence.text for sentence in sentences}) == len(sentences)


@pytest.mark.parametrize(("kind", "language"), _EVERY)
def test_a_sentence_has_known_slots_and_those_its_step_needs(
    kind: OfferKind, language: str
) -> None:
    for sentence in sentences_of(kind, language):
        assert sentence.slots <= _NOUN_SLOTS | _VERBS[language] | _OTHERS, sentence
        assert len(sentence.slots & _WISHES) <= 1, sentence
        needed = _NEEDED.get(sentence.step)
        assert needed is None or sentence.slots & needed, sentence
        if sentence.step not in ("how-to", "alternatives"):
            assert sentence.slots & _NOUN_SLOTS, sentence
        for word in re.findall(r"^\{[^}]+\}", sentence.text):
            assert word[1].isupper(), sentence


@pytest.mark.parametrize(("kind", "language"), _EVERY)
def test_every_category_of_a_kind_fills_every_sentence(kind: OfferKind, language: str) -> None:
    others = {"job": "j", "condition": "c", "audience": "a", "place": "p", "competitor": "Acme"}
    for entry in catalogue().values():
        if entry.kind != kind:
            continue
        values = {**noun_slots(entry.wordings[language], language), **others}
        for sentence in sentences_of(kind, language):
            text = filled(sentence, values)
            assert text is not None
            assert not SLOT.search(text)
            assert text[0].isupper()
            assert text.endswith(("?", "."))
            assert "  " not in text


@pytest.mark.parametrize(("kind", "language"), _EVERY)
def test_a_kind_with_plural_only_nouns_has_no_singular_verb_after_the_noun(
    kind: OfferKind, language: str
) -> None:
    wordings = [entry.wordings[language] for entry in catalogue().values() if entry.kind == kind]
    if not any(wording.plural_only for wording in wordings):
        return
    for sentence in sentences_of(kind, language):
        assert not _SINGULAR_VERB[language].search(sentence.text.lower()), sentence


@pytest.mark.parametrize(
    ("job", "asked"),
    [
        ("die Steuer abgeben, ohne zu rechnen", "die Steuer abgeben möchte, ohne zu rechnen"),
        ("die Steuer abgeben", "die Steuer abgeben möchte"),
    ],
)
def test_a_german_verb_ends_its_own_clause(job: str, asked: str) -> None:
    sentence = SentenceTemplate("how-to", "Was ist der beste Weg, wenn ich {job} möchte?")
    assert filled(sentence, {"job": job}) == f"Was ist der beste Weg, wenn ich {asked}?"


def test_a_sentence_without_a_value_for_a_slot_is_not_made() -> None:
    sentence = SentenceTemplate("place", "{Which} {place} is best?")
    assert filled(sentence, {"which": "which dentist"}) is None
    assert filled(sentence, {"which": "which dentist", "place": "in Leeds"}) == (
        "Which dentist in Leeds is best?"
    )


@pytest.mark.parametrize(
    ("phrase", "expected"),
    [("dentist", "a"), ("employment solicitor", "an"), ("hour", "an"), ("university", "a"),
     ("European law firm", "a"), ("MES", "an"), ("CRM", "a"), ("ERP system", "an"),
     ("umbrella", "an"),
     ("one-day course", "a"), ("inn", "an"), ("HR consultant", "an"), ("uniform supplier", "a"),
     ("undertaker", "an"), ("yoga studio", "a"), ("user testing agency", "a"), ("hotel", "a")],
)  # fmt: skip
def test_the_english_article_follows_the_sound(phrase: str, expected: str) -> None:
    assert article(phrase) == expected


@pytest.mark.parametrize(
    ("wording", "expected"),
    [
        (Wording(("Steuerberater",), "Steuerberater", "m"),
         ("einen Steuerberater", "einen guten Steuerberater", "der beste Steuerberater", "sind")),
        (Wording(("Architekt",), "Architekten", "m", "Architekten"),
         ("einen Architekten", "einen guten Architekten", "der beste Architekt", "sind")),
        (Wording(("Zahnarztpraxis",), "Zahnarztpraxen", "f"),
         ("eine Zahnarztpraxis", "eine gute Zahnarztpraxis", "die beste Zahnarztpraxis", "sind")),
        (Wording(("Olivenöl",), "", "n"),
         ("Olivenöl", "gutes Olivenöl", "das beste Olivenöl", "ist")),
        (Wording(("Laufschuhe",), plural_only=True),
         ("Laufschuhe", "gute Laufschuhe", "die besten Laufschuhe", "sind")),
    ],
)  # fmt: skip
def test_german_articles_and_adjectives_follow_gender_and_case(
    wording: Wording, expected: tuple[str, ...]
) -> None:
    slots = noun_slots(wording, "de")
    assert tuple(slots[name] for name in ("a", "a good", "the best", "sind")) == expected


@pytest.mark.parametrize(
    ("wording", "expected"),
    [
        (Wording(("mattress",), "mattresses"), "Which mattress has a mattress that is? are"),
        (Wording(("skincare",)), "Which skincare has skincare that is? is"),
        (Wording(("jeans",), plural_only=True), "Which jeans have jeans that are? are"),
    ],
)
def test_english_verbs_follow_the_number_of_the_name_and_of_the_plural(
    wording: Wording, expected: str
) -> None:
    sentence = SentenceTemplate("discovery", "{Which} {name has} {a} that {name is}? {is}")
    assert filled(sentence, noun_slots(wording, "en")) == expected


@pytest.mark.parametrize(
    ("wording", "expected"),
    [
        (Wording(("Matratze",), "Matratzen", "f"), "Welche Matratze hat: ist, sind"),
        (Wording(("Wein",), "", "m"), "Welcher Wein hat: ist, ist"),
        (Wording(("Möbel",), plural_only=True), "Welche Möbel haben: sind, sind"),
    ],
)
def test_german_verbs_follow_the_number_of_the_name_and_of_the_plural(
    wording: Wording, expected: str
) -> None:
    sentence = SentenceTemplate("discovery", "{Which} {name hat}: {name ist}, {sind}")
    assert filled(sentence, noun_slots(wording, "de")) == expected


@pytest.mark.parametrize(
    ("wording", "language", "expected"),
    [
        (Wording(("tax office",), "tax offices"), "en", "I call the tax office."),
        (Wording(("Finanzamt",), "Finanzämter", "n"), "de", "I call das Finanzamt."),
        (Wording(("Nationalpark",), "Nationalparks", "m"), "de", "I call den Nationalpark."),
        (Wording(("Architekt",), "Architekten", "m", "Architekten"), "de",
         "I call den Architekten."),
        (Wording(("Möbel",), plural_only=True), "de", "I call die Möbel."),
    ],
)  # fmt: skip
def test_the_definite_article_is_an_object_and_follows_gender_and_number(
    wording: Wording, language: str, expected: str
) -> None:
    assert (
        filled(SentenceTemplate("place", "I call {the}."), noun_slots(wording, language))
        == expected
    )

"""A person's word about the offer beside what was read."""

from __future__ import annotations

import pytest

from presence.analysis.offer import entry_named, read_offer, with_corrections
from presence.analysis.types import BrandProfile
from presence.analysis.types.offer import OfferCorrections, Quote, Slot


def profile(description: str, audience: str = "", language: str = "en") -> BrandProfile:
    return BrandProfile(
        name="Tern", description=description, audience=audience, language=language, market="GB"
    )


def test_what_a_person_says_stands_with_full_confidence_and_their_words_as_evidence() -> None:
    read = read_offer(profile("Tern is payroll software for cafes."))
    offer = with_corrections(read, OfferCorrections(place="Leeds", qualities=("no set-up fee",)))
    assert offer.place == Slot("Leeds", 1.0, (Quote("Leeds", "person"),))
    assert offer.qualities == Slot(("no set-up fee",), 1.0, (Quote("no set-up fee", "person"),))
    assert (offer.category, offer.kind, offer.jobs) == (read.category, read.kind, read.jobs)


def test_nothing_said_changes_nothing() -> None:
    read = read_offer(profile("Tern is payroll software for cafes."))
    assert with_corrections(read, OfferCorrections()) == read


def test_another_category_brings_its_own_kind_and_jobs() -> None:
    read = read_offer(profile("Tern is payroll software for cafes."))
    offer = with_corrections(read, OfferCorrections(category="roofer"))
    assert offer.category is not None
    assert (offer.category.value, offer.category.confidence) == ("roofer", 1.0)
    assert offer.entry == "roofer"
    assert offer.kind == Slot("trade", 1.0, (Quote("roofer", "person"),))
    assert offer.jobs is not None
    assert read.jobs is not None
    assert not set(offer.jobs.value) & set(read.jobs.value)


def test_a_category_we_do_not_know_takes_kind_and_jobs_of_the_one_it_replaces_with_it() -> None:
    read = read_offer(profile("Tern is payroll software for cafes."))
    offer = with_corrections(read, OfferCorrections(category="falconry display"))
    assert (offer.entry, offer.kind, offer.jobs) == (None, None, None)
    assert offer.readable
    said = with_corrections(
        read, OfferCorrections(category="falconry display", kind="local-service")
    )
    assert said.confidence == 1.0


def test_narrower_words_of_the_same_thing_keep_its_kind() -> None:
    read = read_offer(profile("Tern makes solid oak furniture to order."))
    assert read.kind is not None
    offer = with_corrections(read, OfferCorrections(category="oak tables"))
    assert offer.kind == read.kind


def test_the_noun_of_a_category_we_do_not_know_says_its_kind() -> None:
    read = read_offer(profile("Tern is payroll software for cafes."))
    offer = with_corrections(read, OfferCorrections(category="falconry app"))
    assert offer.kind is not None
    assert offer.kind.value == "software"


def test_none_at_all_can_be_said() -> None:
    read = read_offer(profile("Tern is payroll software for cafes. No set-up fee."))
    assert read.qualities is not None
    assert with_corrections(read, OfferCorrections(qualities=())).qualities is None
    assert with_corrections(read, OfferCorrections(place="")).place is None


def test_an_audience_that_was_taken_back_does_not_come_back_from_an_old_reading() -> None:
    read = read_offer(profile("Tern is payroll software.", audience="Cafes in Leeds"))
    assert read.audience is not None
    assert with_corrections(read, OfferCorrections()).audience is None


def test_an_offer_that_could_not_be_read_is_readable_once_somebody_says_what_it_is() -> None:
    read = read_offer(profile("We help companies grow."))
    assert not read.readable
    offer = with_corrections(read, OfferCorrections(category="payroll software"))
    assert (offer.readable, offer.entry) == (True, "payroll-software")


@pytest.mark.parametrize(
    ("category", "language", "entry"),
    [
        ("payroll software", "en", "payroll-software"),
        ("friendly payroll software for cafes", "en-GB", "payroll-software"),
        ("payroll software support desk", "en", None),
        ("logiciel de paie pour cafés", "fr", "payroll-software"),
        ("", "en", None),
    ],
)
def test_a_typed_category_is_looked_up_by_the_thing_it_names(
    category: str, language: str, entry: str | None
) -> None:
    found = entry_named(category, language)
    assert (found.id if found else None) == entry

"""What is asked of an offer that says more than the catalogue: for whom, without what, by whom."""

from __future__ import annotations

import pytest

from presence.analysis.offer.recognition import entry_named
from presence.analysis.panel import build_panel
from presence.analysis.types import BrandProfile
from presence.analysis.types.offer import Offer, OfferKind, Slot


def asked(
    kind: OfferKind | None,
    category: str,
    language: str = "en",
    *,
    audience: str = "",
    place: str = "",
    more: tuple[str, ...] = (),
    size: int = 60,
) -> list[str]:
    entry = entry_named(category, language)
    offer = Offer(
        language,
        kind=Slot(kind, 1.0) if kind else None,
        category=Slot(category, 0.9),
        more_categories=Slot(more, 0.6) if more else None,
        audience=Slot(audience, 0.9) if audience else None,
        place=Slot(place, 0.9) if place else None,
        entry=entry.id if entry and entry.kind == kind else None,
    )
    profile = BrandProfile("Xyloquant", "", audience, language=language, market="GB")
    panel = build_panel(profile, offer, size, None)
    return [prompt.text for prompt in panel.prompts if not prompt.branded]


@pytest.mark.parametrize(
    ("kind", "category", "language", "expected"),
    [
        ("media", "podcast for school governors", "en",
         "Which podcast for school governors would you recommend?"),
        ("media", "podcast for school governors", "en",
         "Which podcasts for school governors deserve more attention?"),
        ("professional-service", "solicitors for wills and probate", "en",
         "Which solicitors for wills and probate have the best reputation?"),
        ("product", "fountain pen for left-handers", "en",
         "Which fountain pens for left-handers are worth the money?"),
        ("software", "rota software for care homes", "en",
         "Which rota software for care homes would you recommend?"),
        ("open-source", "log viewer for Kubernetes", "en",
         "Which log viewers for Kubernetes are actively maintained?"),
        ("software", "Dienstplan-Software für Rettungsdienste", "de",
         "Welche Dienstplan-Software für Rettungsdienste ist empfehlenswert?"),
        ("professional-service", "Fachanwalt für Erbrecht", "de",
         "Welche Fachanwälte für Erbrecht haben einen guten Ruf?"),
        ("product", "Lodenmantel", "de", "Welche Lodenmäntel sind empfehlenswert?"),
        ("education", "Schweißkurs für Anfänger", "de",
         "Welcher Schweißkurs für Anfänger ist empfehlenswert?"),
        ("non-profit", "kostenlose Fahrradreparatur", "de",
         "Wer bietet kostenlose Fahrradreparatur an?"),
    ],
)  # fmt: skip
def test_number_and_gender_are_those_of_the_noun_before_its_tail(
    kind: OfferKind, category: str, language: str, expected: str
) -> None:
    assert expected in asked(kind, category, language)


@pytest.mark.parametrize(
    ("kind", "category", "language"),
    [
        ("media", "podcast sur l’apiculture", "fr"),
        ("software", "software de turnos para residencias", "es"),
        ("media", "podcast sobre agroecologia", "pt"),
        ("media", "養蜂のポッドキャスト", "ja"),
    ],
)
def test_other_languages_ask_in_the_persons_words_where_they_say_more(
    kind: OfferKind, category: str, language: str
) -> None:
    texts = asked(kind, category, language)
    assert sum(category in text.replace(category.capitalize(), category) for text in texts) >= 12


def test_an_audience_is_left_out_where_the_category_names_it() -> None:
    texts = asked("media", "podcast for school governors", audience="school governors")
    assert not any("governors for school governors" in text for text in texts)


def test_no_condition_contradicts_what_the_category_is_without() -> None:
    texts = asked("product", "leather-free hiking boots")
    said = [text.replace("leather-free", "") for text in texts]
    assert not any("leather" in text for text in said)


def test_citizens_ask_who_does_it_and_not_for_a_provider() -> None:
    texts = asked("public-body", "allotments", place="Whitby")
    assert "Who is responsible for allotments in Whitby?" in texts
    assert not any("provider" in text or "recommend" in text for text in texts)
    german = asked("public-body", "Abfallentsorgung", "de", place="Celle")
    assert "Wer ist für Abfallentsorgung in Celle zuständig?" in german
    assert not any("Anbieter" in text for text in german)


def test_help_that_is_given_has_no_price_and_no_best_provider() -> None:
    texts = asked("non-profit", "free bike repairs", place="Tucson")
    assert "Which charities in Tucson offer free bike repairs?" in texts
    assert not any("fair price" in text or "paid for" in text for text in texts)


def test_a_shop_is_asked_where_to_buy_and_not_who_makes_it() -> None:
    texts = asked("shop", "spare parts for old radios")
    assert "Where can I buy good spare parts for old radios?" in texts
    assert not any("Who makes" in text or "makers" in text for text in texts)


def test_a_local_kind_is_asked_for_where_its_customers_are() -> None:
    texts = asked("trade", "thatcher", place="Dorset", size=25)
    assert "Which thatcher in Dorset would you recommend?" in texts
    assert sum("in Dorset" in text for text in texts) >= 0.6 * len(texts)


def test_the_trades_of_customers_are_not_asked_for() -> None:
    texts = asked("professional-service", "tax adviser", more=("restaurant", "roofer"))
    assert not any("restaurant" in text or "roofer" in text for text in texts)
    texts = asked("trade", "scaffolder", audience="roofers", more=("roofer",))
    assert not any("Which roofer" in text or "a good roofer" in text for text in texts)


def test_a_worry_that_only_its_context_explains_is_not_asked() -> None:
    texts = asked("media", "podcast")
    assert not {"Is there a transcript?", "Who pays for it?"} & set(texts)

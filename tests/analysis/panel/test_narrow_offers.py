"""What is asked of an offer that says more than the catalogue: for whom, without what, by whom."""

from __future__ import annotations

import pytest

from presence.analysis.offer.recognition import entry_named
from presence.analysis.panel import build_panel
from presence.analysis.panel.qualified import is_said
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


@pytest.mark.parametrize(
    ("language", "category", "expected"),
    [
        ("fr", "collecte des encombrants",
         "Quels sont mes droits concernant la collecte des encombrants ?"),
        ("es", "recogida de muebles", "¿Cuál es la tarifa de la recogida de muebles?"),
        ("it", "anagrafe", "Quali documenti servono per l’anagrafe?"),
        ("nl", "paspoort aanvragen", "Wat betaal ik voor het aanvragen van een paspoort?"),
        ("pt", "recolha de monos", "Que documentos são precisos para a recolha de monos?"),
        ("pl", "odbiór odpadów", "Ile kosztuje odbiór odpadów?"),
        ("ja", "粗大ごみ回収", "粗大ごみ回収の料金はいくらですか？"),
        ("ar", "جمع النفايات", "كم رسوم جمع النفايات؟"),
    ],
)  # fmt: skip
def test_citizens_of_every_language_ask_how_it_works(
    language: str, category: str, expected: str
) -> None:
    texts = asked("public-body", category, language)
    assert expected in texts
    assert len(asked("public-body", category, language, place="Siena", size=25)) >= 20


@pytest.mark.parametrize("language", ["fr", "es", "it", "nl", "pt", "pl", "ja", "ar"])
def test_what_one_follows_has_no_budget_and_no_good_price(language: str) -> None:
    names = {"ja": "ポッドキャスト", "ar": "بودكاست"}
    texts = asked("media", names.get(language, "podcast"), language)
    assert len(texts) >= 17
    price = "qualité-prix|precio justo|prezzo onesto|prijs|preço|budżet|相場|تكلفة"
    assert not any(word in text for text in texts for word in price.split("|"))


@pytest.mark.parametrize(
    ("language", "category"),
    [("es", "boletín sindical"), ("it", "enoteca"), ("pt", "azeite"), ("it", "rete di mulini")],
)
def test_a_noun_of_any_gender_or_ending_gives_a_whole_panel(language: str, category: str) -> None:
    kind: OfferKind = "product" if category == "azeite" else "software"
    assert len(asked(kind, category, language, size=25)) == 24


def test_japanese_says_where_before_the_noun() -> None:
    texts = asked("hospitality", "民宿", "ja", place="高山")
    assert "高山の民宿を比較するときのポイントは何ですか？" in texts


def test_italian_says_ad_before_an_a() -> None:
    texts = asked("hospitality", "rifugio", "it", place="Aosta")
    assert any("ad Aosta" in text for text in texts)
    assert not any(" a Aosta" in text for text in texts)


def test_those_who_give_to_a_non_profit_are_not_asked_whether_they_get_it() -> None:
    texts = asked("non-profit", "free bike repairs", audience="students, donors in Tucson")
    assert any("students" in text for text in texts)
    assert not any("donors" in text for text in texts)


def test_an_office_of_which_there_is_one_is_not_asked_for_in_the_plural() -> None:
    texts = asked("public-body", "Standesamt", "de", place="Celle")
    assert not any("Welche Standesämter" in text for text in texts)
    assert "Wo parke ich, wenn ich das Standesamt in Celle aufsuche?" in texts


def test_a_charity_is_asked_for_where_those_who_need_it_are() -> None:
    texts = asked("non-profit", "food bank", place="Tucson", size=25)
    assert sum("in Tucson" in text for text in texts) >= 0.3 * len(texts)


@pytest.mark.parametrize(
    ("category", "expected"),
    [
        ("basement tanking", "Which basement tanking company in Whitby would you recommend?"),
        ("boiler repairs", "Which boiler repair company in Whitby would you recommend?"),
        ("gutter cleaning for schools",
         "Which gutter cleaning company for schools in Whitby would you recommend?"),
    ],
)  # fmt: skip
def test_work_is_asked_of_a_company_that_does_it(category: str, expected: str) -> None:
    assert expected in asked("trade", category, place="Whitby")


def test_an_audience_never_takes_the_place_of_what_the_category_is_for() -> None:
    texts = asked("open-source", "log viewer for Kubernetes", audience="platform engineers")
    assert all("Kubernetes" in text for text in texts if "log viewer" in text)


def test_a_condition_that_says_where_gets_no_second_place() -> None:
    description = "Hütten mit Seeblick im Seetal"
    offer = Offer(
        "de",
        kind=Slot("hospitality", 1.0),
        category=Slot("Hütten", 0.9),
        place=Slot("Seetal", 0.9),
    )
    profile = BrandProfile("Xyloquant", description, "", language="de", market="AT")
    texts = [prompt.text for prompt in build_panel(profile, offer, 60, None).prompts]
    assert any("mit Seeblick im Seetal" in text for text in texts)
    assert not any("im Seetal im Seetal" in text for text in texts)


def test_other_names_of_a_brief_entry_vary_the_questions() -> None:
    texts = asked("product", "coffin", more=("burial shroud", "urn"), size=25)
    assert any("burial shroud" in text for text in texts)
    assert any("urn" in text.split() or "urns" in text for text in texts)


@pytest.mark.parametrize(
    ("category", "spelt"), [("Swedish paint", "Swedish paint"), ("Fish soup", "fish soup")]
)
def test_only_names_of_peoples_keep_their_capital(category: str, spelt: str) -> None:
    questions = asked("product", category)
    assert any(spelt in question for question in questions)
    assert all(spelt in question or category not in question for question in questions)


def test_what_the_category_says_is_no_condition() -> None:
    assert is_said("with deduplication", "deduplicating backup program", "en")
    assert not is_said("with encryption", "deduplicating backup program", "en")

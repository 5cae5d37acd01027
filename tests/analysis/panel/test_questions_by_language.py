"""What is asked in languages in which the catalogue knows names alone: by whom, of what, where."""

from __future__ import annotations

import pytest

from presence.analysis.offer.recognition import entry_named
from presence.analysis.panel import build_panel
from presence.analysis.panel.place_phrases import place_phrase
from presence.analysis.types import BrandProfile, Competitor
from presence.analysis.types.offer import Offer, OfferKind, Slot


def asked(
    language: str,
    kind: OfferKind,
    category: str,
    *,
    more: tuple[str, ...] = (),
    audience: str = "",
    place: str = "",
    rival: str = "",
) -> list[str]:
    entry = entry_named(category, language)
    offer = Offer(
        language,
        kind=Slot(kind, 1.0),
        category=Slot(category, 1.0),
        more_categories=Slot(more, 1.0) if more else None,
        audience=Slot(audience, 1.0) if audience else None,
        place=Slot(place, 1.0) if place else None,
        entry=entry.id if entry and entry.kind == kind else None,
    )
    rivals = (Competitor("c", rival),) if rival else ()
    profile = BrandProfile(
        "Xyloquant", "", audience, language=language, market="GB", competitors=rivals
    )
    return [prompt.text for prompt in build_panel(profile, offer, 25, None).prompts][:-1]


@pytest.mark.parametrize(
    ("language", "work", "place", "expected"),
    [
        ("fr", "rempaillage de fauteuils", "Nantes",
         "À qui s’adresser à Nantes pour le rempaillage de fauteuils ?"),
        ("es", "reparación de relojes", "Sevilla",
         "¿Quién ofrece reparación de relojes en Sevilla?"),
        ("it", "riparazione di orologi", "Padova",
         "A chi mi rivolgo a Padova per la riparazione di orologi?"),
        ("nl", "klokkenreparatie", "Breda", "Waar kan ik in Breda terecht voor klokkenreparatie?"),
        ("pt", "reparação de relógios", "Évora", "Quem faz reparação de relógios em Évora?"),
        ("pl", "naprawa zegarków", "Gdyni",
         "Kogo polecacie, jeśli chodzi o naprawę zegarków w Gdyni?"),
        ("ja", "時計修理", "松本市", "松本市で時計修理を頼むならどこがいいですか？"),
        ("ar", "تصليح الساعات", "جدة", "من يقدم تصليح الساعات في جدة؟"),
        ("zh", "钟表维修", "杭州", "杭州钟表维修哪家好？"),
        ("tr", "saat tamiri", "Bursa", "Bursa’da saat tamiri için kime gitmeliyim?"),
    ],
)  # fmt: skip
def test_of_work_it_is_asked_who_does_it(
    language: str, work: str, place: str, expected: str
) -> None:
    texts = asked(language, "local-service", work, place=place)
    assert expected in texts
    assert len(texts) == 24


@pytest.mark.parametrize(
    ("language", "category", "part", "expected"),
    [
        ("fr", "clinique vétérinaire", "stérilisation de chats",
         "Quelle clinique vétérinaire à Lyon me conseillez-vous pour la stérilisation de chats ?"),
        ("nl", "dierenarts", "gebitsreiniging",
         "Waar kan ik in Lyon terecht voor gebitsreiniging?"),
        ("ja", "歯科医院", "ホワイトニング",
         "Lyonでホワイトニングに対応している歯科医院を教えてください。"),
    ],
)  # fmt: skip
def test_a_part_of_what_somebody_does_is_asked_for_together_with_who_does_it(
    language: str, category: str, part: str, expected: str
) -> None:
    texts = asked(language, "health", category, more=(part,), place="Lyon")
    assert expected in texts
    assert not any("recommand" in text and part in text for text in texts)


@pytest.mark.parametrize(
    ("language", "category", "part", "expected"),
    [
        ("fr", "logiciel de caisse", "suivi des stocks",
         "Quel logiciel de caisse convient aussi pour le suivi des stocks ?"),
        ("es", "programa de facturación", "control de gastos",
         "¿Cómo puedo simplificar el control de gastos?"),
        ("ja", "会計ソフト", "経費精算", "経費精算もできる会計ソフトはありますか？"),
    ],
)  # fmt: skip
def test_what_a_program_also_does_is_asked_for_with_the_program(
    language: str, category: str, part: str, expected: str
) -> None:
    assert expected in asked(language, "software", category, more=(part,))


@pytest.mark.parametrize(
    ("language", "kind", "category"),
    [("pl", "professional-service", "biuro rachunkowe"),
     ("es", "product", "filtros de agua de barro"), ("nl", "product", "graanvrij hondenvoer")],
)  # fmt: skip
def test_the_brands_own_words_for_the_category_are_asked_about(
    language: str, kind: OfferKind, category: str
) -> None:
    assert sum(category in text for text in asked(language, kind, category)) >= 18


@pytest.mark.parametrize(
    ("language", "category", "audience", "expected"),
    [
        ("fr", "logiciel de caisse", "boulangeries",
         "Quel logiciel de caisse me conseillez-vous pour les boulangeries ?"),
        ("ja", "会計ソフト", "個人事業主", "個人事業主に向いている会計ソフトはどれですか？"),
        ("zh", "会计软件", "个体户", "有没有适合个体户的会计软件？"),
        ("tr", "muhasebe programı", "serbest çalışanlar",
         "Sizce serbest çalışanlar için en iyi muhasebe programı hangisi?"),
    ],
)  # fmt: skip
def test_it_is_asked_what_suits_the_audience(
    language: str, category: str, audience: str, expected: str
) -> None:
    assert expected in asked(language, "software", category, audience=audience)


@pytest.mark.parametrize(("language", "noun"), [("zh", "牙科诊所"), ("tr", "diş kliniği")])
def test_chinese_and_turkish_brands_are_asked_about_in_their_language(
    language: str, noun: str
) -> None:
    texts = asked(language, "health", noun, place="Ankara", rival="Veltrino")
    assert len(texts) == 24
    assert sum("Ankara" in text for text in texts) >= 12
    assert any("Veltrino" in text for text in texts)


@pytest.mark.parametrize(
    ("name", "expected"),
    [("İzmir", "İzmir’de"), ("Ankara", "Ankara’da"), ("Gaziantep", "Gaziantep’te"),
     ("Muş", "Muş’ta")],
)  # fmt: skip
def test_a_turkish_place_takes_the_ending_that_sounds_like_it(name: str, expected: str) -> None:
    assert place_phrase(name, "tr") == expected


@pytest.mark.parametrize(
    ("language", "kind", "category", "earlier"),
    [("en", "local-service", "wedding florist", "last"),
     ("pt", "local-service", "agência funerária", "última vez"),
     ("de", "local-service", "Hochzeitsfotograf", "zuletzt")],
)  # fmt: skip
def test_nobody_speaks_of_the_last_time_where_there_is_only_one(
    language: str, kind: OfferKind, category: str, earlier: str
) -> None:
    assert not any(earlier in text for text in asked(language, kind, category, place="Faro"))


@pytest.mark.parametrize(
    ("noun", "many"),
    [("Wurmkiste", "Wurmkisten"), ("Korkboden", "Korkböden"), ("Nistkugel", ""),
     ("Luftschleuse", "Luftschleusen"), ("Windmelder", "Windmelder")],
)  # fmt: skip
def test_a_german_noun_of_known_number_is_asked_for_in_the_plural(noun: str, many: str) -> None:
    texts = asked("de", "product", noun)
    assert (f"Welche {many} sind empfehlenswert?" in texts) is bool(many)
    assert not any(f"Welche {noun} sind" in text for text in texts if noun != many)


def test_people_named_after_a_language_keep_its_capital() -> None:
    offer = Offer(
        "en", Slot("open-source", 1.0), Slot("task queue", 1.0), audience=Slot("Python people", 1.0)
    )
    profile = BrandProfile("Xyloquant", "A task queue written in Python.", language="en")
    texts = [prompt.text for prompt in build_panel(profile, offer, 25, None).prompts]
    assert any("Python people" in text for text in texts)
    assert not any("python people" in text for text in texts)


def test_owners_of_what_is_worked_on_are_not_named() -> None:
    texts = asked("en", "local-service", "farrier", audience="horse owners", place="Whitby")
    assert not any("horse owners" in text for text in texts)


def test_an_open_program_is_not_asked_for_as_if_it_were_sold() -> None:
    entry = entry_named("accounting software", "en")
    assert entry is not None
    offer = Offer("en", Slot("open-source", 1.0), Slot("accounting software", 1.0), entry=entry.id)
    profile = BrandProfile("Xyloquant", "", language="en", market="GB")
    texts = [prompt.text for prompt in build_panel(profile, offer, 25, None).prompts]
    assert "Which accounting software is actively maintained?" in texts
    assert not any("free trial" in text or "from a company" in text for text in texts)


@pytest.mark.parametrize(("language", "name"), [("zh", "库存软件"), ("tr", "stok programı")])
def test_a_name_shows_that_it_is_a_program_where_its_kind_is_not_known(
    language: str, name: str
) -> None:
    offer = Offer(language, category=Slot(name, 1.0))
    profile = BrandProfile("Xyloquant", "", language=language)
    texts = [prompt.text for prompt in build_panel(profile, offer, 25, None).prompts]
    assert any("Excel" in text for text in texts)

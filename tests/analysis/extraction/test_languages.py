"""Denial, praise, warning, doubt and picks in the languages and scripts answers are written in."""

from __future__ import annotations

import pytest

from presence.analysis.extraction import EntitySet, extraction_version, source_class
from presence.analysis.types import BrandProfile, Competitor
from tests.analysis.extraction.naming import own, read

DENIED = [
    "Über Veltrino ist mir nichts bekannt.",
    "In meinen Quellen taucht Veltrino nicht auf.",
    "Aucune des sources ne mentionne Veltrino.",
    "Je ne dispose d'aucune donnée concernant Veltrino.",
    "Veltrino no figura en ninguna de las listas.",
    "Non risultano informazioni su Veltrino.",
    "Não há informações disponíveis sobre a Veltrino.",
    "Ik ken Veltrino niet.",
    "Nie znalazłem wzmianek o Veltrino.",
    "Veltrino hakkında bilgim yok.",
    "Мне ничего не известно о Veltrino.",
    "Δεν γνωρίζω την εταιρεία Veltrino.",
    "ليست لدي معلومات عن Veltrino.",
    "אין לי מידע על Veltrino.",
    "Veltrinoについての情報は確認できませんでした。",
    "关于Veltrino，我手头没有资料。",
    "Veltrino라는 회사는 들어본 적이 없습니다.",
    "मैंने Veltrino के बारे में कभी नहीं सुना।",
]
NAMED = [
    "Veltrino ist nicht billig, aber gut.",
    "Veltrino ne livre pas en Belgique.",
    "Veltrino no tiene tienda física.",
    "Veltrino non offre il reso gratuito.",
    "Bij Veltrino kun je niet pinnen.",
    "W Veltrino nie zapłacisz kartą.",
    "Veltrino hafta sonu açık değil.",
    "Veltrino не работает по выходным.",
    "لا يوجد لدى Veltrino فروع خارج البلاد.",
    "Veltrinoは土曜日は営業していません。",
    "Veltrino没有实体店。",
    "Veltrino에는 주차장이 없습니다.",
]
DOUBTED = [
    "Meinen Sie vielleicht Veltrino?",
    "Voulez-vous dire Veltrino ?",
    "¿Quizá se refiere a Veltrino?",
    "Forse intendi Veltrino?",
    "Bedoelt u misschien Veltrino?",
    "Czy chodziło Ci o Veltrino?",
    "Возможно, вы имели в виду Veltrino?",
]
JUDGED = [
    ("Niemand schlägt Veltrino.", "positive"),
    ("Rien ne vaut Veltrino.", "positive"),
    ("Nada supera a Veltrino.", "positive"),
    ("Evite Veltrino: los pedidos llegan tarde.", "negative"),
    ("Méfiez-vous de Veltrino.", "negative"),
    ("Von Veltrino würde ich abraten.", "negative"),
    ("Odradzam Veltrino.", "negative"),
    ("Избегайте Veltrino.", "negative"),
    ("不推荐Veltrino。", "negative"),
    ("Veltrinoは使いやすくて便利です。", "positive"),
    ("Veltrino은 가격이 비싸고 느립니다.", "negative"),
    ("Veltrino hat seinen Sitz in Kassel.", "neutral"),
]


@pytest.mark.parametrize("text", DENIED)
def test_not_knowing_un_names_in_every_language(text: str) -> None:
    assert [m.stance for m in read("Veltrino", text).mentions] == ["negated"]


@pytest.mark.parametrize("text", NAMED)
def test_a_missing_feature_names_in_every_language(text: str) -> None:
    assert own(read("Veltrino", text))


@pytest.mark.parametrize("text", DOUBTED)
def test_asking_who_is_meant_is_uncertain_in_every_language(text: str) -> None:
    assert [m.stance for m in read("Veltrino", text).mentions] == ["uncertain"]


@pytest.mark.parametrize(("text", "sentiment"), JUDGED)
def test_judgement_is_read_in_every_language(text: str, sentiment: str) -> None:
    assert read("Veltrino", text).sentiment == sentiment


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Тихая Гавань", "Отдых в «Тихой Гавани» недорогой."),
        ("Лента", "В Ленте большой выбор, лучше только Ашан."),
        ("Kuźnia Smaku", "Jedzenie z Kuźni Smaku jest świetne, a obsługa przemiła."),
        ("Αμπελώνας Κορίνθου", "Προτείνω τον Αμπελώνα Κορίνθου."),
        ("Ελαιώνας Ιθάκης", "Το λάδι ΕΛΑΙΩΝΑΣ ΙΘΑΚΗΣ είναι καλό."),
        ("Migros", "Migros'ta fiyatlar daha uygun."),
        ("삼성", "삼성에서도 만듭니다."),
    ],
)
def test_inflected_forms_are_the_same_entity(name: str, text: str) -> None:
    assert own(read(name, text))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Post", "Die Post liegt noch ungeöffnet auf dem Tisch."),
        ("Carrefour", "Au carrefour, tournez à gauche."),
        ("Claro", "Ficou claro que o plano é caro."),
        ("Лента", "Лента порвалась посередине."),
        ("苹果", "我每天早上吃一个苹果。"),
        ("Square", "Times Square is crowded in December."),
        ("Square", "Square Enix published the game."),
        ("Apple", "Apple Records signed the band in 1968."),
        ("Amazon", "The Amazon rainforest is shrinking."),
        ("Leclerc", "Le général Leclerc entra dans Paris."),
        ("Anker", 'In harbour towns "Anker" simply means anchor.'),
        ("HP", "A 150 hp outboard is overkill for that hull."),
    ],
)
def test_a_word_or_a_longer_name_is_not_the_brand(name: str, text: str) -> None:
    assert own(read(name, text)) == ()


def test_a_name_written_as_its_own_address_needs_a_capital() -> None:
    profile = BrandProfile(name="You", website="https://you.com")
    assert own(read(profile, "Two engines stand out: Perplexity and You.com."))
    assert own(read(profile, "See you.com for more.")) == ()


def test_a_changed_alias_changes_the_version_and_an_equal_set_does_not() -> None:
    first = EntitySet.of(BrandProfile(name="Acme"))
    again = EntitySet.of(BrandProfile(name="Acme"))
    other = EntitySet.of(BrandProfile(name="Acme", aliases=("Acme Shoes",)))
    tracked = EntitySet.of(BrandProfile(name="Acme", competitors=(Competitor("b", "Beta"),)))
    versions = {extraction_version(s) for s in (first, other, tracked)}
    assert extraction_version(first) == extraction_version(again)
    assert len(versions) == 3


@pytest.mark.parametrize(
    ("url", "kind"),
    [
        ("https://old.reddit.com/r/x", "community"),
        ("https://forum.example.com/t/1", "community"),
        ("https://example.com/forums/showthread.php?t=1", "community"),
        ("https://shop.example/wiki/Shoe", "reference"),
        ("https://www.duden.de/rechtschreibung/Schuh", "reference"),
        ("https://www.gov.pl/web/x", "institutional"),
        ("https://www.u-tokyo.ac.jp/", "institutional"),
        ("https://www.test.de/schuhe", "institutional"),
        ("https://www.nytimes.com/2026/shoes", "editorial"),
        ("https://go.example.com/x", "editorial"),
    ],
)
def test_sources_are_classed_by_table_then_by_shape(url: str, kind: str) -> None:
    assert source_class(url, None) == kind

"""What is read of businesses that speak French, Spanish, Italian, Dutch, Portuguese, Polish, …"""

from __future__ import annotations

import pytest

from presence.analysis.offer.trades_by_language import trades
from presence.analysis.types.offer import OfferKind
from tests.analysis.offer.readings import category_of, kind_of, offer_of, page

LANGUAGES = ("fr", "es", "it", "nl", "pt", "pl", "ja", "ar")


@pytest.mark.parametrize(
    ("language", "description", "expected"),
    [
        ("fr", "Nous sommes trois luthiers à Mirecourt.", "luthiers"),
        ("fr", "Nous tissons des plaids en laine dans le Berry.", "plaids en laine"),
        ("es", "Tejemos a mano mantas de lana en Grazalema.", "mantas de lana"),
        ("es", "Fundación que asesora gratis a pescadores en seguridad marítima.",
         "asesoramiento en seguridad marítima"),
        ("it", "Costruiamo arpe celtiche su misura.", "arpe celtiche su misura"),
        ("pt", "Tecemos mantas de lã em Mértola.", "mantas de lã"),
        ("pl", "Szyjemy żagle dla małych jachtów.", "żagle dla małych jachtów"),
        ("fr", "Nous réparons et louons des orgues à Dole.", "réparation d'orgues"),
        ("fr", "On apprend la vielle aux adultes.", "cours de vielle"),
        ("es", "Afinamos y vendemos arpas en Cuenca.", "arpas"),
        ("es", "Reparamos y mantenemos telares en Béjar.", "reparación de telares"),
        ("it", "Ripariamo e restauriamo arpe a Norcia.", "riparazione di arpe"),
        ("nl", "Wij repareren en onderhouden draaiorgels in Edam.", "reparatie van draaiorgels"),
        ("pt", "Consertamos e alugamos harpas em Évora.", "conserto de harpas"),
        ("nl", "Verhuur van tandems op Texel.", "Verhuur van tandems"),
        ("es", "Fundación que acompaña a marineros jubilados.", "ayuda para marineros jubilados"),
        ("ja", "京都の竹かごの修理、漆の塗り直し。", "竹かごの修理"),
        ("ja", "相模原の車いす専門の修理店。", "車いす専門の修理店"),
    ],
)  # fmt: skip
def test_a_sentence_with_a_verb_gives_the_thing(
    language: str, description: str, expected: str
) -> None:
    assert category_of(offer_of("Vanola", description, language=language)) == expected


def test_a_further_verb_of_a_list_is_another_deed_and_no_part_of_the_thing() -> None:
    offer = offer_of("Vanola", "Rifacciamo facciate e installiamo persiane.", language="it")
    assert category_of(offer) == "rifacimento di facciate"
    assert offer.more_categories is not None
    assert offer.more_categories.value == ("installazione di persiane",)


@pytest.mark.parametrize(
    ("language", "description"),
    [
        ("fr", "Savez-vous où dorment vos bateaux ?"),
        ("fr", "Gérez vos amarres en quelques clics."),
        ("es", "Cambia tu amarra por otra en un día."),
        ("es", "Escala tu revenue. Cierra más."),
        ("it", "Si naviga in pace. Fatto a mano a Gaeta."),
        ("nl", "Plan je vloot in vijf minuten."),
        ("es", "Tres generaciones vendiendo amarras en Vigo."),
    ],
)
def test_a_call_a_question_and_how_it_was_made_are_no_things(
    language: str, description: str
) -> None:
    assert category_of(offer_of("Vanola", description, language=language)) == ""


def test_the_title_names_what_a_slogan_hides_where_the_pages_speak_of_it() -> None:
    text = "<p>Un taller de encuadernación para adultos, los sábados en Ronda.</p>"
    site = page("Vanola, taller de encuadernación en Ronda", "Hojas que duran", text)
    offer = offer_of("Vanola", "Dale tiempo a tus manos.", site, language="es")
    assert category_of(offer) == "taller de encuadernación"
    assert offer.place is not None
    assert offer.place.value == "Ronda"


def test_who_works_on_a_thing_is_asked_for_the_work_not_for_the_thing() -> None:
    offer = offer_of("Vanola", "Wij repareren bakfietsen in Edam.", language="nl")
    assert kind_of(offer) == "local-service"


def test_a_polish_deed_is_named_as_the_pages_name_it() -> None:
    site = page("Vanola", "Vanola", "<p>Serwis i naprawa harf koncertowych od 1990 roku.</p>")
    offer = offer_of("Vanola", "Naprawiamy harfy koncertowe.", site, language="pl")
    assert (category_of(offer), kind_of(offer)) == ("naprawa harf koncertowych", "local-service")


def test_a_trade_is_known_in_the_plural_as_well() -> None:
    offer = offer_of("Vanola", "Commercialisti per pescatori a Gaeta.", language="it")
    assert kind_of(offer) == "professional-service"


@pytest.mark.parametrize(
    ("language", "description"),
    [
        ("fr", "Nous donnons vie à vos rêves."),
        ("fr", "La mer a été patiente, nous aussi."),
        ("es", "Hay silencios que abrazan."),
        ("it", "Diamo voce a chi ascolta."),
        ("pt", "Há mares que nos esperam."),
        ("pl", "Jeszcze chwila, jeszcze krok."),
        ("nl", "Wij geven ruimte aan wat groeit."),
    ],
)
def test_a_slogan_over_a_site_that_says_nothing_is_asked(language: str, description: str) -> None:
    site = page("Vanola", "Vanola", "<p>12 345. 2004.</p>")
    offer = offer_of("Vanola", description, site, language=language)
    assert category_of(offer) == ""


def test_the_words_of_several_pages_together_tell_the_trade_behind_a_slogan() -> None:
    pages = (
        page("Vanola", "Ça repart", "<p>Crevaison, freins, roue voilée : on s’en charge.</p>"),
        page("Tarifs", "Tarifs", "<p>Réglage du dérailleur, 20 €. Rayons, 15 €.</p>", path="/p"),
    )
    offer = offer_of("Vanola", "En selle !", *pages, language="fr")
    assert category_of(offer) == "réparation de vélos"
    assert kind_of(offer) == "local-service"


def test_one_word_of_a_trade_tells_none() -> None:
    site = page("Vanola", "Vanola", "<p>Freins, freins, freins. Encore des freins.</p>")
    assert category_of(offer_of("Vanola", "En selle !", site, language="fr")) == ""


def test_a_program_that_says_only_whom_it_helps_is_asked_for_as_a_program() -> None:
    pages = (
        page("Vanola", "Fini le papier", "<p>Saisie sur tablette, export vers Excel.</p>"),
        page("Prix", "Prix", "<p>29 € par mois, sans engagement, mises à jour.</p>", path="/p"),
    )
    said = "Nous aidons les campings à souffler."
    offer = offer_of("Vanola", said, *pages, language="fr", audience="gérants de campings")
    assert category_of(offer) == "logiciel de gestion de campings"
    assert kind_of(offer) == "software"


def test_what_pages_write_with_accents_is_asked_with_them() -> None:
    site = page("Vanola", "Réparation", "<p>Nous réparons chaque tracteur et chaque épandeur.</p>")
    offer = offer_of("Vanola", "reparation epandeur a Redon", site, language="fr")
    assert category_of(offer) == "réparation épandeur"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_of_a_list_of_trades_is_whole(language: str) -> None:
    listed = trades(language)
    names = [name.casefold() for trade in listed for name in trade.names]
    assert len(listed) >= 70
    assert len(names) == len(set(names))
    assert all(trade.kind in OfferKind.__args__ for trade in listed)  # type: ignore[attr-defined]
    assert all(len(trade.signs) >= 3 and all(trade.names) for trade in listed)


def test_a_japanese_place_before_the_thing_is_said_by_the_question_alone() -> None:
    offer = offer_of("ひより", "徳島の藍染工房です。藍染めの手ぬぐい、シャツ。", language="ja")
    assert category_of(offer) == "藍染工房"
    assert offer.place is not None
    assert offer.place.value == "徳島"

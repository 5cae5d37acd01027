"""What is sold is read from everything together where no text says it outright."""

from __future__ import annotations

from tests.analysis.offer.readings import category_of, kind_of, offer_of, page


def test_a_slogan_is_no_obstacle_where_the_pages_speak_of_a_trade() -> None:
    offer = offer_of(
        "Quiet Hours",
        "Sleep is not a luxury.",
        page(
            "Quiet Hours",
            "Morning comes easier",
            "<p>If you snore, gasp or wake up tired, we measure a night in your own bed.</p>"
            "<p>Apnea is common and can be treated, with CPAP or without.</p>",
        ),
        page(
            "Fees",
            "What a night costs",
            "<table><tr><td>Sleep study at home</td><td>$240</td></tr>"
            "<tr><td>CPAP fitting</td><td>$90</td></tr></table>"
            "<p>Insomnia is treated by talking, snoring often by a splint.</p>",
            path="/fees",
        ),
    )
    assert category_of(offer) == "sleep apnea clinic"
    assert kind_of(offer) == "health"
    assert offer.category is not None
    assert offer.category.confidence <= 0.5


def test_compounds_of_german_pages_speak_for_their_parts() -> None:
    offer = offer_of(
        "Nordlicht",
        "Wir hören zu.",
        page(
            "Nordlicht",
            "Wenn es knirscht",
            "<p>Mediation heißt: beide reden, niemand richtet. Nach drei Sitzungen steht eine "
            "Vereinbarung, die hält.</p>",
        ),
        page(
            "Ablauf",
            "So geht es",
            "<p>Trennungsmediation, Erbstreit, Konflikte im Betrieb. Ein Familienkonflikt braucht "
            "drei bis fünf Sitzungen.</p>",
            path="/ablauf",
        ),
        language="de",
    )
    assert category_of(offer) == "Mediator"


def test_a_site_of_slogans_alone_stays_unread() -> None:
    offer = offer_of(
        "Larkmere",
        "Further, together.",
        page("Larkmere", "We believe", "<p>Every idea deserves a journey. We walk with you.</p>"),
        page("Journal", "Thoughts", "<p>What the sea taught us about focus.</p>", path="/journal"),
    )
    assert category_of(offer) == ""
    assert len(offer.suggestions) == 3


def test_a_list_of_files_is_nothing_that_is_sold() -> None:
    files = "<ul><li>assets/</li><li>pagina-web/</li></ul>"
    title = "Directory listing for /"
    offer = offer_of("Larkmere", "", page(title, title, files), language="es")
    assert category_of(offer) == ""


def test_the_words_of_ones_own_title_are_suggested_before_trades_of_others() -> None:
    site = page("きざし屋 | 沖縄の配信者育成", "きざし屋", "<p>ようこそ。</p>")
    offer = offer_of("きざし屋", "", site, language="ja")
    assert category_of(offer) == ""
    assert offer.suggestions == ("沖縄の配信者育成",)


def test_what_the_pages_say_is_no_longer_done_is_not_what_is_sold() -> None:
    offer = offer_of(
        "Gable & Co",
        "Chimney sweeping and log baskets",
        page(
            "Gable & Co",
            "Warm floors, quiet rooms",
            "<p>We pour screed, level slabs and polish concrete floors.</p>"
            "<p>We stopped sweeping chimneys in 2020.</p>",
        ),
        page(
            "Prices",
            "Per square metre",
            "<table><tr><td>Polished concrete</td><td>£85</td></tr><tr><td>Cement screed</td>"
            "<td>£22</td></tr></table><p>A slab is dry after four weeks.</p>",
            path="/prices",
        ),
    )
    assert "chimney" not in category_of(offer)


def test_an_app_is_a_program_whatever_else_the_words_speak_of() -> None:
    offer = offer_of(
        "Trilby",
        "An app that gets rusty players humming scales again.",
        page(
            "Trilby",
            "Ten minutes a day",
            "<p>Scales, chords and ear training on your phone. Practice counts only when you play."
            "</p><p>Cards for intervals, sheet music for the train.</p>",
        ),
    )
    assert kind_of(offer) == "software"


def test_who_makes_and_exports_a_thing_sells_the_thing() -> None:
    offer = offer_of("Vaal", "manufacturer & exporter of hydraulic cylinders, pressure vessels")
    assert category_of(offer) == "hydraulic cylinders"

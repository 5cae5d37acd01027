"""What owners' words mean beyond their letters: acronyms, languages, what was given up."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from presence.analysis.crawler.facts import read_page
from presence.analysis.offer import read_offer
from presence.analysis.panel import build_panel
from presence.analysis.types import BrandProfile, Fetched, PageFacts
from presence.analysis.types.offer import Offer

pytestmark = pytest.mark.xdist_group("offer")


def page(path: str, title: str, *paragraphs: str) -> PageFacts:
    address = f"https://brand.example{path}"
    body = "".join(f"<p>{text}</p>" for text in paragraphs)
    html = f"<title>{title}</title><main><h1>{title}</h1>{body}</main>".encode()
    headers = (("content-type", "text/html; charset=utf-8"),)
    moment = datetime(2026, 1, 1, tzinfo=UTC)
    fetched = Fetched(address, address, 200, headers, html, (), moment, None, 0.0)
    return read_page(fetched, 0 if path == "/" else 1)


def read(
    description: str, *pages: PageFacts, audience: str = "", name: str = "Quorn", lang: str = "en"
) -> Offer:
    profile = BrandProfile(name, description, audience, market="GB", language=lang)
    return read_offer(profile, pages)


def category(offer: Offer) -> str:
    return offer.category.value if offer.category else ""


def asked(description: str, *, audience: str = "", lang: str = "en") -> list[str]:
    profile = BrandProfile("Quorn", description, audience, market="GB", language=lang)
    panel = build_panel(profile, read_offer(profile), 25, None)
    return [prompt.text for prompt in panel.prompts if not prompt.branded]


def test_a_program_named_by_its_acronym_is_not_what_its_customers_make() -> None:
    pages = (
        page("/", "Every tray counts", "See each oven live. Downtime, scrap and orders per line."),
        page("/product", "One screen for the bakery", "Ovens, doughs and lines on one board."),
        page("/prices", "Priced by the oven", "A month is 29 a line. Fitting is extra."),
    )
    offer = read("an MES for industrial bakeries", *pages, audience="production managers")
    assert category(offer) == "MES for industrial bakeries"
    assert offer.kind is not None
    assert offer.kind.value == "software"


def test_what_the_pages_say_was_given_up_is_not_the_offer() -> None:
    pages = (
        page("/", "Solar for your roof", "We plan and fit solar panels and batteries."),
        page(
            "/solar", "Solar panels", "Solar panels from 5,000. We stopped window cleaning in 2021."
        ),
        page("/about", "About us", "Twelve people, two vans and a lot of solar panels."),
    )
    assert "window" not in category(read("Window cleaning in Exeter", *pages)).casefold()


@pytest.mark.parametrize(
    "said",
    [
        "We no longer sell coffee machines, only coffee.",
        "Wir reparieren keine Autos mehr.",
    ],
)
def test_what_the_pages_still_sell_is_not_given_up(said: str) -> None:
    pages = (
        page("/", "Speciality coffee", "Coffee roasted on Tuesdays.", said),
        page("/coffee", "Coffee", "Coffee beans by the kilo."),
    )
    assert "coffee" in category(read("Speciality coffee by post", *pages)).casefold()


@pytest.mark.parametrize(
    ("description", "lang", "expected"),
    [
        ("An app that gets adults talking in Welsh again", "en", "Welsh language app"),
        ("Language school in Leeds teaching French to adults", "en", "French language school"),
        ("App zum Schwedischlernen mit kurzen Geschichten", "de", "Sprachlern-App für Schwedisch"),
        ("Sprachkurse für Eltern, nur Türkisch", "de", "Sprachkurse für Türkisch"),
    ],
)
def test_a_language_that_is_taught_belongs_to_the_category(
    description: str, lang: str, expected: str
) -> None:
    assert category(read(description, lang=lang)) == expected


def test_two_languages_leave_any_language_school() -> None:
    said = "Language school in Leeds teaching French and Spanish to adults"
    assert category(read(said)) == "Language school"


def test_nobody_who_learns_welsh_is_asked_about_a_holiday_in_italy() -> None:
    said = asked("An app that gets adults talking in Welsh again", audience="adults in Wales")
    assert said
    assert not [text for text in said if "Italian" in text or "French" in text]


@pytest.mark.parametrize(
    ("description", "expected"),
    [
        ("We restore and reupholster old chairs in Stoke.", "old chair restoration"),
        ("Hire of pumps and generators to building sites", "pump hire"),
        ("Repair and servicing of woodwind instruments in York", "woodwind instrument repair"),
        ("NHS and private dentist in Hove", "NHS dentist"),
        ("Indoor and outdoor climbing centre in Sheffield", "Indoor climbing centre"),
        ("Yoga and pilates classes in Boise", "Yoga classes"),
        ("We organise, scan and shred office files in Ottawa.", "office file shredding"),
        ("Design and installation of solar panels in Kent", "solar panel installation"),
        ("Robotics and coding camps for kids 7 to 14 in Bath", "Robotics camps"),
    ],
)
def test_words_that_share_a_noun_are_each_read_with_it(description: str, expected: str) -> None:
    assert category(read(description)).casefold() == expected.casefold()


@pytest.mark.parametrize(
    ("description", "lang", "expected"),
    [
        (
            "Quorn ist eine Software für die Dienstplanung. Sie plant Dienste und prüft Urlaub.",
            "de",
            "Software für die Dienstplanung",
        ),
        ("Quorn is an app for bookshops. It tracks stock.", "en", "app for bookshops"),
    ],
)
def test_what_a_program_is_outweighs_what_it_does_next(
    description: str, lang: str, expected: str
) -> None:
    assert category(read(description, lang=lang)) == expected


def test_deeds_of_a_program_are_not_asked_for_as_its_parts() -> None:
    said = asked(
        "Quorn is point-of-sale software for bookshops. It tracks stock, prints receipts, manages "
        "special orders and syncs with wholesalers.",
        audience="independent bookshops",
    )
    assert said
    found = [t for t in said for part in ("prints", "manages", "syncs", "it tracks") if part in t]
    assert not found


@pytest.mark.parametrize(
    ("description", "expected"),
    [
        ("Quorn is a masonry contractor in Hull. We rebuild chimneys.", "masonry contractor"),
        ("Quorn is a construction company in Leeds. We build schools.", "construction company"),
        ("Quorn designs and plants green roofs.", "green roof design"),
        ("We help small charities write funding bids. We research funders.", "funding bid writing"),
        ("Quorn is an open-source feed reader you host yourself.", "open-source feed reader"),
        ("Quorn is a coffee subscription you can pause.", "coffee subscription"),
        ("We are a group of therapists in Boise who work with teens.", "therapists"),
    ],
)
def test_what_a_business_is_or_helps_with_is_read_from_the_first_sentence(
    description: str, expected: str
) -> None:
    assert category(read(description)) == expected


@pytest.mark.parametrize(
    ("description", "lang", "place"),
    [
        ("Electric bikes in the Forest of Dean", "en", "the Forest of Dean"),
        ("Agriturismo con piscina vicino ad Assisi", "it", "Assisi"),
    ],
)
def test_a_place_is_read_with_its_article_and_its_preposition(
    description: str, lang: str, place: str
) -> None:
    found = read(description, lang=lang).place
    assert found is not None
    assert found.value == place


def test_what_sets_an_offer_apart_does_not_repeat_its_place() -> None:
    said = asked("Quorn ist ein Hofladen mit Café bei Lüneburg.", lang="de")
    assert [text for text in said if "mit Café" in text]
    assert not [text for text in said if "bei Lüneburg in Lüneburg" in text]


SITE = (
    page("/", "Quorn", "Inspection of jetties and hulls by remotely operated vehicle."),
    page("/work", "Our work", "A harbour wall, eleven piles. Priced at 900 a mile."),
    page("/contact", "Contact", "We travel to any port in the west."),
)


@pytest.mark.parametrize("slogan", ["The last mile, first.", "Silence, delivered."])
def test_a_slogan_that_the_pages_do_not_bear_out_is_asked_about(slogan: str) -> None:
    offer = read(slogan, *SITE)
    assert offer.category is None
    assert offer.suggestions[0] == "jetty inspection"


def test_a_shed_that_something_is_missing_from_is_not_for_sale() -> None:
    pages = (
        page("/", "Tools for life", "Hand-forged spades, forks and hoes from our own forge."),
        page("/shop", "All tools", "Border spade, 96. Digging fork, 104. Dutch hoe, 62."),
    )
    assert "shed" not in category(read("Everything your shed was missing", *pages)).split()


def test_what_the_first_page_says_it_does_is_put_forward_behind_a_slogan() -> None:
    pages = (
        page("/", "Quorn", "Wir stimmen und restaurieren Klaviere, bei Ihnen zu Hause."),
        page("/stimmung", "Klavier stimmen lassen", "Eine Stimmung kostet 110 Euro plus Anfahrt."),
        page("/verkauf", "Gebrauchte Flügel", "Ein Flügel von 1928, überholt, mit Garantie."),
    )
    offer = read("Am Puls der Tasten.", *pages, lang="de")
    assert "Klavier" in (category(offer) or offer.suggestions[0])


@pytest.mark.parametrize(
    ("description", "lang", "part"),
    [
        ("Craft-Bier Abo aus kleinen Brauereien", "de", "Craft-Bier"),
        ("Small batch pickles and ferments", "en", "small batch pickle"),
        ("Fahrradreparatur vor Ort. Wir kommen mit dem Lastenrad.", "de", "Fahrrad"),
    ],
)
def test_no_word_is_cut_that_says_what_it_is(description: str, lang: str, part: str) -> None:
    said = [text for text in asked(description, lang=lang) if part.casefold() in text.casefold()]
    assert len(said) > 5


@pytest.mark.parametrize(
    ("description", "lang", "expected"),
    [
        (
            "Quorn has looked after boilers in Derby for years. Our gas engineers install, service "
            "and repair combi boilers.",
            "en",
            "combi boiler repair",
        ),
        (
            "Founded in 2016, Quorn rescues unsold fabric from mills and sells it to home sewists.",
            "en",
            "unsold fabric",
        ),
        (
            "Quorn measures the emissions of food manufacturers. Our software reads energy bills.",
            "en",
            "emission measurement software",
        ),
        (
            "Quorn ist ein Reservierungssystem für Gasthäuser. Gäste buchen online.",
            "de",
            "Reservierungssystem für Gasthäuser",
        ),
    ],
)
def test_several_sentences_are_read_as_one_business(
    description: str, lang: str, expected: str
) -> None:
    assert category(read(description, lang=lang)) == expected


def test_a_barn_that_guests_celebrate_in_is_not_for_sale() -> None:
    said = "Auf unserem Hof bei Bad Tölz feiern Brautpaare ihre Hochzeit. Scheune für 120 Gäste."
    assert category(read(said, lang="de")) != "Scheune"


def test_nobody_asks_for_a_restaurant_by_its_seats() -> None:
    said = asked("We believe dinner should be slow. Our 30-seat restaurant in Nelson serves fish.")
    assert said
    assert not [text for text in said if "30-seat" in text]


def test_the_last_of_several_works_has_the_object_in_german() -> None:
    said = "Planung und Montage von Photovoltaikanlagen in Oberschwaben. Mit Speicher."
    assert category(read(said, lang="de")) == "Montage von Photovoltaikanlagen"


def test_a_name_keeps_its_capital_before_a_hyphen() -> None:
    said = asked("Ofsted-registered childminder in Leith")
    assert said
    assert not [text for text in said if "ofsted" in text]


def test_the_language_that_pupils_speak_is_not_the_one_they_learn() -> None:
    offer = read("Language school in Valencia", audience="English speakers who move to Spain")
    assert category(offer) == "Language school"


def test_how_something_is_made_is_not_what_is_sold() -> None:
    said = "We bake bread twice a week by hand and sell it at the market in Derby."
    assert category(read(said)) == "bread"

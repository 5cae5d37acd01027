"""Who is asked about by what they do or grow: farms, builders, advisers, repair shops."""

from __future__ import annotations

import pytest

from presence.analysis.offer import read_offer
from presence.analysis.panel import build_panel
from presence.analysis.types import BrandProfile

pytestmark = pytest.mark.xdist_group("offer")


def read(
    description: str, language: str = "en", name: str = "Tern Row"
) -> tuple[str, str, list[str]]:
    """Category, kind and the questions that do not name the brand."""
    profile = BrandProfile(name, description, "", market="GB", language=language)
    offer = read_offer(profile)
    panel = build_panel(profile, offer, 25, None)
    asked = [prompt.text for prompt in panel.prompts if not prompt.branded]
    kind = offer.kind.value if offer.kind else ""
    return (offer.category.value if offer.category else ""), kind, asked


@pytest.mark.parametrize(
    ("description", "sold"),
    [
        ("We keep bees and sell raw honey in Fife.", "raw honey"),
        ("A small dairy farm that makes goat's cheese in Clare.", "goat's cheese"),
        ("Tern Row is a family farm outside Ludlow that sells free-range eggs.", "free-range eggs"),
        ("We raise rare-breed pigs and sell pork boxes online.", "pork boxes"),
        ("Tern Row grows asparagus and rhubarb.", "asparagus"),
    ],
)
def test_a_farm_is_asked_about_by_what_it_sells(description: str, sold: str) -> None:
    category, kind, asked = read(description)
    assert category == sold
    assert kind == "shop"
    assert any(question.startswith("Where can I buy") for question in asked)


@pytest.mark.parametrize(
    ("description", "sold"),
    [
        ("Imkerei mit Honig aus dem Spreewald.", "Honig"),
        ("Schäferei mit Lammfleisch von der Alb.", "Lammfleisch"),
        ("Wir bauen Spargel und Erdbeeren an.", "Spargel"),
    ],
)
def test_a_german_farm_is_asked_about_by_what_it_sells(description: str, sold: str) -> None:
    category, kind, _ = read(description, "de")
    assert category == sold
    assert kind == "shop"


def test_a_farm_with_rooms_or_for_care_stays_a_farm() -> None:
    assert read("Bauernhof mit Ferienwohnungen im Allgäu.", "de")[0] == "Bauernhof"
    assert read("Tern Row is a care farm that offers therapy with animals.")[0] == "care farm"


def test_who_keeps_accounts_or_grows_an_audience_is_no_farm() -> None:
    assert read("We keep accounts and make tax returns for farmers.")[0] == "bookkeeping"
    assert "ticket" not in read("We grow your audience and sell more tickets.")[0]


@pytest.mark.parametrize(
    "description",
    [
        "Tern Row grows leadership in schools.",
        "An old mill that makes a wedding venue unforgettable in Devon.",
        "A petting farm that sells tickets online in Essex.",
    ],
)
def test_only_produce_is_grown_or_sold_by_farms(description: str) -> None:
    assert not [question for question in read(description)[2] if "Where can I buy" in question]


def test_software_for_farms_and_what_grows_a_business_grow_nothing() -> None:
    assert read("An app for cattle farms that raise Angus.")[1] == "software"
    assert read("Farm management software that grows with you.")[1] == "software"
    assert read("Tern Row grows businesses through search advertising.")[1] != "shop"


def test_produce_has_no_invented_plural() -> None:
    _, _, asked = read("Tern Row farms seaweed in Maine for chefs.")
    assert asked
    assert not [question for question in asked if "seaweeds" in question]


@pytest.mark.parametrize(
    ("description", "work"),
    [
        ("Tern Row plant und baut Kletterhallen.", "Bau von Kletterhallen"),
        ("Wir bauen Häuser aus Holz.", "Bau von Häusern"),
        ("Tern Row baut Schwimmteiche im Odenwald.", "Bau von Schwimmteichen"),
    ],
)
def test_what_is_built_where_it_stands_is_asked_for_as_building(
    description: str, work: str
) -> None:
    category, kind, asked = read(description, "de")
    assert category == work
    assert kind == "trade"
    assert any(f"für den {work}" in question for question in asked)


def test_a_model_house_is_bought() -> None:
    assert read("Wir bauen Modellhäuser aus Karton.", "de")[0] == "Modellhäuser"


@pytest.mark.parametrize(
    ("description", "subject"),
    [
        ("Wir beraten Hausbesitzer zu Dämmung und Förderung.", "Beratung zu Dämmung"),
        ("Wir beraten Gründer in Steuerfragen.", "Beratung in Steuerfragen"),
        ("Wir beraten Kommunen bei der Wärmeplanung.", "Beratung bei der Wärmeplanung"),
    ],
)
def test_advice_is_asked_for_by_its_subject(description: str, subject: str) -> None:
    category, kind, _ = read(description, "de")
    assert category == subject
    assert kind == "professional-service"


def test_who_sells_and_lets_houses_is_an_estate_agent() -> None:
    assert read("Wir verkaufen und vermieten Häuser im Allgäu.", "de")[0] == "Immobilienmakler"


def test_a_person_is_looked_for_by_what_they_are() -> None:
    _, _, asked = read("I am a celebrant who leads non-religious funerals in Leeds.")
    assert "Which celebrant in Leeds would you recommend?" in asked


def test_restoring_furniture_is_work_near_its_customers() -> None:
    _, kind, asked = read("Nous restaurons des meubles anciens à Lyon.", "fr")
    assert kind == "local-service"
    assert any("à Lyon" in question for question in asked)


@pytest.mark.parametrize(
    ("description", "kind"),
    [
        ("Tern Row is a repair shop for vintage lamps in Ludlow.", "local-service"),
        ("A bike repair shop in Hull.", "local-service"),
        ("A ramen shop in Leeds.", "hospitality"),
        ("A gift shop in Bath.", "shop"),
    ],
)
def test_a_shop_in_which_work_is_done_is_no_place_to_buy(description: str, kind: str) -> None:
    assert read(description)[1] == kind

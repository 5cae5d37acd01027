"""Second deeds in German, French, Spanish, Italian and Dutch, in the place where both are done."""

from __future__ import annotations

import pytest

from presence.analysis.panel import build_panel
from presence.analysis.types import BrandProfile
from tests.analysis.offer.readings import category_of, offer_of


@pytest.mark.parametrize(
    ("language", "description", "category", "more"),
    [
        ("de", "Die Amsel flicht Körbe auf Bestellung und gibt Flechtkurse in Passau.",
         "Körbe", "Flechtkurse"),
        ("de", "Amsel schleift Messer und verkauft gebrauchte Hobel in Jena.",
         "Schleifen von Messern", "gebrauchte Hobel"),
        ("fr", "Amsel répare des accordéons et loue des harpes à Brest.",
         "réparation d'accordéons", "location de harpes"),
        ("fr", "Nous tissons des plaids sur commande et donnons des stages de tissage à Dole.",
         "plaids", "stages de tissage"),
        ("fr", "Amsel rénove les façades, pose des volets et ramone des cheminées à Laval.",
         "rénovation de façades", "pose de volets"),
        ("es", "Amsel arregla relojes y vende correas de piel en Lugo.",
         "reparación de relojes", "correas de piel"),
        ("es", "Tejemos mantas por encargo e impartimos talleres de telar en Soria.",
         "mantas", "talleres de telar"),
        ("it", "Amsel ripara fisarmoniche e noleggia violini a Cremona.",
         "riparazione di fisarmoniche", "noleggio di violini"),
        ("it", "Amsel cuce tende su misura e tiene corsi di cucito a Biella.",
         "tende su misura", "corsi di cucito"),
        ("nl", "Amsel repareert piano's en verhuurt vleugels in Assen.",
         "reparatie van piano's", "verhuur van vleugels"),
        ("nl", "Wij bakken taarten op bestelling en geven bakworkshops in Hoorn.",
         "taarten", "bakworkshops"),
    ],
)  # fmt: skip
def test_a_second_deed_is_offered_beside_the_first(
    language: str, description: str, category: str, more: str
) -> None:
    offer = offer_of("Amsel", description, language=language)
    assert category_of(offer) == category
    assert offer.more_categories is not None
    assert more in offer.more_categories.value


@pytest.mark.parametrize(
    ("language", "description"),
    [
        ("fr", "Amsel vend des salons de jardin et des maisons en bois."),
        ("es", "Amsel vende mantas y hace de la lana un arte."),
        ("it", "Amsel vende torte e pane fresco a Como."),
        ("nl", "Amsel verkoopt kasten en tafels in Sneek."),
        ("de", "Amsel verkauft Tische und Bänke in Gera."),
    ],
)
def test_a_list_abroad_keeps_its_first_thing(language: str, description: str) -> None:
    offer = offer_of("Amsel", description, language=language)
    assert category_of(offer)
    assert category_of(offer).split()[0] in description


@pytest.mark.parametrize(
    ("language", "description", "expected"),
    [
        ("it", "Costruiamo muri in pietra a Biella.", "costruzione di muri in pietra"),
        ("it", "Costruiamo liuti a Biella.", "liuti"),
        ("es", "Construimos guitarras en Jaén.", "guitarras"),
        ("nl", "Amsel bouwt schuttingen in Assen.", "bouw van schuttingen"),
    ],
)
def test_only_what_is_built_on_site_is_building(
    language: str, description: str, expected: str
) -> None:
    assert category_of(offer_of("Amsel", description, language=language)) == expected


def test_german_work_has_its_article() -> None:
    said = "Wir reparieren Zelte in Ulm."
    profile = BrandProfile("Amsel", said, "", language="de", market="DE")
    panel = build_panel(profile, offer_of("Amsel", said, language="de"), 20, None)
    asked = "\n".join(prompt.text for prompt in panel.prompts)
    assert "für die Reparatur von Zelten" in asked
    assert "für Reparatur" not in asked


def test_a_french_region_keeps_its_article() -> None:
    offer = offer_of("Amsel", "Amsel pose des volets dans le Cantal.", language="fr")
    assert offer.place is not None
    assert offer.place.value == "Cantal"


def test_a_german_town_is_known_by_its_ending() -> None:
    offer = offer_of("Amsel", "Amsel schleift Messer in Rendsburg.", language="de")
    assert offer.place is not None
    assert offer.place.value == "Rendsburg"
    other = offer_of("Amsel", "Amsel schleift Messer in Handarbeit.", language="de")
    assert other.place is None

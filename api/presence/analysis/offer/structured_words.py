"""What the start page's structured data says that the business is and offers.

Invariant: only items about the business itself or what it offers are read, never reviews, articles
or people; a type counts as a name only where every business of that type is called so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from presence.analysis.crawler.structured import parsed
from presence.analysis.language import base_language
from presence.analysis.offer.categories import Category, catalogue
from presence.analysis.types import PageFacts

_MOST = 8  # names of what is offered
_LONGEST = 60  # letters of such a name
_DEPTH = 5
# Types that name a business as its customers do, and the entry of each.
_BY_TYPE: Mapping[str, str] = {
    "AccountingService": "accountant",
    "AnimalShelter": "animal-shelter",
    "Attorney": "law-firm",
    "AutoBodyShop": "car-body-shop",
    "AutoRental": "car-rental",
    "AutoRepair": "car-repair-shop",
    "Bakery": "bakery-shop",
    "BeautySalon": "beauty-salon",
    "BedAndBreakfast": "bed-and-breakfast",
    "BikeStore": "bike-shop",
    "BookStore": "bookshop",
    "CafeOrCoffeeShop": "cafe",
    "Campground": "campsite",
    "Dentist": "dental-practice",
    "DryCleaningOrLaundry": "dry-cleaner",
    "Electrician": "electrician",
    "EmploymentAgency": "recruitment-agency",
    "ExerciseGym": "gym",
    "Florist": "flower-shop",
    "FurnitureStore": "furniture-shop",
    "GardenStore": "garden-centre",
    "HairSalon": "hairdresser",
    "HardwareStore": "hardware-store",
    "Hostel": "hostel",
    "Hotel": "hotel",
    "HousePainter": "painter-decorator",
    "InsuranceAgency": "insurance-broker",
    "JewelryStore": "jeweller",
    "LegalService": "law-firm",
    "LiquorStore": "wine-shop",
    "Locksmith": "locksmith",
    "MovingCompany": "moving-company",
    "Museum": "museum",
    "MusicSchool": "music-school",
    "NailSalon": "nail-salon",
    "Notary": "notary",
    "Optician": "optician",
    "PetStore": "pet-shop",
    "Pharmacy": "pharmacy",
    "Plumber": "plumber",
    "PodcastSeries": "podcast",
    "Preschool": "nursery",
    "RadioStation": "radio-station",
    "RealEstateAgent": "estate-agent",
    "Restaurant": "restaurant",
    "RoofingContractor": "roofer",
    "SelfStorage": "self-storage",
    "TattooParlor": "tattoo-studio",
    "TaxiService": "taxi-company",
    "TireShop": "tyre-shop",
    "ToyStore": "toy-shop",
    "TravelAgency": "tour-operator",
    "VeterinaryCare": "veterinary-practice",
}
# Items about somebody or something else.
_OF_OTHERS = re.compile(
    r"Article|BlogPosting|BreadcrumbList|Review|Rating|Person|ImageObject|VideoObject|FAQPage|"
    r"Question|Answer|SearchAction|ListItem|JobPosting|HowTo|Event$"
)
_OFFERED = ("makesOffer", "hasOfferCatalog", "itemListElement", "itemOffered", "offers")
_NAMING = ("category", "applicationCategory", "serviceType", "knowsAbout", "applicationSubCategory")
# "BusinessApplication", a web address: values of a list, not words of a person.
_CODED = re.compile(r"^(?:[A-Z][a-z]+){2,}$|^https?:|^\w*Application$")


@dataclass(frozen=True, slots=True)
class StructuredWords:
    """The entry that the type names, the descriptions, and names of what is offered."""

    entry: Category | None = None
    descriptions: tuple[str, ...] = ()
    offered: tuple[str, ...] = ()


def structured_words(pages: Sequence[PageFacts], language: str) -> StructuredWords:
    """What the structured data of the first page says; empty if there is none."""
    language = base_language(language)
    entry: Category | None = None
    told: list[str] = []
    named: list[str] = []
    for item in pages[0].structured if pages else ():
        if item.error or any(_OF_OTHERS.search(name) for name in item.types):
            continue
        known = (catalogue()[_BY_TYPE[name]] for name in item.types if name in _BY_TYPE)
        entry = entry or next((one for one in known if language in one.wordings), None)
        data = parsed(item.raw)
        if isinstance(data, dict):
            told += [text for text in (_text(data.get("description")),) if text]
            named += _names_in(data, 0)
    texts = (text for text in dict.fromkeys(named) if len(text) <= _LONGEST)
    offered = [text for text in texts if not _CODED.search(text)]
    return StructuredWords(entry, tuple(dict.fromkeys(told))[:2], tuple(offered[:_MOST]))


def _names_in(data: Mapping[str, object], depth: int) -> Iterator[str]:
    for key in _NAMING:
        for value in _several(data.get(key)):
            if text := _text(value):
                yield text
    if depth >= _DEPTH:
        return
    for key in _OFFERED:
        for value in _several(data.get(key)):
            if isinstance(value, dict):
                named = depth > 0 or key == "itemOffered"
                if named and (text := _text(value.get("name"))):
                    yield text
                yield from _names_in(value, depth + 1)


def _several(value: object) -> list[object]:
    return value[:_MOST] if isinstance(value, list) else [] if value is None else [value]


def _text(value: object) -> str:
    if isinstance(value, dict):
        value = value.get("name")
    return " ".join(value.split()) if isinstance(value, str) else ""

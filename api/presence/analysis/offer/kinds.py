"""What kind of offer a site's own words and markup speak of, where the category leaves it open.

Invariant: a cue is something only such an offer has: a basket, a licence, a donation.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from presence.analysis.crawler.structured import parsed
from presence.analysis.types import PageFacts
from presence.analysis.types.offer import OfferKind

# A line a kind: words and phrases that only such an offer uses, as patterns.
_CUES: dict[OfferKind, tuple[str, ...]] = {
    "open-source": (
        r"MIT licen[cs]e|Apache[- ]2|GPL|AGPL|BSD licen[cs]e|open[- ]source",
        r"pip install|npm install|cargo install|apt install|brew install|git clone",
    ),
    "software": (
        r"free trial|API|dashboard|integrations?|sign in|per (?:user|seat)|cloud|SaaS",
        r"download the app|App Store|Google Play|pro Nutzer|Testversion|essai gratuit",
    ),
    "shop": (
        r"add to (?:cart|basket|bag)|checkout|free (?:delivery|shipping)|returns policy|in stock",
        r"Warenkorb|Versandkosten|lieferbar|panier|carrito|carrello|winkelwagen|carrinho|koszyk",
        r"カート|送料",
    ),
    "non-profit": (
        r"donate|donations?|registered charity|volunteers?|501\(c\)|non-?profit|gemeinnützig",
        r"Spenden?|e\. ?V\.|association loi|bénévoles?|voluntari|ONLUS|stichting|fundacja",
    ),
    "health": (
        r"patients?|clinic|treatments?|practice nurse|Patient(?:en|in)?|Sprechstunde",
        r"Behandlung|cabinet médical|consulta médica|paciente|診療|患者",
    ),
    "hospitality": (
        r"rooms? from|per night|check-?in|book a table|our menu|half board|Zimmer|pro Nacht",
        r"Halbpension|par nuit|por noche|a notte|per nacht",
    ),
    "education": (
        r"course dates|enrol(?:l|ment)?|lessons?|students?|curriculum|Kurse?|Unterricht",
        r"Anmeldung zum Kurs|inscription aux cours|alumnos|lezioni|lessen",
    ),
    "media": (
        r"issue no|subscribers?|editorial|podcast|magazine|newsletter|episodes?|Ausgabe",
        r"Abonnement|Redaktion|abonnés|revista|rivista",
    ),
    "marketplace": (
        r"list your|become a host|hosts? earn|sellers?|buyers and sellers|inserieren",
        r"vermieten Sie|mettez en location|publica tu",
    ),
    "public-body": (
        r"council|municipal|county|ministry|Landkreis|Gemeinde|Stadtverwaltung|Bürgerbüro",
        r"mairie|ayuntamiento|comune di|gemeente|câmara municipal|urząd",
    ),
    "trade": (
        r"free (?:quote|estimate)|call-?out|fully insured|we install|Kostenvoranschlag",
        r"Meisterbetrieb|Montage|devis gratuit|presupuesto sin|preventivo gratuito",
    ),
    "professional-service": (
        r"our clients|consultation|engagement|fixed fee|hourly rate|Mandanten|Erstberatung",
        r"Honorar|nos clients|honoraires|asesor",
    ),
    "product": (
        r"stockists?|dealers|our workshop|handmade|manufactur\w+|warranty|Händler|Manufaktur",
        r"small[- ]batch|handcrafted|(?:made|brewed|roasted|woven|sewn|hand-finished) in|"
        r"we (?:make|craft|brew|roast|weave|sew)|handgefertigt|"
        r"hergestellt in|wir (?:fertigen|rösten|brauen)",
        r"Werkstatt|Herstellung|fabriqué|fabricante|produttore|producent",
    ),
}
_PATTERNS = tuple(
    (kind, re.compile(rf"(?<!\w)(?:{'|'.join(cues)})(?!\w)", re.IGNORECASE))
    for kind, cues in _CUES.items()
)
_SCHEMA_TYPES: dict[OfferKind, str] = {
    "software": "SoftwareApplication WebApplication MobileApplication",
    "open-source": "SoftwareSourceCode",
    "shop": "OnlineStore Store",
    "product": "Product",
    "hospitality": "Restaurant Hotel LodgingBusiness CafeOrCoffeeShop Bakery",
    "health": "Dentist Physician MedicalBusiness MedicalClinic Pharmacy",
    "professional-service": "Attorney LegalService AccountingService ProfessionalService",
    "trade": (
        "Plumber Electrician RoofingContractor "
        "GeneralContractor HousePainter HomeAndConstructionBusiness"
    ),
    "local-service": "HairSalon AutoRepair LocalBusiness",
    "education": "School CollegeOrUniversity Course",
    "non-profit": "NGO",
    "public-body": "GovernmentOrganization",
    "media": "NewsMediaOrganization Periodical PodcastSeries",
}
_BY_SCHEMA = {name: kind for kind, names in _SCHEMA_TYPES.items() for name in names.split()}
_STRUCTURED_WEIGHT = 5


def kind_of(pages: Sequence[PageFacts], description: str) -> tuple[OfferKind, str, str] | None:
    """Kind, the words that show it and where they stand; None without a cue."""
    counts: Counter[OfferKind] = Counter()
    shown: dict[OfferKind, tuple[str, str]] = {}
    for source, text in [
        ("description", description),
        *((p.final_url, p.main_text) for p in pages),
    ]:
        for kind, pattern in _PATTERNS:
            matches = pattern.findall(text)
            if matches:
                counts[kind] += min(3, len(matches))
                shown.setdefault(kind, (str(matches[0]), source))
    for page in pages:
        for name in schema_types(page):
            known = _BY_SCHEMA.get(name)
            if known is not None:
                counts[known] += _STRUCTURED_WEIGHT
                shown.setdefault(known, (name, page.final_url))
    if not counts:
        return None
    best = max(counts, key=lambda kind: counts[kind])
    return (best, *shown[best])


def schema_types(page: PageFacts) -> tuple[str, ...]:
    """Types of the page's structured items, as written."""
    return tuple(name for item in page.structured if not item.error for name in item.types)


def addresses(page: PageFacts) -> list[str]:
    """Towns that the page's structured data names as addresses or areas served."""
    found: list[str] = []
    for item in page.structured:
        if not item.error:
            _collect(parsed(item.raw), found, 0)
    return found


def _collect(value: object, found: list[str], depth: int) -> None:
    if depth > 6:
        return
    if isinstance(value, list):
        for part in value[:50]:
            _collect(part, found, depth + 1)
    elif isinstance(value, dict):
        town = value.get("addressLocality")
        if isinstance(town, str) and town.strip():
            found.append(town.strip())
        for part in value.values():
            _collect(part, found, depth + 1)

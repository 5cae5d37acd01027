"""Words and schema.org types by the kind of offer that uses them.

Invariant: a cue is something that only such an offer has: a basket, a licence, a donation.
"""

from __future__ import annotations

from presence.analysis.types.offer import OfferKind

# One line per kind: words and phrases that only such an offer uses, as patterns.
CUES: dict[OfferKind, tuple[str, ...]] = {
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
        r"on-?line[- ]?shop|web-?shop|mail order|we ship|Versandhandel|カート|送料|通販",
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
        r"our kitchen|Speisekarte|Wochenkarte|Mittag(?:essen)?|"
        r"Gäste|vegetarisch|rooms? from|per night|check-?in|"
        r"book a table|our menu|half board|Zimmer|pro Nacht",
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
        r"free (?:quote|estimate)s?|licensed|bonded|excavat\w+|drill(?:ed|s|ing)|Notdienst|Innung|"
        r"Handwerkskammer|call-?out|fully insured|we install|Kostenvoranschlag",
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
SCHEMA_TYPES: dict[OfferKind, str] = {
    "software": "SoftwareApplication WebApplication MobileApplication VideoGame",
    "open-source": "SoftwareSourceCode",
    "shop": (
        "OnlineStore Store BookStore ClothingStore GroceryStore HardwareStore FurnitureStore "
        "SportingGoodsStore ToyStore PetStore ShoeStore HomeGoodsStore ElectronicsStore BikeStore "
        "GardenStore JewelryStore Florist LiquorStore"
    ),
    "product": "Product ProductGroup Brand",
    "hospitality": (
        "Restaurant Hotel Motel Hostel LodgingBusiness BedAndBreakfast Campground Resort "
        "FoodEstablishment CafeOrCoffeeShop Bakery BarOrPub Brewery Winery VacationRental Menu"
    ),
    "health": (
        "Dentist Physician MedicalBusiness MedicalClinic MedicalOrganization Hospital Pharmacy "
        "Optician Physiotherapy DiagnosticLab VeterinaryCare"
    ),
    "professional-service": (
        "Attorney LegalService AccountingService ProfessionalService FinancialService "
        "InsuranceAgency RealEstateAgent EmploymentAgency Notary"
    ),
    "trade": (
        "Plumber Electrician RoofingContractor HVACBusiness Locksmith "
        "GeneralContractor HousePainter HomeAndConstructionBusiness"
    ),
    "local-service": (
        "HairSalon BeautySalon NailSalon DaySpa HealthClub ExerciseGym AutoRepair AutoWash "
        "MovingCompany SelfStorage DryCleaningOrLaundry ChildCare AnimalBoarding"
    ),
    "education": (
        "School CollegeOrUniversity Course CourseInstance EducationalOrganization Preschool "
        "ElementarySchool HighSchool MiddleSchool"
    ),
    "non-profit": "NGO DonateAction FundingAgency",
    "public-body": (
        "GovernmentOrganization GovernmentOffice GovernmentService GovernmentBuilding CityHall "
        "Library Museum CivicStructure"
    ),
    "media": (
        "NewsMediaOrganization Periodical PodcastSeries PodcastEpisode RadioStation "
        "TelevisionStation Newspaper Magazine RadioSeries PublicationIssue"
    ),
}

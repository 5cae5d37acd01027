"""Word lists the checks compare with: schema.org types and ISO 639-1 languages.

Invariant: lists only grow; a name missing here is never called wrong by itself.
"""

from __future__ import annotations

from typing import Final

_TYPE_NAMES = """
Organization Corporation LocalBusiness Store OnlineStore OnlineBusiness Restaurant Hotel
ProfessionalService FinancialService MedicalBusiness LegalService HomeAndConstructionBusiness
EducationalOrganization NGO NewsMediaOrganization GovernmentOrganization SportsOrganization
Product ProductGroup ProductModel IndividualProduct Service SoftwareApplication WebApplication
MobileApplication VideoGame Offer AggregateOffer AggregateRating Rating Review Brand FAQPage
QAPage Question Answer HowTo HowToStep HowToSection Article NewsArticle BlogPosting TechArticle
Report ScholarlyArticle SocialMediaPosting LiveBlogPosting WebPage WebSite AboutPage ContactPage
CollectionPage ItemPage ProfilePage SearchResultsPage CheckoutPage MediaGallery ImageGallery
ItemList ListItem BreadcrumbList SiteNavigationElement WPHeader WPFooter WPSideBar Person Place
PostalAddress GeoCoordinates OpeningHoursSpecification ContactPoint Event BusinessEvent
EducationEvent Festival MusicEvent SportsEvent Course CourseInstance JobPosting Recipe
NutritionInformation Book Movie MusicAlbum MusicRecording MusicGroup TVSeries Dataset
DataDownload DataCatalog ImageObject VideoObject AudioObject MediaObject Clip SearchAction
ReadAction BuyAction Action EntryPoint Thing CreativeWork CreativeWorkSeries Blog Comment
DefinedTerm DefinedTermSet Dentist Physician MedicalClinic Hospital Pharmacy RealEstateAgent
RealEstateListing Apartment House Accommodation LodgingBusiness BedAndBreakfast TravelAgency
AutoDealer AutoRepair Vehicle Car Bakery CafeOrCoffeeShop BarOrPub FastFoodRestaurant Winery
Brewery ClothingStore FurnitureStore ElectronicsStore BookStore GroceryStore JewelryStore
HardwareStore HomeGoodsStore PetStore SportingGoodsStore ToyStore BeautySalon HairSalon DaySpa
HealthClub ExerciseGym Plumber Electrician RoofingContractor HousePainter MovingCompany
AccountingService InsuranceAgency BankOrCreditUnion School CollegeOrUniversity Library Museum
Church TouristAttraction SpeakableSpecification MonetaryAmount QuantitativeValue PropertyValue
UnitPriceSpecification PriceSpecification OfferCatalog OfferShippingDetails MerchantReturnPolicy
Audience Country City AdministrativeArea Language Role Occupation Project ResearchProject
PodcastEpisode PodcastSeries Quiz LearningResource ClaimReview VacationRental
"""

_LANGUAGE_CODES = """
aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de
dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia
id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo
lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl
ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk
tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu
"""

SCHEMA_TYPES: Final = frozenset(_TYPE_NAMES.split())
LANGUAGES: Final = frozenset(_LANGUAGE_CODES.split())

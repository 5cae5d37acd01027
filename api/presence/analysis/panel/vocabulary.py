"""Words that cannot head a subject a customer asks about: verbs, sales talk, page furniture.

Invariant: everything is lower case; lists only sharpen topic choice, nothing is scored by them.
"""

from __future__ import annotations

from presence.analysis.language.stopwords import word_set

BREAKERS = word_set(
    """suggest suggests close closes closed treat treats confirm confirms confirmed warn warns
    match matches split splits photograph photographs rise rises slide slides fold folds
    stand stands wipe wipes lie lies hang hangs add allow allows apply arrive ask asks be
    become begin begins believe book bring brings build builds built buy call came carry
    care check choose click come comes connect contact contain contains cost costs cover
    covers create creates cut cuts deliver delivers depend design designed develop
    discover do download drive earn eat enjoy ensure ensures enter expect explore fall
    feel feels fill find finds finish fit fits fix follow follows found gain give gave
    grow grows handle handles happen happy hear hello help helps hi hold holds hope
    include included includes including imagine improve improves join keep know knows last
    lasts launch lead leads learn leave lets listen live lives look looks lose love loved
    loves made manage meet meets mean means measure melt mix move moves need needs offer
    offers open opens order orders own owned pass pay pays pick picks plan play please
    prefer prepare prepares prevent produce produces promise protect protects prove
    provide provides pull push read ready receive recommend reduce reduces register
    remember remove removes replace reply request require requires rest return run runs
    save saves say schedule search see seek sell sells send sends serve serves set sets
    ship ships shop show shows sign sit solve solves speak spend start starts stay stays
    stop stops submit suit suits support supports switch teach tell tells test tested
    think thinks tie tried try turn turns understand upload visit wait walk wash wear
    wears welcome win wish work works worry install installs installing offering providing
    specialising specializing serving selling making helping using write wrote arrives
    rated rates trust trusts bake baked bakes roast roasts roasted cook cooks cooked grip
    grips dry dries repair repairs rent rents publish sync syncs track tracks remind
    reminds hike invite invites compare compares fully easily simply exactly directly
    straight soon later early again maybe here there everywhere anywhere per via plus
    versus vs thank thanks sorry ago yesterday tomorrow monday tuesday wednesday thursday
    friday saturday sunday january february march april june july august september october
    november december"""
)

LEADERS = word_set(
    """eleven thirteen fourteen fifteen sixteen eighteen twenty thirty forty fifty amazing
    awesome beautiful best better big brand-new brilliant cheap cheapest complete current
    different easiest easy entire exciting extra fantastic fast faster favorite favourite
    fine first free fresh full fun good great happy hard high huge ideal important
    incredible large largest last latest leading little long lovely low main major many
    modern more most new next nice old only other perfect popular possible powerful
    premium previous proper quick ready real recent right same second several short simple
    simplest single small smart special strong super sure third top total true two three
    four five six seven eight nine ten twelve ultimate unique useful usual various whole
    wonderful wrong world's world-class award-winning actual additional available average
    basic certain clear common daily dear early every everyday general genuine half
    hundred thousand million dozen own past personal public rare regular related
    second-hand similar specific standard typical weekly monthly yearly annual honest
    plain good-value durable affordable reliable tasty high-quality quality friendly
    careful proven trusted expert"""
)

ADJECTIVES = word_set(
    """automatic black blue breathable bright calm clean cold comfortable cosy cozy cruelty-free
    dark deep digital dry eco-friendly electric electrical ethical fair family-owned
    flexible gentle global gluten-free gold green grey handmade healthy heavy homemade hot
    independent indoor light lightweight local luxury medical mobile natural online orange
    organic outdoor personal pink portable professional quiet rapid raw red safe secure
    sharp silver slow smooth soft solid steady steep stiff sustainable thick thin tidy
    tough traditional vegan vegetarian warm waterproof wet white wide wild yellow loose
    tight tired young heavier lighter warmer cooler drier wetter wider narrower longer
    shorter cheaper nearby rocky muddy sunny stony dusty hilly crispy crunchy creamy spicy
    salty sweet sour bitter"""
)

FURNITURE = word_set(
    """room weight weights take-away take-aways takeaway takeaways
    fee fees cash contract contracts receipt receipts rate rates supplier suppliers customer
    boards rooms leg legs style styles access apart rise rises showroom showrooms sample
    samples centre center centres delivery repair repairs care measurement measurements
    charge charges rings square length lengths width seat seats scratch scratches about
    account address answer answers article articles asked author back blog brand browser
    business call cart case category checkout click client clients comment comments
    company contact content cookie cookies copyright customers date day days detail
    details download email e-mail error example examples facebook fact faq faqs feature
    features feedback file folder footer form guide header help home homepage hour hours
    idea image info information instagram item items javascript kind language legal level
    line link linkedin list login logo mail map member members menu message minute minutes
    month months name navigation news newsletter note number office option options order
    orders overview owner page pages part parts password people person phone photo piece
    place places point points policy post posts press price prices pricing privacy problem
    problems product products question questions rating reason reasons reserved result
    results return returns review reviews rights search section service services share
    shop shops sign site sitemap size sizes solution solutions staff step steps stock
    store stores story team teams telephone term terms thing things time times tip tips
    title tool tools topic type types update updates user users value values version video
    view visit warranty way website week weeks welcome word words work world year years
    youtube lot side set sets end top bottom everyone anyone life lives need needs
    guarantee morning mornings evening evenings afternoon night nights hand hands half
    group groups man woman men women others rest pair pairs gram grams kilometre
    kilometres kilometers mile miles metre metres meters euro euros dollar dollars pound
    pounds percent kilo kilos litre litres inch inches cm mm km kg"""
)

JOINED_HEADS = word_set(
    """centre center centres delivery repair repairs care workshop workshops app apps book books
    case cases course courses guide guides group groups kit kits office offices pack packs
    phone phones plan plans platform platforms product products service services shop
    shops solution solutions store stores system systems table tables team teams tool
    tools video videos set sets page pages form forms map maps part parts"""
)

ACTIVITIES = word_set(
    """management automation analytics collaboration productivity maintenance compliance support
    payroll recruitment translation e-commerce ecommerce seo"""
)

FOREIGN_BREAKERS = {
    "de": word_set(
        """backt backen bietet bieten macht machen verkauft verkaufen liefert liefern produziert
    produzieren fertigt fertigen entwickelt entwickeln hilft helfen stellt stellen findet
    finden kauft kaufen bestellt bestellen entdecken entdecke erfahren lernen gute guten
    guter bester beste besten neue neuen neuer sowie jetzt heute täglich jährlich direkt
    einfach schnell gerne herzlich willkommen"""
    ),
    "fr": word_set(
        """fabrique fabriquons fabriquent propose proposons proposent vend vendons vendent offre
    offrons offrent crée créons créent aide aidons aident livre livrons livrent conçoit
    conçus découvrez achetez choisissez commandez profitez contactez trouvez meilleur
    meilleure meilleurs meilleures nouveau nouveaux nouvelle nouvelles bon bonne bons
    bonnes grand grande bienvenue"""
    ),
    "es": word_set(
        """vende vendemos venden ofrece ofrecemos ofrecen fabrica fabricamos fabrican hace hacemos
    hacen crea creamos crean ayuda ayudamos ayudan entrega entregamos descubre descubra
    compra compre elige elija encuentra encuentre contacta mejor mejores nuevo nueva
    nuevos nuevas gran buena buenas bueno buenos bienvenidos"""
    ),
}

ING_NOUNS = word_set(
    """accounting advertising baking banking bedding bookkeeping brewing building camping
    cleaning climbing clothing coaching coding consulting cooking cycling decorating
    dining engineering farming financing fishing flooring framing fundraising gardening
    hiking hosting housing invoicing billing knitting landscaping lighting marketing
    monitoring mentoring moulding networking nursing outsourcing packaging painting
    parenting parking planning plastering plumbing pricing printing publishing recruiting
    recycling reporting roofing rowing sailing scheduling sewing shipping skiing staffing
    styling swimming tailoring teaching testing ticketing tiling tracking training
    tutoring typing wedding weaving wiring writing forecasting budgeting counselling
    counseling crafting catering composting welding surfing dancing singing running
    walking riding skating snowboarding bouldering onboarding learning"""
)

PARTICIPLES = word_set(
    """fitted tailored guided used refurbished recycled smoked roasted frozen dried scented
    printed engraved embroidered upholstered heated insulated unlimited shared managed
    certified licensed personalised personalized customised customized"""
)

NOT_HEADS = ("ful", "ous", "able", "ible", "less", "ish")
SKIPPED_PATHS = (
    "privacy", "terms", "cookie", "legal", "imprint", "impressum", "datenschutz", "agb", "login",
    "signin", "sign-in", "register", "cart", "checkout", "account", "careers", "jobs",
    "mentions-legales", "aviso-legal",
)  # fmt: skip

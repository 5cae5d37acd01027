"""English as used in descriptions: "X is a Y for Z", "We sell Y to Z", bare fragments.

Invariant: a phrase that any company could use ("solutions", "your best work") is not a category;
such a description gives nothing.
"""

from __future__ import annotations

import re
from functools import partial

from presence.analysis.language.english_nouns import singular
from presence.analysis.language.english_verbs import VERBS
from presence.analysis.language.stopwords import word_set
from presence.analysis.offer.clauses import deeds_apart
from presence.analysis.offer.phrases import Grammar

GENERIC = word_set(
    "company companies group firm business businesses brand brands organisation organization team "
    "teams family startup enterprise people person everyone everybody everything anything thing "
    "things something stuff way ways world life lives future work works job jobs day days time "
    "solution solutions service services product products offering offerings partner partners "
    "platform experience experiences results organisations organizations leaders "
    "success growth potential change ideas idea value "
    "layer tissue glue bridge engine backbone force spark compass heartbeat ecosystem "
    "intelligence potential destiny clarity velocity alignment outcome outcomes impact purpose "
    "trust love mind minds words hands heart rest smile promise magic power freedom joy peace "
    "innovation quality excellence leader leaders provider providers supplier specialist "
    "specialists expert experts home place passion journey story difference half best more "
    "fee fees price prices rate rates quote quotes guarantee guarantees "
    "less better great next one ones kind range collection choice help support"
)
_LEAD = (
    r"^(?:(?:hi|hello|welcome)[^.!]*[.!]\s*)?"
    r"(?:we(?:'re| are)|it(?:'s| is)|this is|{name}(?:'s|\s+is|\s+are)|i am|i'm)\s+"
    r"(?:(?:also|now|simply|just|proudly|still)\s+)?(?:(?:an?|the|your|one of the)\s+)?"
    r"(?:(?:small\s+|independent\s+)?(?:group|team|collective|crew|network|pair) of\s+"
    r"(?=[a-z]+(?:[ -][a-z]+)*s\b))?"
)
_VERBS = (
    r"make|build|sell|offer|provide|produce|design|manufacture|supply|run|rent out|rent|hire out|"
    r"repair|install|bake|brew|roast|publish|teach|grow|import|develop|operate|organi[sz]e|do|fit|"
    r"craft|restore|clean|breed|deliver|write|print|sew|weave|refurbish|service|maintain|fix|"
    r"train|groom|tune|translate|transcribe|recycle|store|remove|insure|host|edit|lend|"
    r"advise|coach|represent|move|relocate|haul|ship|tow|paint|plaster|tile|weld|insulate|"
    r"landscape|prune|mow|sharpen|polish|wash|alter|tailor|frame|engrave|upholster|photograph|"
    r"film|inspect|survey|test|calibrate|appraise|shred|digiti[sz]e|demolish|drill|assemble|"
    r"convert|treat|tutor|recruit"
)
_VERB = rf"(?:(?:rent|hire|lend)s out|(?:{_VERBS})(?:e?s)?|supplies)"
_MAKES = (
    r"^(?:at {name},?\s*)?(?:(?:we|{name}|i)\s+"
    r"(?:(?:also|now|proudly|lovingly|only|design and|hand)\s+)*"
    rf"(?P<verb>{_VERB})|(?P<bare>sells|makes|offers|"
    r"provides|builds|manufactures|supplies|teaches|"
    r"restores|installs|publishes|produces))"
    # What is joined to a verb at once is a verb, known or not: "restore and reupholster chairs".
    rf"(?:(?:\s*,\s*(?:{_VERB}|[a-z][a-z]+))*\s+(?:and|&)\s+(?:{_VERB}|[a-z][a-z]+(?=\s+[a-z])))?\s+"
    r"(?:(?:an?|the|our|your|some|all kinds of)\s+)?"
)
# What is done to a thing is sold as a service: a carpet cleaner sells no carpets.
_DEEDS = {
    "rent out": "rental",
    "rent": "rental",
    "hire out": "hire",
    "rents out": "rental",
    "hires out": "hire",
    "lend": "lending",
    "repair": "repair",
    "fix": "repair",
    "install": "installation",
    "teach": "lessons",
    "fit": "fitting",
    "restore": "restoration",
    "clean": "cleaning",
    "deliver": "delivery",
    "print": "printing",
    "service": "servicing",
    "maintain": "maintenance",
    "train": "training",
    "groom": "grooming",
    "tune": "tuning",
    "translate": "translation",
    "transcribe": "transcription",
    "recycle": "recycling",
    "store": "storage",
    "remove": "removal",
    "insure": "insurance",
    "host": "hosting",
    "edit": "editing",
    "proofread": "proofreading",
    "ghostwrite": "ghostwriting",
    "illustrate": "illustration",
    "prepare": "preparation",
    "review": "review",
    "protect": "protection",
    "evaluate": "evaluation",
    "excavate": "excavation",
    "examine": "examination",
    "mediate": "mediation",
    "advise": "advice for {}",
    "coach": "coaching for {}",
    "represent": "representation for {}",
    "move": "moving",
    "relocate": "relocation",
    "haul": "hauling",
    "ship": "shipping",
    "tow": "towing",
    "paint": "painting",
    "plaster": "plastering",
    "tile": "tiling",
    "weld": "welding",
    "insulate": "insulation",
    "landscape": "landscaping",
    "prune": "pruning",
    "mow": "mowing",
    "sharpen": "sharpening",
    "polish": "polishing",
    "wash": "washing",
    "alter": "alterations",
    "tailor": "tailoring",
    "frame": "framing",
    "engrave": "engraving",
    "upholster": "upholstery",
    "photograph": "photography",
    "film": "filming",
    "inspect": "inspection",
    "survey": "surveys",
    "test": "testing",
    "calibrate": "calibration",
    "appraise": "appraisal",
    "shred": "shredding",
    "digiti": "digitization",
    "demolish": "demolition",
    "drill": "drilling",
    "assemble": "assembly",
    "convert": "conversion",
    "treat": "treatment for {}",
    "tutor": "tutoring for {}",
    "recruit": "recruitment of {}",
    "refurbish": "refurbishment",
    "lease": "leasing",
    "file": "filing",
    "handle": "{}",
    "replace": "replacement",
    "recover": "recovery",
    "automate": "automation",
    "administer": "administration",
    "value": "valuation",
}
# Nouns for work on something that its owner already has.
WORK_ON_THINGS = frozenset(deed for deed in _DEEDS.values() if "{}" not in deed) - {"lessons"}
_STOP = (
    r"\s+(?:that|which|who|whose|where|when|for|in|on|at|by|with|without|to|from|of the|near|"
    r"around|across|throughout|serving|based|made|since|helping|designed|built|so|because|"
    r"while|using|tested|owned|run|and we|once|twice|every|off(?!-)|"
    r"online(?=$|[,.;:!?]|\s+(?:to|for|at|and|with|from|across|since)\b)|until|after|before|against|inside|between|via|as|"
    r"above|below|behind|under|beside|opposite|over|among)\b"
    r"|[,;:.!?()–—|]|\s-\s"
)
_IMPERATIVE = word_set(
    "to any each no not without zero "
    "find get win grow save make build discover park book hire learn join try start stop turn take "
    "let meet see feel live love enjoy create explore bring put keep give go do help helping "
    "making building empowering transforming unlock unleash rethink reimagine say think imagine "
    "never always welcome where when because your our how why what"
)

_NEVER = word_set(
    "we you i they us me them it he she is are was were be been am can will would should must do "
    "does did has have had get gets need needs want wants know knows see sees your my their bigger "
    "forward quickly ahead fairly better faster smarter easier simpler stronger brighter happier "
    "healthier safer together"
)

# Words that are meaningful only with another word: "payroll app", "bike shop".
VAGUE = word_set(
    "house houses "
    "app apps tool tools software website websites site system systems shop shops store stores "
    "studio studios practice agency course courses class classes lesson lessons event events "
    "book books content food clothes clothing gear equipment consulting consultancy consultant "
    "training technology tech digital web internet online machine machines materials space"
)


_GATHERINGS = re.compile(
    r"\b(?:wedding|event|part(?:y|ie)|conference|meeting|retreat|reception|concert|celebration)s?$",
    re.IGNORECASE,
)


# Nobody looks for lessons of classes.
_TAUGHT = re.compile(
    r"\b(?:lesson|class|classe|course|workshop|session|skill|seminar|masterclass|retreat|camp)s?$",
    re.IGNORECASE,
)


def _done(thing: str, deed: str) -> str:
    if deed == "lessons" and _TAUGHT.search(thing):
        return thing
    if deed == "hosting" and _GATHERINGS.search(thing):
        return f"{singular(thing)} venue"
    if " of " in thing and "{}" not in deed:  # "repair of doors of churches", no "church repair"
        return f"{deed} of {thing}"
    return deed.format(thing) if "{}" in deed else f"{singular(thing)} {deed}"


# Nobody builds, lays or designs these before somebody orders them: they are work, not goods.
_COMMISSIONED = (
    (
        re.compile(r"(?:build|construct|erect)"),
        word_set(
            "wall bridge house home patio deck decking extension conservatory garage fence pond "
            "pool barn stable driveway path terrace chimney fireplace road dam shelter playground "
            "pergola step steps staircase loft annexe annex orangery foundation pier jetty"
        ),
        "construction",
    ),
    (
        re.compile(r"lay"),
        word_set(
            "patio floor flooring carpet turf lawn drive driveway paving brick tile tiles stone "
            "path pipe cable hedge drain terrace deck decking"
        ),
        "laying",
    ),
    (
        re.compile(r"writ"),
        word_set(
            "will cv resume speech copy letter grant bid tender application policy biography blog "
            "obituary eulogy"
        ),
        "writing",
    ),
    (
        re.compile(r"design"),
        word_set(
            "garden landscape interior website site logo cover brand building house home office "
            "exhibition stage set poster packaging menu brochure book magazine kitchen bathroom "
            "park playground shop store museum leaflet catalogue catalog app roof"
        ),
        "design",
    ),
)


def _commissioned(verb: str, thing: str) -> str:
    head = singular(thing).split()[-1].casefold()
    for verbs, heads, work in _COMMISSIONED:
        if verbs.match(verb) and head in heads:
            return f"{singular(thing)} {work}"
    return thing


ENGLISH = Grammar(
    language="en",
    lead=_LEAD,
    makes=_MAKES,
    stop=re.compile(_STOP, re.IGNORECASE),
    generic=GENERIC,
    vague=VAGUE,
    no_start=_IMPERATIVE,
    never=_NEVER | VERBS,
    articles=re.compile(r"^(?:an?|the|our|your|all|some)\s+", re.IGNORECASE),
    joins=re.compile(r"\s+(?:and|&|\+|or)\s+|\s*,\s*(?:and\s+)?", re.IGNORECASE),
    deeds=_DEEDS,
    adverb=re.compile(r"(?<!famil)(?<!suppl)(?<!assemb)(?<!jel)(?<!bel)(?<!mono)..ly$"),
    companies=word_set("company companies firm firms service services business contractor team"),
    line_of_work=re.compile(
        r"(?<!lead)(?<!grow)(?<!stand)(?<!amaz)(?<!car)(?<!lov)(?<!award-winn)(?<!winn)ing$|"
        r"(?:masonry|joinery|carpentry|forestry|upholstery|drainage|insulation|construction|demolition|"
        r"renovation|restoration|haulage|security|landscape|surveillance|translation|logistics)$"
    ),
    tongue=re.compile(
        r"(?:[A-Z]\w+ish|[A-Z]\w+ese|French|German|Dutch|Greek|Italian|Russian|Arabic)$"
    ),
    # no plural, which would be a thing, and no work of its own: "tutoring and exam preparation"
    shared_work=re.compile(r"(?!\w*(?:ing|tion|ment|age|ance|pair|vice|[^s]s)$)[A-Za-z]\w+$"),
    work=re.compile(
        rf"\w \w*(?:{'|'.join(sorted(WORK_ON_THINGS))}|remodell?ing|plumbing|decorating|refitting|"
        r"renovations?|repairs|rentals|replacement|resurfacing|refinishing)$"
    ),
    done=_done,
    clauses=partial(deeds_apart, language="en"),
    commissioned=_commissioned,
    list_word=re.compile(r"[a-z]+(?:[^su]s|ies)$", re.IGNORECASE),
    purpose=re.compile(
        r"^\s+(?P<by>for|to)\s+(?P<whom>(?!(?:an?|the|you|your|yours|free|hire|sale|rent|any|"
        r"anyone|"
        r"anybody|every|everyone|everybody|everything|help|more|less|over|all|life|good|real|"
        r"each|that|this|what|when|who|it|its|our|us|them|their|good|order|door|go|"
        r"fun|sure|work|use|make|find|get|keep|see)\b)[^\W\d_][^,.;:!?()–—|]*)",
        re.IGNORECASE,
    ),
    relative=re.compile(
        r"^,?\s+(?:that|which)\s+(?:catch|find|track|manage|check|plan|organi[sz]e|monitor|test|help|"
        r"teach|count|measure|detect|stop|prevent|handle|sort|compare|sit|tell|cover|explain|"
        r"support|shelter|feed|hous|follow|report|watch|schedule|remind|connect|match|bring|show|warn)(?:e?s)\s+"
        r"(?:through\s+|for\s+|over\s+|on\s+|after\s+)?"
        r"(?:the\s+|an?\s+|all\s+|your\s+)?(?P<whom>[^\W\d_][^,.;:!?()–—|]*)",
        re.IGNORECASE,
    ),
    about=word_set("newsletter podcast magazine blog channel journal radio zine"),
    preposition="for",
    audience=re.compile(
        r"\b(?:for|serving|to|helping)\s+("
        r"(?!(?:order|measure|size|drawing|each other|specification|an?|the|you|your|free|"
        r"hire|sale|rent|any|every|help|"
        r"more|over|all)\b)[^,.;:!?()]{4,80})",
        re.IGNORECASE,
    ),
)

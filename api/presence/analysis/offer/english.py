"""English as descriptions are written: "X is a Y for Z", "We sell Y to Z", bare fragments.

Invariant: a phrase that could be said of any company ("solutions", "your best work") is no
category; such a description gives nothing.
"""

from __future__ import annotations

import re

from presence.analysis.language.stopwords import word_set
from presence.analysis.offer.phrases import Grammar

GENERIC = word_set(
    "company companies group firm business businesses brand brands organisation organization team "
    "teams family startup enterprise people person everyone everybody everything anything thing "
    "things something stuff way ways world life lives future work works job jobs day days time "
    "solution solutions service services product products offering offerings partner partners "
    "platform experience experiences results success growth potential change ideas idea value "
    "innovation quality excellence leader leaders provider providers supplier specialist "
    "specialists expert experts home house place passion journey story difference half best more "
    "less better great next one ones kind range collection choice help support"
)
_LEAD = (
    r"^(?:(?:hi|hello|welcome)[^.!]*[.!]\s*)?"
    r"(?:we(?:'re| are)|it(?:'s| is)|this is|{name}(?:'s|\s+is|\s+are)|i am|i'm)\s+"
    r"(?:(?:also|now|simply|just|proudly|still)\s+)?(?:an?|the|your|one of the)?\s*"
)
_MAKES = (
    r"^(?:at {name},?\s*)?(?:we|{name}|i)\s+"
    r"(?:(?:also|now|proudly|lovingly|only|design and|hand)\s+)*"
    r"(?:make|makes|build|builds|sell|sells|offer|offers|provide|provides|produce|produces|design|"
    r"designs|manufacture|manufactures|supply|supplies|run|runs|rent out|rent|rents|repair|repairs|"
    r"install|installs|bake|bakes|brew|brews|roast|roasts|publish|publishes|teach|teaches|grow|"
    r"grows|import|imports|develop|develops|operate|operates|organise|organize|organises|organizes|"
    r"do|does|fit|fits|craft|crafts|restore|restores|clean|cleans|breed|breeds|deliver|delivers|"
    r"write|writes|print|prints|sew|sews|weave|weaves|refurbish|refurbishes)\s+"
    r"(?:an?|the|our|your|some|all kinds of)?\s*"
)
_STOP = (
    r"\s+(?:that|which|who|whose|where|when|for|in|on|at|by|with|without|to|from|of the|near|"
    r"around|across|throughout|serving|based|made|since|helping|designed|built|so|because|"
    r"while|using|tested|owned|run|and we|until|after|before|against|inside|between|via|as)\b"
    r"|[,;:.!?()–—|]|\s-\s"
)
_IMPERATIVE = word_set(
    "find get win grow save make build discover park book hire learn join try start stop turn take "
    "let meet see feel live love enjoy create explore bring put keep give go do help helping "
    "making building empowering transforming unlock unleash rethink reimagine say think imagine "
    "never always welcome where when because your our how why what"
)

_NEVER = word_set(
    "we you i they us me them it he she is are was were be been am can will would should must do "
    "does did has have had get gets need needs want wants know knows see sees your my their bigger "
    "better faster smarter easier simpler stronger brighter happier healthier safer together"
)

# Words that say something only together with another: "payroll app", "bike shop".
VAGUE = word_set(
    "app apps tool tools software website websites site system systems shop shops store stores "
    "studio studios practice agency course courses class classes lesson lessons event events "
    "book books content food clothes clothing gear equipment consulting consultancy consultant "
    "training technology tech digital web internet online machine machines materials space"
)

ENGLISH = Grammar(
    lead=_LEAD,
    makes=_MAKES,
    stop=re.compile(_STOP, re.IGNORECASE),
    generic=GENERIC,
    vague=VAGUE,
    no_start=_IMPERATIVE,
    never=_NEVER,
    articles=re.compile(r"^(?:an?|the|our|your|all|some)\s+", re.IGNORECASE),
    joins=re.compile(r"\s+(?:and|&|or)\s+|\s*,\s*(?:and\s+)?", re.IGNORECASE),
    audience=re.compile(
        r"\b(?:for|serving|to|helping)\s+((?!(?:an?|the|you|your|free|hire|sale|rent|any|every|help|"
        r"more|over|all)\b)[^,.;:!?()]{4,80})",
        re.IGNORECASE,
    ),
)

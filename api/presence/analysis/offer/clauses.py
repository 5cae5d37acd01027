"""Sentences that tell several deeds, taken apart: "makes cakes to order **and teaches classes**".

Each clause gets the subject of the sentence. Invariant: words that could be a further item of a
list stay where they are; a text in which nobody says what he does is returned as it is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from presence.analysis.language.english_nouns import is_plural
from presence.analysis.language.stopwords import word_set
from presence.analysis.language.tagging import THINGS, Word
from presence.analysis.offer.verbs import of_somebody

# Verbs of businesses, which a tagger takes for nouns where an object follows: "and films weddings".
_VERBS: Final = word_set(
    "advise alter appraise archive arrange assemble bake bind blend board bottle breed brew build "
    "calibrate carve cast cater clean clear clip coach collect construct convert cook craft create "
    "cut deal decorate deliver demolish design develop draft dig digitise digitize distil "
    "draft draughtproof draw dredge drill dry dye edit embroider engrave erect export fell file "
    "film finish fit fix forage forge frame glaze grind groom grow guide handle haul harvest hire "
    "host illustrate import inspect install insulate insure interpret keep knit landscape lay lead "
    "lease lend let machine maintain make manage manufacture measure mend mentor mill mount mow "
    "move offer operate organise organize paint pave photograph pick plan plant plaster polish "
    "prepare press print proofread produce provide prune publish pump rear "
    "recover recruit recycle register replace "
    "refinish refurbish rent repair represent resole restore review roast run sand sell service "
    "sew sharpen shear shoe ship smoke source stage stitch stock store supply survey sweep tailor "
    "teach tend test thatch tile till tow train translate transport treat trim tune tutor type "
    "upholster value wash weave weld wrap write"
)
# Of these, what people also buy: only a tagger that sees a verb is believed.
_ALSO_THINGS: Final = word_set(
    "board cast clip cut deal design drill dye engrave file film finish frame glaze grind guide "
    "host lead lease machine measure mill mount paint pick plan plant plaster press print pump "
    "review sand service ship shoe stage stock store survey test tile tow train value wash wrap"
)
# "We sell paint and paint brushes": what is sold may be several words for one thing.
_SELLS: Final = word_set("sell make offer supply provide build stock produce import hire rent lend")
# Nouns that stand before another noun in the plural: "sports cars", "sales training".
_BEFORE_NOUNS: Final = word_set(
    "sports sales systems clothes goods arms customs savings news operations communications "
    "electronics graphics economics logistics mathematics maths physics its this has was is does "
    "brass glass business fitness press dress wireless class cross express grass compass harness"
)
_OBJECT: Final = THINGS | {"adjective", "article", "gerund", "participle", "number", "other"}
_PARTICLES: Final = word_set("out up down off")
# After one of these, a verb may belong to what precedes it: "apps that track and file reports".
_ASIDE: Final = word_set(
    "that which who whose where when while because so if to help helps helping let lets letting"
)
_TO_ORDER: Final = word_set("order measure size measurement drawing specification requirement")
_AT_NAME: Final = r"^(?:here )?at {name}(?:,)?\s+(?=we\s)"
_BEFORE_NAME: Final = r"^[^.;:!?]{{3,80}},\s+(?=(?:the )?{name}\s+[a-z])"
# "Keeps the books": what everybody calls by a noun of its own.
_BOOKS: Final = re.compile(r"\b(?:keep|do)(s|es)? (?:the |your )?(?:books|accounts)\b")
# „Gibt Kurse“: whoever gives lessons offers them.
_LESSONS: Final = re.compile(
    r"\b(gibt|geben|gebe)(?=\s+(?:[a-zäöüß]+\s+)?"
    r"\w*(?:[Kk]urse?|[Uu]nterricht|[Ww]orkshops?|[Ss]eminare?|[Ss]chulungen|[Ss]tunden)\b)"
)
_OFFERS: Final = {"gibt": "bietet", "geben": "bieten", "gebe": "biete"}
# "Carries out surveys": whoever does that offers them.
_CARRIES_OUT: Final = re.compile(
    r"\b(?:carr(?:ies|y) out|(?:undertake|conduct)s?|"
    r"performs?(?=\s[^.;]*(?:tests?\b|testing|inspect|survey|check|audit|repair|clean|install)))"
    r"(?=\s+[a-z])"
)
# "Sells and repairs bikes", „verkauft und stimmt Klaviere“: two deeds with one object.
_TWO_DEEDS: Final = re.compile(
    r"\b(?P<first>(?:sell|make|suppl(?:y|ie)|build|stock|import)s?) and "
    r"(?P<second>(?:repair|service|restore|rent|hire|tune|install|fit|maintain|refurbish|mend|lease|"
    r"calibrate)s?(?: out)?) (?P<what>(?!and\b|or\b)[^.;:,!?]+)|"
    r"\b(?P<first_de>verkauf(?:t|en)|bau(?:t|en)|fertig(?:t|en)|liefer(?:t|n)) und "
    r"(?P<second_de>(?:repar|restaur|mont|install|kalibr)ier(?:t|en)|stimm(?:t|en)|wart(?:et|en)|"
    r"vermiete(?:t|n)|verleih(?:t|en)|pfleg(?:t|en)) (?P<what_de>(?!und\b|oder\b)[^.;:,!?]+)"
)
# "A cycling company offering guided rides": what it is ends before what it offers.
_OFFERING: Final = re.compile(r"(?<=[a-z]),?\s+(?:offering|providing)\s+(?=[a-z])")
# "Hire of pumps to building sites": a deed told by a noun, of which the thing is not for sale.
_NOMINAL: Final = re.compile(
    r"^(?:the )?(?:(?:design|planning|supply|sales?),? (?:and|&) )?"
    r"(?P<deed>hire|rental|repair|installation|servicing|maintenance|cleaning|"
    r"restoration|refurbishment|inspection|testing|calibration|removal|tuning|leasing|storage|recycling|sales?|"
    r"supply|manufacture|production|distribution|import|making|printing)"
    r"(?:(?:,| and| &) [a-z]+)* of (?=[a-z])",
    re.IGNORECASE,
)
# „Planung und Montage von Dächern“: the last of several works has the object.
_WORKS: Final = re.compile(
    r"^(?:[A-ZÄÖÜ]\w+(?:ung|age|atur|ation|bau|tausch)(?:, | und | & ))+"
    r"(?=[A-ZÄÖÜ]\w+(?:ung|age|atur|ation|bau|tausch) von [A-ZÄÖÜ])"
)
_BY_NOUN: Final = {
    "hire": "hire out", "rental": "rent out", "repair": "repair", "installation": "install",
    "servicing": "service", "maintenance": "maintain", "cleaning": "clean", "leasing": "lease",
    "restoration": "restore", "refurbishment": "refurbish", "inspection": "inspect",
    "testing": "test", "calibration": "calibrate", "removal": "remove", "tuning": "tune",
    "storage": "store", "recycling": "recycle", "printing": "print",
}  # fmt: skip
# "Helps small firms write bids": who helps with such work does it.
_HELPS_WITH: Final = re.compile(
    r"^(?P<who>{name}|[Ww]e|[Ii]t) helps? (?P<whom>(?:[\w-]+ ){{1,4}}?)(?:to )?"
    r"(?P<verb>write|draft|design|translate|prepare|file|plan|move|restore|install|renovate|"
    r"insulate) "
    r"(?P<what>(?:their |your )?[a-z][^.;:!?,]+)"
)
# "Our engineers repair boilers": they are the business.
_OUR_PEOPLE: Final = re.compile(
    r"^Our (?:[A-Za-z-]+ ){0,3}?(?:teams?|engineers?|technicians?|staff|experts?|specialists?|"
    r"tutors?|teachers?|builders?|crews?|craftsmen|vets?|chefs?|gardeners?|drivers?|therapists?|"
    r"lawyers?|solicitors?|consultants?|mechanics?|electricians?|plumbers?|designers?) "
    r"(?=[a-z]+[ ,])"
)
# "Rescues fabric from mills and sells it": what is sold is the thing, not the rescue.
_SELLS_IT: Final = re.compile(
    r"(?P<who>{name}|^[Ww]e|^[Ii]) [a-z]+ (?P<what>(?:[a-z-]+ ){{0,3}}[a-z-]+)(?: from [^.;,]+?)?"
    r",? and "
    r"(?P<sells>sells?) (?:it|them)\b"
)
_ANYBODY: Final = word_set("you people everyone anyone teams companies businesses brands us them")
_FURTHER: Final = re.compile(r"\b(?:for|with|without|by|using|in|at)\b")
_GATHERS: Final = word_set("collect gather rescue receive pick source salvage")
_FEW_BEFORE: Final = 5  # words between a name and its verb


def spoken_plainly(sentence: str, name: str) -> str:
    """The sentence without what leads up to the name: "Family-run since 1987, | Rook bakes …"."""
    named = re.escape(name) if name else r"(?!)"
    sentence = _NOMINAL.sub(
        lambda match: f"We {_BY_NOUN.get(match['deed'].casefold(), 'sell')} ", sentence
    )
    sentence = _WORKS.sub("", sentence)
    said = re.sub(_AT_NAME.format(name=named), "", sentence, flags=re.IGNORECASE)
    said = _OUR_PEOPLE.sub("We ", said)
    said = re.sub(_SELLS_IT.pattern.format(name=named), r"\g<who> \g<sells> \g<what>", said)
    said = re.sub(_HELPS_WITH.pattern.format(name=named), _work_for, said)
    said = re.sub(_BEFORE_NAME.format(name=named), "", said, count=1)
    said = re.sub(rf"^(?:the|der|die|das)\s+(?={named}\s)", "", said, flags=re.IGNORECASE)
    said = _LESSONS.sub(lambda match: _OFFERS[match.group(1)], said)
    said = _CARRIES_OUT.sub(
        lambda match: "offers" if match[0].split()[0][-1] == "s" else "offer", said
    )
    said = _OFFERING.sub(r" that offers ", said)
    said = _TWO_DEEDS.sub(_with_object_each, said)
    return _BOOKS.sub(lambda match: f"provide{'s' if match.group(1) else ''} bookkeeping", said)


def _work_for(told: re.Match[str]) -> str:
    """Its deed: "We write bids for small firms"; what is planned with a program stays as it is."""
    what = re.sub(r"^(?:their|your) ", "", told["what"].strip())
    whom = told["whom"].strip()
    if whom.casefold() in _ANYBODY or _FURTHER.search(what):
        return told[0]
    verb = told["verb"] if told["who"].casefold() == "we" else f"{told['verb']}s"
    return f"{told['who']} {verb} {what} for {whom}"


def _with_object_each(told: re.Match[str]) -> str:
    first, second, what = (part for part in told.groups() if part)
    joint = "and" if told.group("first") else "und"
    return f"{first} {what} {joint} {second} {what}"


def until_further_deed(text: str, language: str) -> str:
    """What somebody does something to, without a further deed: "rates | and prints labels"."""
    said = "It takes " if language == "en" else ""
    return deeds_apart(f"{said}{text}", "", language)[0].removeprefix(said) if said else text


def is_only_gathered(clause: str, name: str, language: str) -> bool:
    """Whether a clause tells what is taken in: "collects surplus food", before "cooks meals"."""
    words = of_somebody(clause, name, language) if language == "en" else ()
    verb = words[_first_verb(words)].text.casefold() if len(words) > 1 else ""
    return bool({verb, verb.removesuffix("s"), verb.removesuffix("es")} & _GATHERS)


def deeds_apart(sentence: str, name: str, language: str) -> tuple[str, ...]:
    """One sentence per deed with an object of its own; the sentence itself if it tells one."""
    words = of_somebody(sentence, name, language)
    if len(words) < _FEW_BEFORE or words[0].sort != "pronoun":
        return (sentence,)
    begins = _beginnings(words, language)
    if not begins:
        return (sentence,)
    subject = sentence[: words[0].end]
    ends = [words[at - 1].end for at in _joints(words, begins)]
    starts = [words[at].start for at in begins]
    found = [sentence[: ends[0]].strip(" ,")]
    for start, end in zip(starts, [*ends[1:], len(sentence)], strict=True):
        found.append(f"{subject} {sentence[start:end].strip(' ,')}")
    return tuple(found)


def _joints(words: Sequence[Word], begins: Sequence[int]) -> list[int]:
    """Where the joints before further verbs begin: the comma of ", and teaches"."""
    found: list[int] = []
    for at in begins:
        joint = at - 1
        while words[joint].sort == "adverb":
            joint -= 1
        if words[joint - 1].text == ",":
            joint -= 1
        found.append(joint)
    return found


def _beginnings(words: Sequence[Word], language: str) -> list[int]:
    """Where further verbs with an object of their own stand."""
    first = _first_verb(words)
    found: list[int] = []
    object_seen = False
    joined = False
    for at in range(first + 1, len(words) - 1):
        word = words[at]
        told = word.text.casefold()
        if word.text == "," or word.sort == "conjunction":
            joined = True
        elif joined and object_seen and _is_verb(words, at, language):
            found.append(at)
            joined = object_seen = False
        elif told in _ASIDE and not _is_to_order(words, at):
            return found
        else:
            joined = joined and word.sort == "adverb"
            thing = word.sort in THINGS | {"gerund", "other"}
            object_seen = object_seen or thing or (word.sort == "verb" and is_plural(word.text))
    return found


def _first_verb(words: Sequence[Word]) -> int:
    at = 1
    while at < len(words) - 1 and words[at].sort == "adverb":
        at += 1
    return at


def _is_to_order(words: Sequence[Word], at: int) -> bool:
    """Whether "to" says how something is made, or for whom: "to order", "to restaurants"."""
    after = words[at + 1] if at + 1 < len(words) else None
    made = after is not None and after.text.casefold() in _TO_ORDER
    whom = after is not None and after.sort in {"noun", "name", "adjective", "article", "gerund"}
    return words[at].text.casefold() == "to" and (made or whom)


def _is_verb(words: Sequence[Word], at: int, language: str) -> bool:
    word, after = words[at], words[at + 1]
    if not word.text.islower() or not _has_object(words, at + 1, language):
        return False
    if language == "de":
        return word.sort == "verb" and word.text.endswith(("t", "en", "ln", "rn", "e"))
    if words[0].text.casefold() in ("we", "i"):
        sure = word.sort in ("verb", "infinitive")
        works = words[_first_verb(words)].text not in _SELLS and is_plural(after.text)
        listed = word.text in _VERBS and (sure or works or word.text not in _ALSO_THINGS)
        return listed or (sure and after.sort == "article")
    if not word.text.endswith("s") or word.text in _BEFORE_NOUNS:
        return False
    if word.sort == "verb" or is_business_verb(word.text):
        return True
    # "and reproofs tents": no two plurals stand side by side in a list of things
    return is_plural(word.text) and after.sort == "noun" and after.text.endswith("s")


def is_business_verb(word: str) -> bool:
    """Whether a word may be what a business does, in the third person: "rents"."""
    return word.endswith("s") and not _VERBS.isdisjoint(_bases(word))


def _bases(verb: str) -> tuple[str, ...]:
    """What a third person may be one of: "carries" of "carry"."""
    return (
        verb[:-1],
        *((verb[:-2],) if verb.endswith("es") else ()),
        *((f"{verb[:-3]}y",) if verb.endswith("ies") else ()),
    )


def _has_object(words: Sequence[Word], at: int, language: str) -> bool:
    """Whether an object begins here: "old chairs", but not "made by hand" or "and more"."""
    if words[at].text.casefold() in _PARTICLES:
        at += 1
    after = words[at + 1 : at + 2]
    if at >= len(words):
        return False
    like_verb = words[at].sort == "verb" and words[at].text.endswith("s")  # "designs covers"
    if language == "en" and like_verb and words[at - 1].sort != "verb":
        return True
    if words[at].sort not in _OBJECT | {"adverb"}:
        return False
    told = language == "en" and words[at].sort in ("participle", "adverb")
    return not (told and (not after or after[0].sort not in _OBJECT))

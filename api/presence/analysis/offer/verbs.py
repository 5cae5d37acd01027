"""Verbs in a description, found by the tagger: where one ends a thing, and verb lists.

Invariant: in a language without a tagger, texts are left unchanged.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from presence.analysis.language.english_nouns import is_plural
from presence.analysis.language.english_verbs import gerund
from presence.analysis.language.stopwords import word_set
from presence.analysis.language.tagging import THINGS, Word, tagged

_VERBS: Final = frozenset({"verb", "infinitive", "past"})
_GOES_ON: Final = frozenset({"preposition", "article", "adverb", "conjunction", "sign", "pronoun"})
_SUBJECT: Final = THINGS | {"adjective", "gerund", "conjunction"}
_NO_DEEDS: Final = frozenset({"pilates", "sports", "arts", "crafts"})  # taken for verbs
_COMPLAINT: Final = THINGS | {"adjective", "gerund"}
_BEGINS: Final = THINGS | {"adjective", "article"}
_LIKE_VERBS: Final = frozenset({"noun", "name", "adjective", "participle", "other"})
_MOST_BEFORE: Final = 4  # words of a subject
_MOST_TAUGHT: Final = 6
# What a German verb leaves at the end when its meaning is in a prefix; „an“ and „her“ still sell.
_PREFIX_LAST: Final = re.compile(r"\b(?:aus|ein|um|ab|auf|nach|vor|weiter)\W*$")
_SOMEBODY: Final = {"en": "It", "de": "Er"}
# Verbs whose object cannot be bought: customers, hopes, everyday actions. As stems, complete but
# for an ending: "ha" matches "has" but not "harvest".
_IDLE: Final = {
    "en": word_set(
        "help love believe want know think need care work live aim striv keep bring give gives "
        "tak put get let go com turn chang transform empower enabl inspir support connect "
        "listen understand ensur answer us ha hav is are was do doe see find stay stand start "
        "join lead mean tell say talk welcom look feel serv watch monitor track manag show meet "
        "cut sav reduc win won solv simplif power driv unlock boost improv increas follow treat "
        "employ pay sponsor wish hope promis guarantee value enjoy like read spend began begin "
        "became "
    ),
    "de": word_set(
        "helf hilf lieb glaub woll will wiss weiß denk brauch leb lass lässt geb gib nehm nimm "
        "komm geh mach hab hat sind ist war werd wird kenn kann könn soll steh versteh schaff sorg "
        "begleit unterstütz verbind freu find zeig bring hör sag sprech sprich nutz verwend führ "
        "zahl arbeit stell "
    ),
}
# Verbs that leave something to be sold, as stems. What any other verb does is sold as work.
_MAKES: Final = word_set(
    "age assembl bak blend bottl brew build can carv cast catch churn coin collect compos compost "
    "creat cultivat cure cut design distil distill draw dry dri dye embroider export farm "
    "ferment forag forg gather grow harvest hunt import infus invent keep knit knot mak manufactur "
    "mill mint mix mold mould offer pickl pick pres press produc propagat publish rais rear "
    "release roast rol sculpt sel sell sew smelt smok source spin stitch stock supply suppli "
    "throw trad turn weav whittl wholesal compil cook craft provid write sketch crochet felt "
    "glaz laminat run lead stag arrang host cater giv"
)
_ENDINGS: Final = {"en": ("", "e", "s", "es", "ed", "ing"), "de": ("", "e", "en", "n", "t", "et")}


@dataclass(frozen=True, slots=True)
class Thing:
    """A text up to its first verb; `acts` if that verb says what the thing does."""

    text: str
    acts: bool = False


def until_verb(text: str, language: str, *, told: bool = False) -> Thing:
    """What precedes the first verb after a noun: "steel frames brazed to measure".

    After a verb of its own that has been `told`, no further one in the third person follows a
    noun: "makes | rubber seals in".
    """
    words = tagged(text, language)
    for at, (before, word) in enumerate(pairwise(words)):
        after = words[at + 2] if at + 2 < len(words) else None
        noun = told and language == "en" and word.sort == "verb" and is_plural(word.text)
        if before.sort in THINGS and not noun and _ends_thing(before, word, after):
            return Thing(text[: before.end], word.sort == "verb")
        if word.sort == "conjunction" and _goes_on_with_verb(words[at + 2 :]):
            return Thing(text[: before.end])
        if word.sort in ("preposition", "sign", "conjunction", "pronoun"):
            break
    return Thing(text)


def _ends_thing(before: Word, word: Word, after: Word | None) -> bool:
    """Whether a word is a verb that continues from a noun, not a noun that looks like one."""
    goes_on = after is None or after.sort in _GOES_ON
    if word.sort in ("past", "participle", "verb"):
        return goes_on
    plural = before.sort == "noun" and before.text.endswith("s")
    return word.sort == "gerund" and plural and goes_on


def until_joined_verb(text: str, language: str) -> str:
    """What precedes a further verb: "craftsmen" of "craftsmen and sell them from the yard"."""
    words = tagged(text, language)
    for at, word in enumerate(words):
        if at and word.sort == "conjunction" and _goes_on_with_verb(words[at + 1 :]):
            return text[: words[at - 1].end]
    return text


def _goes_on_with_verb(words: Sequence[Word]) -> bool:
    """Whether what a conjunction joins is a further deed: "craftsmen and | sell them", no list.

    How it is done may precede it: "cashmere and | invisibly mends moth holes".
    """
    while words and words[0].sort == "adverb":
        words = words[1:]
    if len(words) < 2 or words[0].sort not in ("verb", "infinitive"):
        return False
    if words[0].text.casefold() in _NO_DEEDS:
        return False
    finite = words[0].sort == "verb" and words[0].text.islower()
    return words[1].sort in ("pronoun", "article", "preposition") or (
        finite and words[0].text.endswith(("s", "t")) and words[1].sort in _COMPLAINT
    )


def without_further_verbs(text: str, at: int, language: str) -> str:
    """The text from `at`, where a verb ends, without verbs joined to it: "repair | and re-line"."""
    words = [word for word in tagged(text, language) if word.start >= at]
    end = _end_of_verbs(words)
    return text[end:].lstrip() if end else text[at:]


def with_one_verb(sentence: str, name: str, language: str) -> Iterator[str]:
    """A sentence with several verbs as one sentence per verb: "we draw, build and tend gardens"."""
    words = of_somebody(sentence, name, language)
    first = next((at for at, word in enumerate(words) if word.sort in _VERBS), 0)
    if not 0 < first <= _MOST_BEFORE:
        return
    end = _end_of_verbs(words[first + 1 :])
    if not end:
        return
    for word in words[first:]:
        if word.start >= end:
            return
        if word.sort in _VERBS:
            yield f"{sentence[: words[first].start]}{word.text} {sentence[end:].lstrip()}"


def done_to(sentence: str, name: str, language: str) -> tuple[str, str] | None:
    """(verb, its object and all that follows) of a sentence about the brand.

    Example: "We forage and dry wild teas". None if no activity is named that somebody could want to
    buy.
    """
    words = of_somebody(sentence, name, language)
    at = 1
    while at < len(words) and words[at].sort == "adverb":
        at += 1
    if not words or words[0].sort != "pronoun" or at >= len(words) or words[at].sort not in _VERBS:
        return None
    verb = words[at]
    end = _end_of_verbs(words[at + 1 :]) or verb.end
    after = next((word for word in words if word.start >= end), None)
    plain = verb.text.casefold()
    idle = _is_idle(plain, language) and not _SELLS_AFTER_ALL.match(sentence[verb.start :])
    if idle or after is None or after.sort not in _BEGINS:
        return None
    if language == "de" and _PREFIX_LAST.search(sentence):
        return None  # „bildet Hunde aus“ sells no dogs
    yours = after.text.casefold() in ("you", "your", "every", "each", "sie", "ihr", "ihre", "ihren")
    return None if yours else (plain, sentence[end:].lstrip())


# Who leads tours or values houses does so for money.
_SELLS_AFTER_ALL: Final = re.compile(
    r"leads? (?:[a-z-]+ ){1,4}?(?:tours?|trips|walks|hikes|classes|workshops|rides|expeditions|"
    r"courses|retreats|safaris|sessions|excursions|camps)\b|"
    r"values? (?:[a-z-]+ ){0,3}?(?:homes|houses|jewell?ery|antiques|properties|property|paintings|"
    r"cars|land|estates|businesses|books|coins|stamps|collections)\b",
    re.IGNORECASE,
)


def is_further_deed(item: str, language: str) -> bool:
    """Whether an item after work on things is further work: "contracts and | flags risky clauses".

    No thing begins with several of another, as "flags" before an adjective would.
    """
    first = tagged(item, language)[:2] if language == "en" else ()
    return len(first) == 2 and first[0].text.endswith("s") and first[1].sort == "adjective"


def work_of(verb: str, language: str) -> str:
    """The noun for work on what others own: "walking" of "walks" dogs, "" of "mills" flour."""
    if language != "en" or _is_one_of(verb, _MAKES, language):
        return ""
    for ending in ("ies", "es", "s", ""):
        if not verb.endswith(ending):
            continue
        stem = verb.removesuffix(ending)
        if ending == "es" and not stem.endswith(("s", "x", "z", "ch", "sh")):
            continue
        return gerund(stem + "y" if ending == "ies" else stem)
    return ""


def complaint_in(rest: str, deed: str) -> str:
    """The treatment by somebody who treats "runners with knee pain": of knee pain, not runners."""
    words = tagged(rest, "en")
    at = next((at for at, word in enumerate(words) if word.text.casefold() == "with"), 0)
    thing = [word for word in words[at + 1 :] if word.sort != "article"]
    end = next((i for i, word in enumerate(thing) if word.sort not in _COMPLAINT), len(thing))
    if not 0 < at <= _MOST_BEFORE or not 0 < end <= _MOST_BEFORE:
        return ""
    return deed.format(rest[thing[0].start : thing[end - 1].end])


def _is_idle(verb: str, language: str) -> bool:
    """Whether a verb is one of those that sell nothing, in any of its forms."""
    return _is_one_of(verb, _IDLE.get(language, frozenset()), language)


def _is_one_of(verb: str, stems: frozenset[str], language: str) -> bool:
    ends = (end for end in _ENDINGS.get(language, ()) if verb.endswith(end))
    return any(verb[: len(verb) - len(end)] in stems for end in ends)


_TEACHES: Final = re.compile(r"\bteach(?:es|ing)?\s+", re.IGNORECASE)
_LAW: Final = re.compile(r"\bon\s+((?:[a-z]+\s+){1,2})law\b|\b(?:im|zum)\s+([A-ZÄÖÜ]\w+recht)\b")


def law_in(rest: str, language: str) -> str:
    """Who advises "landlords on tenancy law": a "tenancy law firm"; "" if no law is named."""
    found = _LAW.search(rest)
    if found is None or language not in ("en", "de"):
        return ""
    return (
        f"Anwalt für {found.group(2)}" if found.group(2) else f"{found.group(1).strip()} law firm"
    )


_TOPIC: Final = re.compile(r"^(?:[^,.;:!?]{2,60}?\s)?on\s+(?P<topic>[a-z][^,.;:!?()–—|]*)")
_NO_TOPIC: Final = re.compile(r"\b(?:how|what|when|where|why|whether|all|any|every\w*|your|our)\b")
_AFTER_TOPIC: Final = re.compile(r"\s(?:in|across|from|at|near|for|so|to|with|who|that|by)\s.*$")


def advice_on(rest: str) -> str:
    """What somebody advises "employers on redundancy and tribunal claims" about, as advice on it.

    "" if no topic is named: "advises families on all matters".
    """
    found = _TOPIC.match(rest)
    topic = _AFTER_TOPIC.sub("", found["topic"]).strip() if found else ""
    if not topic or _NO_TOPIC.search(topic) or len(topic.split()) > _MOST_TAUGHT:
        return ""
    return f"advice on {topic}"


def learners_in(text: str) -> str:
    """Whom somebody who "teaches adults to swim" teaches: "adults"; "" if nobody is taught so."""
    taught = _TEACHES.search(text)
    lessons = lessons_in(text[taught.end() :]) if taught else ""
    return lessons.partition(" for ")[2]


def lessons_in(rest: str) -> str:
    """The lessons of somebody who teaches "adults to swim in the sea":

    "swimming lessons for adults".
    """
    rest = re.sub(r"\bhow to\b", "to", rest, count=1)
    words = tagged(rest, "en")
    to = next((at for at, word in enumerate(words) if word.text.casefold() == "to"), 0)
    verb = words[to + 1] if 0 < to <= _MOST_BEFORE and to + 1 < len(words) else None
    people = ("noun", "adjective", "name", "conjunction")
    whole = all(word.sort in people or word.text == "," for word in words[:to])
    if verb is None or not whole or not _is_taught(verb, words[to - 1], words[to + 2 :]):
        return ""
    whom = rest[: words[to - 1].end]
    played = [word for word in words[to + 2 : to + 4] if word.sort != "article"]
    if verb.text == "play" and played and played[0].sort in THINGS:
        return f"{played[0].text} lessons for {whom}"
    said = "" if whom.casefold() in ("you", "people", "anyone", "everyone") else f" for {whom}"
    return f"{gerund(verb.text)} lessons{said}"


def training_in(rest: str) -> str:
    """The training of somebody who trains "nurses in wound care": "wound care training".

    A place is no subject: whoever trains "dogs in Leeds" gives "".
    """
    words = tagged(rest, "en")
    at = next((at for at, word in enumerate(words) if word.text.casefold() == "in"), 0)
    taught = words[at + 1 :]
    end = next((i for i, word in enumerate(taught) if word.sort not in _SUBJECT), len(taught))
    while end and taught[end - 1].sort not in (*THINGS, "gerund"):
        end -= 1
    if not 0 < at <= _MOST_BEFORE or not 0 < end <= _MOST_TAUGHT or taught[0].text[0].isupper():
        return ""
    return f"{rest[taught[0].start : taught[end - 1].end]} training"


_OUTING: Final = re.compile(
    r"\b(?:guide|lead|take)s? (?:[a-z-]+ ){1,4}on (?:an? |our |the )?", re.IGNORECASE
)


def outings_in(text: str) -> str:
    """The outings of somebody who guides "small groups on swimming walks": "swimming walks"."""
    found = _OUTING.search(text)
    words = tagged(text[found.end() :], "en") if found else ()
    sorts = [word.sort in _BEGINS | {"gerund"} for word in words]
    end = sorts.index(False) if False in sorts else len(words)
    if 0 < end < len(words) and words[end].sort == "verb":
        end += 1  # "swimming walks": a tagger takes the walks for a verb
    if found is None or not 0 < end <= _MOST_TAUGHT:
        return ""
    trip = text[found.end() :][: words[end - 1].end]
    return trip if is_plural(trip) else ""


def _is_taught(verb: Word, whom: Word, rest: Sequence[Word]) -> bool:
    """Whether a word after "to" is what people learn, which a tagger may take for a noun:

    "adults to swim" and "children to code in Python", but not "piano to adults".
    """
    if verb.sort == "infinitive":
        return True
    ends = not rest or rest[0].sort in ("preposition", "pronoun", "sign", "adverb", "article")
    return is_plural(whom.text) and ends and verb.sort == "noun" and not is_plural(verb.text)


def of_somebody(sentence: str, name: str, language: str) -> Sequence[Word]:
    """The words of a sentence, with the brand's name at its beginning counted as one pronoun.

    A tagger cannot know that "Rook & Wren" is a company, or that "Larder" is not a larder.
    """
    begins = bool(name) and sentence.casefold().startswith(f"{name} ".casefold())
    if not begins or language not in _SOMEBODY:
        words = tagged(sentence, language)
        says_we = len(words) > 1 and words[0].text.casefold() in ("we", "i")
        if says_we and words[1].sort in ("noun", "adjective", "name"):  # only a verb can follow
            return (words[0], replace(words[1], sort="verb"), *words[2:])
        return words
    somebody = _SOMEBODY[language]
    moved = len(name) - len(somebody)
    words = tagged(somebody + sentence[len(name) :], language)
    first = Word(name, 0, len(name), "pronoun")
    rest = [Word(w.text, w.start + moved, w.end + moved, w.sort) for w in words[1:]]
    if rest and rest[0].sort in _LIKE_VERBS and _ends_as_verb(rest[0].text, language):
        rest[0] = replace(rest[0], sort="verb")  # "Quern & Rye mills flour": no name of a thing
    return (first, *rest)


def _ends_as_verb(word: str, language: str) -> bool:
    """Whether a word after the brand's name has the ending of its verb: "mills", „mahlt“."""
    return word.islower() and word.endswith("s" if language == "en" else "t")


def _end_of_verbs(words: Sequence[Word]) -> int:
    """Where the last of several verbs joined to a preceding one ends; 0 if there are none."""
    end = 0
    joined = False
    for word in words:
        if word.text == "," or word.sort == "conjunction":
            joined = True
        elif joined and word.sort in _VERBS:
            end, joined = word.end, False
        elif word.sort != "adverb":
            break
    return end

"""What the brand's own name says it is: "Tischlerei Brandt", "Smith & Co Solicitors".

Invariant: only people and places are read from a name, and only in the usual position: last in
English, first in German and Romance languages. A surname is not a trade.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from urllib.parse import urlsplit

from presence.analysis.crawler.structured import parsed
from presence.analysis.language import sentences, words
from presence.analysis.language.frequent_words import is_frequent
from presence.analysis.language.tagging import Word, tagged
from presence.analysis.offer.categories import COUNTED
from presence.analysis.offer.clauses import is_business_verb
from presence.analysis.offer.recognition import Recognised, recognise
from presence.analysis.types import PageFacts

_LEGAL = re.compile(
    r"(?<!\w)(?:ltd|limited|llp|llc|inc|plc|gmbh|mbh|ug|ag|kg|ohg|gbr|mbb|partg|sarl|sas|srl|spa|"
    r"bv|sl|e\.\s?v|& ?co|and co|& ?(?:sons?|daughters?|partners?|partner|söhne|fils))\.?(?!\w)",
    re.IGNORECASE,
)
# Words for businesses that precede their name in any language.
_BEFORE = frozenset(
    ["hotel", "hostel", "restaurant", "café", "cafe", "museum", "bistro", "pension", "ristorante"]
)
_SURNAMES = frozenset(
    [
        "baker",
        "barber",
        "carpenter",
        "cook",
        "cooper",
        "dyer",
        "fisher",
        "gardener",
        "mason",
        "miller",
        "potter",
        "roper",
        "sadler",
        "shepherd",
        "tailor",
        "taylor",
        "turner",
        "weaver",
    ]
)
_NAMED_SO = COUNTED | {"public-body"}
_LAST = frozenset({"en", "nl"})
_TITLE_PARTS = re.compile(r"\s+[|–—·»«:-]\s+|\s*[|｜»]\s*")
_LONGEST_NAME = 5  # words
_OF_NAMES = frozenset({"noun", "name", "adjective"})
_ARTICLES = frozenset({"the", "der", "die", "das"})
_DONE_BY_SOMEBODY = frozenset({"lets", "helps", "allows", "enables", "offers", "provides"})
_MOST = 4  # words in such a noun at the end of a name


def named_trade(name: str, language: str) -> Recognised | None:
    """The category that a brand's name states, or None."""
    spelt = words(_LEGAL.sub(" ", name))
    if len(spelt) < 2:
        return None
    if language in _LAST:
        ends = (spelt[at:] for at in range(max(1, len(spelt) - _MOST), len(spelt)))
        for end in ends:
            if (hit := _whole(end, language)) and end[-1] not in _SURNAMES:
                return hit
        return _whole(spelt[:1], language) if spelt[0] in _BEFORE else None
    for size in range(min(_MOST, len(spelt) - 1), 0, -1):
        if hit := _whole(spelt[:size], language):
            return hit
    last = spelt[-1]
    surname = re.search(r"(?:er|mann)$", last) is not None
    return None if surname else _whole([last], language)


def _whole(spelt: list[str], language: str) -> Recognised | None:
    """The category that has exactly these words as a name."""
    hit = next(recognise(" ".join(spelt), language), None)
    whole = hit is not None and hit.words == len(spelt) and hit.entry.kind in _NAMED_SO
    return hit if whole else None


def name_of_site(pages: Sequence[PageFacts]) -> str:
    """The name that a site gives itself: in structured data, in all titles, or in its address."""
    if not pages:
        return ""
    start = pages[0]
    host = (urlsplit(start.final_url).hostname or "").removeprefix("www.").split(".")[0]
    for item in start.structured:
        data = parsed(item.raw) if not item.error else None
        name = data.get("name") if isinstance(data, dict) else None
        if isinstance(name, str) and name.strip() and _is_of(host, name):
            return name.strip()
    parts = [part.strip() for part in _TITLE_PARTS.split(start.title) if part.strip()]
    short = [part for part in parts if len(part.split()) <= _LONGEST_NAME]
    others = Counter(
        part for page in pages[1:] for part in {p.strip() for p in _TITLE_PARTS.split(page.title)}
    )
    for part in short:
        if _is_of(host, part) or 2 * others[part] > len(pages):
            return part
    return "" if host.isdigit() else host


def name_in_description(description: str, language: str) -> str:
    """The name that a description begins with, before its verb; "" if it begins otherwise.

    "Harrow & Finch restores antique clocks" is about Harrow & Finch, which is no harrow.
    """
    first = next(iter(sentences(description)), "")
    spelt = tagged(first, language)
    at = next((at for at, word in enumerate(spelt) if word.sort == "verb"), 0)
    subject = spelt[1:at] if spelt and spelt[0].text.casefold() in _ARTICLES else spelt[:at]
    if not 0 < len(subject) <= _LONGEST_NAME or not _is_name(subject, language):
        return ""
    return first[subject[0].start : subject[-1].end]


def shared_beginning(name: str, description: str) -> str:
    """The first words of a name that a description begins with before going on in lower case.

    "" for fewer than two words: "Oak" may begin any sentence about oak. One is enough before what
    only somebody does: "Tally lets beekeepers log their hives".
    """
    parts, said = name.split(), description.split()
    same = 0
    while same < min(len(parts), len(said) - 1) and parts[same] == said[same]:
        same += 1
    does = same == 1 < len(parts) and (said[1] in _DONE_BY_SOMEBODY or is_business_verb(said[1]))
    enough = same > 1 or does
    return " ".join(parts[:same]) if enough and said[same].islower() else ""


def _is_name(subject: Sequence[Word], language: str) -> bool:
    """Whether all words are capitalised, and more than one common noun is named."""
    spelt = [word for word in subject if word.sort != "conjunction"]
    joined = len(spelt) > 1 and any(word.sort == "conjunction" for word in subject)
    capital = bool(spelt) and all(
        word.sort in _OF_NAMES and word.text[:1].isupper() for word in spelt
    )
    named = any(word.sort == "name" for word in spelt)
    if language == "de":  # every noun has a capital
        return capital and (named or joined)
    return capital and (named or len(spelt) > 1 or not is_frequent(spelt[0].text.casefold(), "en"))


def _is_of(host: str, name: str) -> bool:
    """Whether an address is made from a name: rooster-roofing.com."""
    joined = "".join(words(name))
    plain = re.sub(r"\W", "", host)
    return bool(plain) and len(joined) > 1 and (joined in plain or plain in joined)

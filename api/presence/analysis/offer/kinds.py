"""What kind of offer a site's texts and markup indicate, if the category leaves it open.

Invariant: a cue is something that only such an offer has: a basket, a licence, a donation.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from presence.analysis.crawler.structured import parsed
from presence.analysis.offer.farmed import grows, sells_produce
from presence.analysis.offer.kind_cues import CUES, SCHEMA_TYPES
from presence.analysis.types import PageFacts
from presence.analysis.types.offer import OfferKind

_PATTERNS = tuple(
    (kind, re.compile(rf"(?<!\w)(?:{'|'.join(cues)})(?!\w)", re.IGNORECASE))
    for kind, cues in CUES.items()
)
_BY_SCHEMA = {name: kind for kind, names in SCHEMA_TYPES.items() for name in names.split()}
_STRUCTURED_WEIGHT = 5
_MOST_STRUCTURED = 10  # a shop states a Product on every page
_HEAD_WEIGHT = 12
_NEAR_WEIGHT = 5
_OWN_WORDS_WEIGHT = 4
_MOST_CUES = 3  # per page
_MOST_OF_SITE = 8
# Statements that only one kind makes about itself; they hold whatever else is on offer.
_SELLS = re.compile(
    r"(?<!and )(?<!und )(?<!et )(?<! y )(?<! e )(?<! en )"
    r"(?<!not )(?<!n't )(?<!n’t )(?<!\w)"
    r"(?:buys? and sells?|sells?|shop for|store for|on-?line[- ]?shop|web-?shop|"
    r"verkauf(?:t|en)|"
    r"vend(?:ons|emos|iamo)|vendita online|vente en ligne|通販)(?!\w)",
    re.IGNORECASE,
)
_GATHERED_AND_SOLD = re.compile(r"(?<!buy )(?<!buys )\band sells?\b", re.IGNORECASE)
_MAKES = re.compile(
    r"(?<!\w)(?:we make|make and|made|handmade|hand-\w+|craft\w*|brew\w*|weav\w+|fertig\w+|"
    r"manufaktur|eigener herstellung)(?!\w)",
    re.IGNORECASE,
)
_SELLS_WEIGHT = 6
_SEVERAL = re.compile(r"^[a-z]+(?<![eo]r)(?<!ist)(?<!tion)(?<!ing)(?<![su])s$", re.IGNORECASE)
_DECLARED: tuple[tuple[OfferKind, re.Pattern[str]], ...] = (
    (
        "open-source",
        re.compile(
            r"\b(?:open[- ]source|MIT[- ]licen[cs]ed?|"
            r"Apache(?: License)?[- ,]*(?:v(?:ersion)? ?)?2(?:\.0)?|"
            r"A?GPL(?:v?[23])?|BSD[- ](?:licen[cs]e|[23])|MPL[- ]2|"
            r"quelloffen\w*|SoftwareSourceCode)"
            r"(?!\w)",
            re.IGNORECASE,
        ),
    ),
    (
        "non-profit",
        re.compile(
            r"(?<!\w)(?:e\. ?V\.|(?:registered |educational )?charity|non-?profit|not-for-profit|"
            r"501\(c\)|gemeinnützig\w*|ONLUS|all[- ]volunteer|association loi)(?!\w)",
            re.IGNORECASE,
        ),
    ),
)
# Kinds whose work an open-source project or a charity may also do.
_MAY_BE: dict[OfferKind, frozenset[OfferKind]] = {
    "open-source": frozenset({"software"}),
    "non-profit": frozenset({"professional-service", "local-service"}),
}

# Kinds that one business often combines, besides each kind itself.
_ALLIED: tuple[frozenset[OfferKind], ...] = (
    frozenset({"product", "shop"}),
    frozenset({"trade", "local-service"}),
    frozenset({"software", "open-source"}),
)


def is_allied(kind: OfferKind, other: OfferKind | None) -> bool:
    """Whether a business of one kind is likely to offer the other as well."""
    return kind == other or any({kind, other} <= pair for pair in _ALLIED)


def resells(description: str) -> bool:
    """Whether the brand says that it sells, and not that it makes what it sells."""
    return _SELLS.search(description) is not None and _MAKES.search(description) is None


def declared_kind(kind: OfferKind, texts: Sequence[tuple[str, str]]) -> tuple[OfferKind, str, str]:
    """The kind a brand states for itself if the category is work of another kind.

    `texts` are (source, text) of the brand's most prominent statements. Returns kind, words and
    source; words are "" if no other kind is stated.
    """
    for stated, pattern in _DECLARED:
        if kind in _MAY_BE[stated]:
            for source, text in texts:
                match = pattern.search(text)
                if match is not None:
                    return stated, match.group(), source
    return kind, "", ""


def kind_of(
    pages: Sequence[PageFacts],
    description: str,
    head: OfferKind | None = None,
    near: OfferKind | None = None,
    noun: str = "",
) -> tuple[OfferKind, str, str] | None:
    """Kind, the words that show it and where they occur; None without a cue.

    `head` is the kind indicated by the category's own `noun`, `near` that of a catalogue entry with
    a similar meaning, if any.
    """
    counts: Counter[OfferKind] = Counter()
    shown: dict[OfferKind, tuple[str, str]] = {}
    if head is not None:
        counts[head] = _HEAD_WEIGHT
        shown[head] = (noun, "description")
    if near is not None:
        counts[near] += _NEAR_WEIGHT
        shown.setdefault(near, (noun, "description"))
    for kind, pattern in _PATTERNS:
        matches = pattern.findall(description)
        if matches:
            counts[kind] += _OWN_WORDS_WEIGHT * len(set(matches))
            shown.setdefault(kind, (str(matches[0]), "description"))
    if resells(description):
        counts["shop"] += _SELLS_WEIGHT
        shown.setdefault("shop", (description, "description"))
    elif gathered := _GATHERED_AND_SOLD.search(description):
        counts["product"] += _SELLS_WEIGHT
        shown.setdefault("product", (gathered.group(), "description"))
    elif grows(description) or sells_produce(noun, description):
        counts["shop"] += _SELLS_WEIGHT
        shown.setdefault("shop", (description, "description"))
    _count_cues(pages, counts, shown)
    _count_types(pages, counts, shown)
    if not counts:
        return _of_things(noun)
    best = max(counts, key=lambda kind: counts[kind])
    return (best, *shown[best])


def kinds_spoken_of(pages: Sequence[PageFacts], description: str) -> Counter[OfferKind]:
    """How many cues of each kind the description and the pages contain."""
    counts: Counter[OfferKind] = Counter()
    shown: dict[OfferKind, tuple[str, str]] = {}
    for kind, pattern in _PATTERNS:
        counts[kind] += 2 * len(set(pattern.findall(description)))
    _count_cues(pages, counts, shown)
    _count_types(pages, counts, shown)
    return counts


def _of_things(noun: str) -> tuple[OfferKind, str, str] | None:
    """Several things about which nothing else is said are for sale: "blackout blinds"."""
    last = re.split(r" (?:for|on|about) ", noun)[0].split()[-1:]
    several = bool(last) and _SEVERAL.search(last[0]) is not None
    return ("product", noun, "description") if several else None


def _count_cues(
    pages: Sequence[PageFacts],
    counts: Counter[OfferKind],
    shown: dict[OfferKind, tuple[str, str]],
) -> None:
    for kind, pattern in _PATTERNS:
        total = 0
        for page in pages:
            matches = pattern.findall(f"{page.title}\n{page.main_text}")
            if matches:
                total += min(_MOST_CUES, len(matches))
                shown.setdefault(kind, (str(matches[0]), page.final_url))
            if total >= _MOST_OF_SITE:
                break
        counts[kind] += min(total, _MOST_OF_SITE)
    for kind in [kind for kind, count in counts.items() if not count]:
        del counts[kind]


def _count_types(
    pages: Sequence[PageFacts],
    counts: Counter[OfferKind],
    shown: dict[OfferKind, tuple[str, str]],
) -> None:
    found: Counter[OfferKind] = Counter()
    for page in pages:
        for name in schema_types(page):
            known = _BY_SCHEMA.get(name)
            if known is not None:
                found[known] += _STRUCTURED_WEIGHT
                shown.setdefault(known, (name, page.final_url))
    for kind, weight in found.items():
        counts[kind] += min(weight, _MOST_STRUCTURED)


def schema_types(page: PageFacts) -> tuple[str, ...]:
    """Types of the page's structured items, verbatim."""
    return tuple(name for item in page.structured if not item.error for name in item.types)


def addresses(page: PageFacts) -> list[str]:
    """Towns that the page's structured data gives as addresses or areas served."""
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

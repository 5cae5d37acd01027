"""Which bot a user agent names, by whole tokens.

Claude-User is not ClaudeBot, and a browser on a phone called Cubot is no bot: a token counts only
where it stands alone, outside addresses of web pages and mail, and not after "like". Bots of our
own table come first, wherever they stand; then those of the kept list of the package
crawler-user-agents, in its spelling.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from crawleruseragents import CRAWLER_USER_AGENTS_DATA

from presence.analysis.traffic.bots import named_bots
from presence.analysis.traffic.types import Bot, FetchPurpose

AGENT_CHARS: Final = 2048  # no maker's user agent is a quarter as long
_ADDRESS: Final = re.compile(r"\+?https?://[^\s;,)\"'<>]+|[\w.+-]+@[\w.-]+")
_TOKEN: Final = re.compile(r"[A-Za-z0-9!_][A-Za-z0-9!_.-]*")
_VERSION: Final = re.compile(r"[-_.]?v?\d[\d._]*$")
_EDGES: Final = "!_.-"
# Of the package's list, what people's own browsers and apps carry: an Android build, the in-app
# browser of Facebook, editors, a browser of Amazon's tablets, and names too short to tell.
_NOT_BOTS: Final = frozenset(
    (
        r"AP3A\.240617\.008", "MetaIAB Facebook", r"Code\/1\.", r"Trae\/", "Fluid", r"^Silk\/",
        r"Optimizer\)", r"dbot\)", r"Rigor\)", "DMBrowser", "Hello World", "GoogleDocs",
    )
)  # fmt: skip


class _Known(NamedTuple):
    """A name as it is written, in words; the first word finds it.

    `slash`: only with a version after it, as the list asks of names that are ordinary words.
    `first`: only at the beginning.
    """

    words: str
    bot: Bot
    slash: bool = False
    first: bool = False


Names = dict[str, tuple[_Known, ...]]


def recognise(agent: str) -> Bot | None:
    """The bot that a user agent names, None for a browser and for no user agent at all."""
    return _recognise(agent[:AGENT_CHARS]) if agent else None


@lru_cache(maxsize=8192)
def _recognise(agent: str) -> Bot | None:
    named, listed, addresses = _names()
    text = _ADDRESS.sub(" ", agent)
    found = _first(text.lower(), named) or _first(text, listed)
    if found is None and text != agent:
        found = next((known.bot for known in addresses if known.words in agent), None)
    return found


def _first(text: str, names: Names) -> Bot | None:
    for token in _TOKEN.finditer(text):
        word = token[0].rstrip(_EDGES)
        for spelling in (word, _VERSION.sub("", word)):
            for known in names.get(spelling, ()):
                if _stands(text, token.start(), known):
                    return known.bot
    return None


def _stands(text: str, start: int, known: _Known) -> bool:
    """Whether a name whose first word was found stands there whole."""
    if known.first and text[:start].strip():
        return False
    if text[max(start - 5, 0) : start].lower() == "like ":
        return False
    end = start + len(known.words)
    after = text[end : end + 1]
    if known.slash and after != "/":
        return False
    if " " not in known.words:
        return True
    alone = not after.isalnum() and after not in ("_", "-")
    return alone and text.startswith(known.words, start)


@lru_cache(maxsize=1)
def _names() -> tuple[Names, Names, tuple[_Known, ...]]:
    """Our own names in small letters, the package's as written, and those that are addresses."""
    own = [_Known(bot.token.lower(), bot) for bot in named_bots()]
    tokens = {known.words for known in own}
    listed: dict[str, _Known] = {}
    addresses: dict[str, _Known] = {}
    for entry in CRAWLER_USER_AGENTS_DATA:
        if entry["pattern"] in _NOT_BOTS:
            continue
        purpose: FetchPurpose = "search" if "search-engine" in entry["tags"] else "other"
        for words in _wholes(entry["pattern"], entry["instances"]):
            if words.lower() in tokens or len(words) < 3:
                continue
            pattern = entry["pattern"]
            slash, first = pattern.endswith(r"\/"), pattern.startswith("^")
            known = _Known(words, Bot(words, "", purpose), slash, first)
            if _ADDRESS.search(words) or re.search(r"[a-z]\.[a-z]{2,}/", words):
                addresses.setdefault(words, known)
            else:
                listed.setdefault(words, known)
    return _by_word(own), _by_word(listed.values()), tuple(addresses.values())


def _wholes(pattern: str, instances: Iterable[str]) -> set[str]:
    """The whole tokens in which a pattern of the package is found in the package's own examples."""
    found: set[str] = set()
    for instance in instances:
        match = re.search(pattern, instance)
        if match is None or not match[0].strip():
            continue
        start, end = _named(instance, match)
        while start > 0 and _inside(instance[start - 1]):
            start -= 1
        while end < len(instance) and _inside(instance[end]) and _inside(instance[end - 1]):
            end += 1
        words = instance[start:end].strip(" /;()+\"'").rstrip(_EDGES)
        words = _VERSION.sub("", words.split("/")[0] if _is_product(words) else words)
        if re.match(r"[A-Za-z0-9!_]", words):
            found.add(words)
    return found


def _named(instance: str, match: re.Match[str]) -> tuple[int, int]:
    """Where the name stands: the match, or the same word in another spelling outside an address."""
    start, end = match.span()
    for address in _ADDRESS.finditer(instance):
        if address.start() <= start and end <= address.end():
            text = instance.replace(address[0], " " * len(address[0]))
            other = text.lower().find(match[0].lower())
            return (other, other + end - start) if other >= 0 else (start, end)
    return start, end


def _is_product(words: str) -> bool:
    return "/" in words and "." not in words.split("/")[0]


def _inside(char: str) -> bool:
    return char.isalnum() or char in _EDGES


def _by_word(names: Iterable[_Known]) -> Names:
    """The names under their first word, longer names first."""
    index: dict[str, list[_Known]] = {}
    for known in names:
        token = _TOKEN.match(known.words)
        if token is not None:
            index.setdefault(token[0].rstrip(_EDGES), []).append(known)
    return {
        word: tuple(sorted(group, key=lambda known: -len(known.words)))
        for word, group in index.items()
    }

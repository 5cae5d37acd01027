"""Every noun phrase of a text that might be what is sold, with its surroundings.

No tagger is needed: words that cannot be in a noun phrase end one. Invariant: a phrase occurs
verbatim in the text, except for German compounds that share an ending: „Dienstplan- und
Tourensoftware“.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from presence.analysis.language import sentences, stop_words
from presence.analysis.language.english_verbs import VERBS
from presence.analysis.language.frequent_words import frequent_words
from presence.analysis.language.stopwords import word_set

_TOKEN = re.compile(r"[^\W_]+(?:[-'’/&+.][^\W_]+)*|[^\w\s]")
_LONGEST = 4  # words
_SHORTEST_END = 4  # letters in the shared part of compounds
_SUSPENDED = re.compile(
    r"(?P<begin>[^\W\d_]{3,})-(?P<rest>,?\s+(?:(?:[^\W\d_]{3,}-,?\s+)*)(?:und|oder|&|sowie)\s+)"
    r"(?P<whole>[^\W\d_]{6,})"
)
_BREAKS = {
    "en": word_set(
        "based made owned run built designed near since using serving helping tested called "
        "including especially am new ours free looking best every save book find try ask contact "
        "call visit meet start stop read"
    )
    | VERBS,
    "de": word_set(
        "rund samt inklusive sowie etc usw eigene eigenen eigener neue neuen mal verstehen wissen "
        "spüren erleben genießen erfahren entspannen ankommen abschalten durchatmen loslassen "
        "aufatmen träumen begegnen verändern lachen"
    ),
}
_ARTICLES = word_set(
    "a an the your our ein eine einen einem einer der die das den dem unser unsere"
)
_WHOM = word_set("for für fürs")
# An adjective in the form used before a noun; words ending in "-ieren" are verbs.
_VERB = re.compile(r"[a-zäöüß]+en$")
_JOINS = frozenset({"und", "oder", "sowie", "&", ",", "wir", "sie"})
_ADJECTIVE = re.compile(r"(?!\w+ieren$)[a-zäöüß-]+(?:e|en|er|es|em)$")


@dataclass(frozen=True, slots=True)
class Chunk:
    """A phrase of one to four words. `whole` means that it fills the space between two breaks.

    `before` and `after` are the adjacent words or signs in lower case, "" at the ends of a
    sentence; `sentence` counts from 0, as does `order` within the text.
    """

    text: str
    before: str
    after: str
    sentence: int
    order: int
    whole: bool


def chunks_of(text: str, language: str) -> Iterator[Chunk]:
    """Noun phrases in order, each with its endings: "oat milk bar", "milk bar", "bar"."""
    order = 0
    for number, sentence in enumerate(sentences(text)):
        said = completed(sentence, language)
        for run, before, after in _runs(_TOKEN.findall(said), language):
            for size in range(min(len(run), _LONGEST), 0, -1):
                words = run[-size:]
                if language == "de" and size > 1 and not _begins(words[0]):
                    continue
                lead = before if size == len(run) else run[-size - 1].casefold()
                whole = size == len(run)
                yield Chunk(" ".join(words), lead, after, number, order, whole)
            order += 1


def completed(text: str, language: str) -> str:
    """Complete German compounds that share an ending: „Dienstplansoftware und …“."""
    if language != "de" or "- " not in text:
        return text
    return _SUSPENDED.sub(_with_end, text)


def _with_end(match: re.Match[str]) -> str:
    whole, known = match.group("whole"), frequent_words("de")
    ends = (whole[at:].casefold() for at in range(3, len(whole) - _SHORTEST_END + 1))
    end = next((end for end in ends if end in known), "")
    if not end:
        return match.group()
    rest = re.sub(r"(?<=\w)-", end, match.group("rest"))
    return f"{match.group('begin')}{end}{rest}{whole}"


def preposition(before: str) -> str:
    """What precedes a phrase: "start", "article", "whom", "sign" or "word"."""
    if not before:
        return "start"
    if before in _ARTICLES:
        return "article"
    if before in _WHOM:
        return "whom"
    return "word" if before[0].isalnum() else "sign"


def _runs(tokens: Sequence[str], language: str) -> Iterator[tuple[list[str], str, str]]:
    """Words between two breaks, with the break before and the one after them."""
    run: list[str] = []
    before = ""
    capitals = language == "de" and any(token[:1].isupper() for token in tokens[1:])
    for token in tokens:
        if _breaks(token, language, capitals=capitals):
            if run := _trimmed(_unled(run, before), capitals=capitals):
                yield run, before, token.casefold()
            run, before = [], token.casefold()
        else:
            run.append(token)
    if run := _trimmed(_unled(run, before), capitals=capitals):
        yield run, before, ""


def _breaks(token: str, language: str, *, capitals: bool) -> bool:
    low = token.casefold()
    if not token[0].isalpha() or low in stop_words(language) or low in _BREAKS[language]:
        return True
    return capitals and token[0].islower() and not _ADJECTIVE.match(token)


def _unled(run: list[str], before: str) -> list[str]:
    """Drop a leading German verb: „wir drehen und prüfen Seile“, but keep „guten Kaffee“."""
    led = len(run) > 1 and before in _JOINS and _VERB.match(run[0]) is not None
    return run[1:] if led and run[1][:1].isupper() and not run[1].endswith("n") else run


def _trimmed(run: list[str], *, capitals: bool) -> list[str]:
    """In German, drop what follows the last noun."""
    while capitals and run and not run[-1][0].isupper():
        run = run[:-1]
    return run


def _begins(word: str) -> bool:
    """Whether a German phrase of several words may begin with this word."""
    return word[0].isupper() or _ADJECTIVE.match(word) is not None

"""Which passages say something: a greeting, a list of search words or a question is no answer.

Invariant: a passage is judged by its own words, never by its heading or title, and by the same
rule whoever owns it; nothing is shortened, a passage is a source or it is not.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Final

from presence.analysis.language import sentences, stem, stop_words, terms, words
from presence.analysis.types import Passage

_LEAST_WORDS: Final = 4  # distinct ones
_LEAST_TERMS: Final = 2  # distinct words that carry meaning: "Huber bakes rye bread"
_LISTED_WORDS: Final = 10  # from so many words on, a text without small words may be a list of them
_SMALL_WORDS: Final = 0.12
_DISTINCT: Final = 0.5  # who repeats every word writes for machines
_LISTED_DISTINCT: Final = 0.75  # the same of a list; many languages write with few small words
_FRAME_WORDS: Final = 3
_FRAME_USES: Final = 4  # praise with its noun exchanged, so often on one site
_PRAISE: Final = re.compile(
    r"\b(?:best|top|leading|cheap(?:est)?|number one|perfect|ultimate|finest|beste[nrs]?"
    r"|führende[nr]?|günstigste[nr]?|meilleure?s?|leader|mejor(?:es)?|líder)\b",
    re.IGNORECASE,
)
_EMPTY_TALK: Final = {
    "en": """welcome hello home homepage website site web page pages coming soon construction under
    contact click here read more learn discover visit follow call today new official online back
    thank thanks glad happy please start started menu updates stay tuned""",
    "de": """willkommen herzlich startseite webseite website seite seiten demnächst bald aufbau hier
    klicken mehr erfahren kontakt entdecken besuchen folgen neu heute offiziell online danke freuen
    bitte zurück menü""",
    "fr": """bienvenue accueil site page pages bientôt construction ici cliquez savoir plus contact
    découvrir visitez suivez nouveau officiel ligne merci retour menu""",
    "es": """bienvenido bienvenidos inicio sitio web página páginas pronto construcción aquí haga
    clic más saber contacto descubrir visite siga nuevo oficial línea gracias volver menú""",
}
_ASKER: Final = {
    "en": frozenset({"i", "my", "me", "i'm", "i've"}),
    "de": frozenset({"ich", "mein", "meine", "meinen", "meiner", "mich", "mir"}),
    "fr": frozenset({"je", "j'ai", "mon", "ma", "mes", "moi"}),
    "es": frozenset({"yo", "mi", "mis", "me"}),
}
_SENTENCE_END = re.compile(r"(?<=[.!?…])\s+")
_SPACELESS = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\u0e00-\u0e7f]")


def telling(passages: Iterable[Passage], language: str) -> tuple[Passage, ...]:
    """The passages an answer may rest on, in their order.

    Left out: greetings and notices of a page to come, text made of questions alone, search words in
        a row, and praise in one mould with its noun exchanged.
    """
    every = tuple(passages)
    moulds = _moulds(every)
    return tuple(
        passage
        for passage in every
        if says_something(passage.text, passage.owner_name, language)
        and not _is_moulded(passage, moulds)
    )


def says_something(text: str, owner_name: str, language: str) -> bool:
    """Whether a text tells a reader anything beyond who wrote it."""
    said = said_once(" ".join(_statements(sentences(text), language)))
    if _SPACELESS.search(said):
        return True  # words cannot be told apart by spaces here
    own = {*terms(owner_name, language), *(stem(w, language) for w in words(owner_name))}
    idle = {stem(word, language) for word in words(_EMPTY_TALK.get(language, _EMPTY_TALK["en"]))}
    carrying = [term for term in terms(said, language) if term not in own]
    if len(set(words(said))) < _LEAST_WORDS or len(set(carrying) - idle) < _LEAST_TERMS:
        return False
    return not _is_word_list(said, carrying, language)


def said_once(text: str) -> str:
    """A text without the sentences it has already said, whole or in part."""
    said = dict.fromkeys(_SENTENCE_END.split(text))
    return " ".join(one for one in said if not any(one != whole and one in whole for whole in said))


def _statements(found: Sequence[str], language: str) -> list[str]:
    """Sentences without questions and what belongs to them.

    Where questions are put, the sentence before one leads up to it, and one in the first person is
    the asker's; what follows a question is its answer.
    """
    asked = [sentence.rstrip().endswith(("?", "？")) for sentence in found]
    if not any(asked):
        return list(found)
    asking = _ASKER.get(language, _ASKER["en"])
    return [
        sentence
        for place, sentence in enumerate(found)
        if not asked[place]
        and not any(asked[place + 1 : place + 2])
        and not asking & set(words(sentence))
    ]


def _is_word_list(said: str, carrying: Sequence[str], language: str) -> bool:
    every = words(said)
    if len(every) < _LISTED_WORDS:
        return False
    small = sum(word in stop_words(language) for word in every) / len(every)
    facts = sum(any(c.isdigit() for c in word) for word in every)
    listed = small < _SMALL_WORDS and not facts
    return len(set(carrying)) < (_LISTED_DISTINCT if listed else _DISTINCT) * len(carrying)


def _moulds(passages: Sequence[Passage]) -> dict[str, set[str]]:
    """Per owner, how sentences begin that stand there too often to have been written one by one."""
    uses: dict[str, Counter[str]] = defaultdict(Counter)
    for passage in passages:
        uses[passage.owner].update(_frame(s) for s in sentences(passage.text))
    return {
        owner: {frame for frame, count in counts.items() if frame and count >= _FRAME_USES}
        for owner, counts in uses.items()
    }


def _is_moulded(passage: Passage, moulds: dict[str, set[str]]) -> bool:
    found = [_frame(sentence) for sentence in sentences(passage.text)]
    return 2 * sum(frame in moulds[passage.owner] for frame in found) >= max(len(found), 1)


def _frame(sentence: str) -> str:
    """How praise begins; "" for anything else, and where it states a figure."""
    said = words(sentence)
    figures = any(c.isdigit() for c in sentence)
    if figures or len(said) <= _FRAME_WORDS or not _PRAISE.search(sentence):
        return ""
    return " ".join(said[:_FRAME_WORDS])

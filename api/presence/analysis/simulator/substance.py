"""Decides which passages say something: greetings, keyword lists and questions are no answers.

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
_LEAST_NEWS: Final = 2  # what a text tells beyond its heading and the question it answers
_MUCH_NEWS: Final = 5  # so much is an answer even where the question says it too
_LEAST_ECHO: Final = 12  # words; a short text that says what was asked may well be the answer
_LEAST_PANEL: Final = 10  # questions
_FIGURE_NEWS: Final = 2  # a price, an hour, a length is news enough
_LONGEST_BREATH: Final = 40  # words without any stop: nobody writes so
_PRAISE: Final = re.compile(
    r"\b(?:best|top|leading|cheap(?:est)?|number one|perfect|ultimate|finest|beste[nrs]?"
    r"|führende[nr]?|günstigste[nr]?|meilleure?s?|leader|mejor(?:es)?|líder)\b",
    re.IGNORECASE,
)
_EMPTY_TALK: Final = {
    "en": """welcome hello home homepage website site web page pages coming soon construction under
    contact click here read more learn discover visit follow call today new official online back
    thank thanks glad happy please start started menu updates stay tuned look looking forward
    partner passion passionate quality trust trusted satisfaction goal goals excellence excellent
    best leading top choice solution solutions provider company team offer offers welcome important
    question questions answer answers know find get see ask anyone everyone people turn come comes
    right say says help need needs want wants matter matters place working check domain sale buy
    make enable javascript run app browser exist exists moved found error lorem ipsum dolor sit amet
    consectetur adipiscing elit sed eiusmod tempor incididunt great good better perfect amazing
    number one customer customers client clients care commitment committed dedicated professional
    reliable experience experienced heart mission vision values""",
    "de": """willkommen herzlich startseite webseite website seite seiten demnächst bald aufbau hier
    klicken mehr erfahren kontakt kontaktieren entdecken besuchen besuch folgen neu neue neuen heute
    offiziell online danke freuen bitte zurück menü partner leidenschaft qualität vertrauen können
    zufriedenheit ziel beste besten bester führend wahl lösung lösungen anbieter unternehmen team
    angebot angebote wichtig frage fragen antwort antworten wissen finden sehen fragt jeder
    irgendwen leute man kommen geht recht sagen hilfe brauchen wollen ort arbeiten schauen domain
    steht verkauf kaufen machen aktivieren javascript browser existiert verschoben gefunden fehler
    lorem ipsum dolor sit amet consectetur adipiscing elit sed eiusmod tempor gut gute besser
    perfekt kunde kunden kundinnen engagement professionell zuverlässig erfahrung herz mission
    vision werte thema mal wieder vorbei nicht""",
    "fr": """bienvenue accueil site page pages bientôt construction ici cliquez savoir plus contact
    contactez découvrir visitez visite suivez nouveau officiel ligne merci retour menu partenaire
    passion qualité confiance satisfaction objectif meilleur meilleure choix solution solutions
    équipe offre important question réponse trouver gens domaine vendre vente acheter activer
    javascript navigateur existe erreur introuvable client clients professionnel expérience cœur""",
    "es": """bienvenido bienvenidos inicio sitio web página páginas pronto construcción aquí haga
    clic más saber contacto contáctenos descubrir visite visita siga nuevo oficial línea gracias
    volver menú socio pasión calidad confianza satisfacción objetivo mejor elección solución
    soluciones equipo oferta importante pregunta respuesta encontrar gente dominio venta comprar
    activar javascript navegador existe error cliente clientes profesional experiencia corazón""",
}
_ASKER: Final = {
    "en": frozenset({"i", "my", "me", "i'm", "i've"}),
    "de": frozenset({"ich", "mein", "meine", "meinen", "meiner", "mich", "mir"}),
    "fr": frozenset({"je", "j'ai", "mon", "ma", "mes", "moi"}),
    "es": frozenset({"yo", "mi", "mis", "me"}),
}
_IS_OR_MAKES: Final = (
    r"is|are|makes?|builds?|sells?|offers?|provides?|runs?|bakes?|installs?|repairs?|helps?|gives?|"
    r"ist|sind|macht|baut|verkauft|bietet|liefert|bäckt|backt|repariert|hilft|est|sont|fabrique|"
    r"vend|propose|es|son|fabrica|vende|ofrece"
)
_STATUS_CODES: Final = frozenset({"404", "403", "410", "500", "503"})
_SENTENCE_END = re.compile(r"(?<=[.!?…])\s+")
_SPACELESS = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\u0e00-\u0e7f]")


def substantial_passages(passages: Iterable[Passage], language: str) -> tuple[Passage, ...]:
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
    """Whether a text says anything to a reader beyond who wrote it."""
    said = said_once(" ".join(_statements(sentences(text), language)))
    if _SPACELESS.search(said):
        return True  # words cannot be told apart by spaces here
    own = {*terms(owner_name, language), *(stem(w, language) for w in words(owner_name))}
    idle = {stem(word, language) for word in words(_EMPTY_TALK.get(language, _EMPTY_TALK["en"]))}
    carrying = [term for term in terms(said, language) if term not in own]
    if len(set(words(said))) < _LEAST_WORDS or len(set(carrying) - idle) < _LEAST_TERMS:
        return False
    return not _is_word_list(said, carrying, language) and not _is_breathless(said)


def news_of(passage: Passage, language: str) -> frozenset[str] | None:
    """What a passage says beyond its heading; None if it may answer any question it matches.

    This applies to text without spaces between words and to a sentence that introduces the owner.
    """
    if _SPACELESS.search(passage.text) or _introduces(passage):
        return None
    idle = {stem(word, language) for word in words(_EMPTY_TALK.get(language, _EMPTY_TALK["en"]))}
    known = {*terms(passage.owner_name, language), *terms(passage.heading, language)}
    known |= {*terms(passage.title, language), *idle}
    said = " ".join(_statements(sentences(said_once(passage.text)), language))
    return frozenset(term for term in terms(said, language) if term not in known)


def adds_information(news: frozenset[str] | None, asked: frozenset[str]) -> bool:
    """Whether a passage says anything that the question does not say itself."""
    if news is None:
        return True
    if len(news) >= _MUCH_NEWS:
        return True
    left = news - asked
    figures = sum(any(c.isdigit() for c in term) for term in left - _STATUS_CODES)
    return len(left) + (_FIGURE_NEWS - 1) * figures >= _LEAST_NEWS


def without_echoes(
    passages: Sequence[Passage], questions: Sequence[str], language: str
) -> tuple[Passage, ...]:
    """The passages without those that only repeat the panel's questions, so these move no score."""
    if len(set(questions)) < _LEAST_PANEL:
        return tuple(passages)
    asked = frozenset(term for text in set(questions) for term in terms(text, language))
    return tuple(passage for passage in passages if not _is_echo(passage, asked, language))


def _is_echo(passage: Passage, asked: frozenset[str], language: str) -> bool:
    """A longer text with less than one word a sentence that no question holds."""
    if len(words(passage.text)) < _LEAST_ECHO:
        return False
    news = news_of(passage, language)
    if news is None:
        return False
    left = news - asked
    figures = any(c.isdigit() for term in left for c in term)
    return not figures and len(left) < max(_LEAST_NEWS, len(sentences(passage.text)))


def _introduces(passage: Passage) -> bool:
    """Whether a passage says what its owner is or makes, without praise."""
    owner = re.escape(passage.owner_name)
    if not owner:
        return False
    said = re.compile(rf"^{owner} (?:{_IS_OR_MAKES}) (?!.*(?:{_PRAISE.pattern}))", re.IGNORECASE)
    return any(said.match(sentence) for sentence in sentences(passage.text))


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


def _is_breathless(said: str) -> bool:
    """Whether a text runs on without a stop, as words in a row do."""
    breaths = re.split(r"[.!?…;:,()–—\n]", said)
    longest = max(len(words(breath)) for breath in breaths)
    return longest > _LONGEST_BREATH


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

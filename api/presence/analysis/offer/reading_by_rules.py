"""What is sold, for languages read by rules and lists alone: description and whole site.

Invariant: a description that names a thing takes precedence; if it does not, the vocabulary of all
pages decides; if that says nothing either, nothing is read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain

from presence.analysis.language import terms
from presence.analysis.offer.advising_by_language import advice_in, program_helping_in
from presence.analysis.offer.category_choice import Phrases, is_known, of_the_brand
from presence.analysis.offer.deeds_by_language import polish_deed
from presence.analysis.offer.evidence import DESCRIPTION
from presence.analysis.offer.head_nouns import head_word
from presence.analysis.offer.narrowing import narrowed, narrowed_vague
from presence.analysis.offer.noun_phrases import goods_of_maker, japanese_phrase
from presence.analysis.offer.phrases import (
    Grammar,
    noun_phrases,
    phrases_by_deed,
    says_so,
    thing_said,
)
from presence.analysis.offer.site_words import phrases_of_site
from presence.analysis.offer.trades_by_language import (
    Likely,
    likely_trade,
    plainly,
    speaks_of,
    trade_named,
)
from presence.analysis.types import BrandProfile, DocumentText, PageFacts
from presence.analysis.types.offer import Slot

# A program for the people of a trade, if only its site shows that it is a program.
_PROGRAM_FOR: Mapping[str, str] = {
    "fr": "logiciel pour {}",
    "es": "programa para {}",
    "it": "programma per {}",
    "nl": "software voor {}",
    "pt": "programa para {}",
}
# Owners and managers are named with their business: « gérants de salles de sport ».
_RUN: Mapping[str, tuple[re.Pattern[str], str]] = {
    "fr": (
        re.compile(
            r"(?:gérant|responsable|directeur|directrice|propriétaire|patron|exploitant|dirigeant|"
            r"gestionnaire|chef|manager|équipe)\w*(?: et \w+)? (?:de |d['’])(.+)$",
            re.IGNORECASE,
        ),
        "logiciel de gestion de {}",
    ),
    "es": (
        re.compile(
            r"(?:dueñ|propietari|gerente|director|responsable|administrador|encargad|jef|gestor|"
            r"titular|equipo)\w*(?: y \w+)? de (.+)$",
            re.IGNORECASE,
        ),
        "programa de gestión de {}",
    ),
    "it": (
        re.compile(
            r"(?:titolar|proprietar|gestor|responsabil|direttor|direttric|amministrator|"
            r"proprietari|cap|team)\w*(?: e \w+)? di (.+)$",
            re.IGNORECASE,
        ),
        "software di gestione per {}",
    ),
    "nl": (re.compile(r"\w+s? van (.+)$"), "beheersoftware voor {}"),
    "pt": (
        re.compile(
            r"(?:don|proprietári|gerente|diretor|responsáve|administrador|gestor|síndic|"
            r"equipe|equipa)\w*(?: e \w+)? d[eoa]s? (.+)$",
            re.IGNORECASE,
        ),
        "software de gestão de {}",
    ),
    "pl": (
        re.compile(r"(?:właściciel|menedżer|kierowni|dyrektor|prowadzący)\w* (.+)$"),
        "program dla {}",
    ),
    "ja": (re.compile(r"(?:^|の|する)([^のする]{2,10})$"), "{}管理システム"),
}
_PROGRAM_CUES: Mapping[str, str] = {
    "fr": r"tablette|appli\w*|export\w*|tableur|logiciel|connexion|par mois|sans engagement|"
    r"fonctions|fonctionnalités|tableau de bord|mises? à jour|synchronis\w+|importe[rz]?|en ligne",
    "es": r"tableta|aplicación|app|exporta\w*|hoja de cálculo|software|al mes|mensual|funciones|"
    r"funcionalidades|panel|sincroniza\w*|importa\w*|en la nube|sin permanencia|usuarios?",
    "it": r"tablet|app|esporta\w*|foglio di calcolo|software|al mese|funzioni|funzionalità|csv|"
    r"sincronizza\w*|import\w+|in cloud|abbonamento|offline|notifiche|utenti",
    "nl": r"tablet|app|export\w*|spreadsheet|software|per maand|functies|dashboard|excel|inloggen|"
    r"synchronis\w+|import\w+|in de cloud|koppeling\w*|gebruikers?|opzegbaar",
    "pt": r"tablet|aplicativo|app|exporta\w*|planilha|folha de cálculo|software|por mês|painel|"
    r"funcionalidades|recursos|sincroniza\w*|importa\w*|na nuvem|usuários?|utilizadores",
    "pl": r"tablet\w*|aplikacj\w+|eksport\w*|arkusz\w*|program\w*|miesięcznie|funkcje|panel|excel|"
    r"synchroniz\w+|import\w*|w chmurze|użytkownik\w*|integracj\w+",
    "ja": r"アプリ|タブレット|自動|月額|機能|エクセル|システム|初期費用|クラウド|連携|データ",
}
_PROGRAM_OF: Mapping[str, str] = {
    "fr": "logiciel de {}",
    "es": "software de {}",
    "it": "software per {}",
    "nl": "{}software",
    "pt": "software de {}",
}
_TOOL = re.compile(
    r"logiciel|app\b|appli|outil|plateforme|software|programa|aplicaci|aplicativ|herramienta|"
    r"plataforma|programma|strumento|piattaforma|gestional|tool|systeem|platform|ferramenta|"
    r"\bsite\b|portail|portal|(?-i:[A-Z]{3})|système|sistema",
    re.IGNORECASE,
)
# "Il programma che …": a program that its description does not name.
_PROGRAM = re.compile(
    r"(?:(?:le|l['’]|il|lo|la|el|un[ae]?|uno|o|um|uma|de|het|een) ?)?(?:logiciel|appli|application|"
    r"programma|software|gestionale|programa|aplicación|app|aplicativo|aplikacja)\b",
    re.IGNORECASE,
)
_DEED = re.compile(
    r"(?:age|ation|ición|ación|azione|nie|cie|producent|reiniging|verhuur|reparatie|naprawa|"
    r"noleggio|vendita|pulizia|affitto|montaggio|restauro|posa|cors[oi]|alquiler|venta|limpieza|"
    r"montaje|arreglo|clases|location|pose|vente|cours|conserto|aluguel|aluguer|venda|limpeza|aulas)$"
)
_PLACE_AT_END = re.compile(
    r"(?<=[^\W\d_]) (?:d[ei]l?|en|in|a|à|van|em|d[oa]|w|z|te|uit|"
    r"[dà]es) [A-ZÀ-Ý][\w’'-]+(?: (?:e|y|et|en|i|de|"
    r"del|di|[A-ZÀ-Ý]\S*))*$"
)
_MADE_OF = re.compile(r" (?:d[eio]|van|z|en|in|of) \w+$| d['’]\w+$")
_DESCRIBED = re.compile(r"^(?!.* (?:de|d[eiao]|con|en|van) ).* \w+([oa]s)$")
_TITLE_PARTS = re.compile(r"\s+[|–—·»«-]\s+|\s*[|»]\s+")
_CLAUSE = re.compile(r"(?<=[.!?])\s+|\s*:\s+|\s+[–—]\s+")
_ONLINE = re.compile(
    r"(?:online|digitale?) (?:\\w*planning|\\w*administratie|\\w*registratie|\\w*boekhouding|"
    r"\\w*facturatie|\\w*rooster\\w*|\\w*beheer)\\b",
    re.IGNORECASE,
)
# "Pastificio che vende …": who makes it, and what is bought of them.
_WHO_SELLS: Mapping[str, re.Pattern[str]] = {
    language: re.compile(rf"(?P<who>[^,.;:!?]{{3,40}}?)\s(?:{verbs})\s+(?P<what>.+)", re.IGNORECASE)
    for language, verbs in (
        ("fr", "qui (?:vend|fabrique|produit)"),
        ("es", "que (?:vende|fabrica|elabora|produce)"),
        ("it", "che (?:vende|produce|realizza)"),
        ("pt", "que (?:vende|fabrica|produz)"),
    )
}
_MAKER = re.compile(
    r"(?:une? |una |uma? )?(?:\w+ifici[oi]|fabbrica|fábrica|usine|manufactur[ea]|manifattura|"
    r"manufatura|laboratorio|laboratório|obrador|atelier|ateliê|taller|azienda|finca|quinta|"
    r"ferme|distiller\w+|destiler\w+|frantoio|oleificio|almazara|moulin|molino|mulino)\b",
    re.IGNORECASE,
)
_SHORT_DESCRIPTION = 5  # words
_LONGEST_AUDIENCE = 7  # words
_STEM, _ENDING = 4, 2  # letters by which a word is recognised, and letters of its inflection
_LEAST_CUES = 4  # different ones, on at least two pages
_FIRST_GROUP = re.compile(r"\s*(?:,|;|\.|、|と|\s(?:et|y|e|en|i|oraz|qui|que|che|die|która)\s)\s*")


def phrases_abroad(
    profile: BrandProfile,
    pages: Sequence[PageFacts],
    documents: Sequence[DocumentText],
    grammar: Grammar | None,
    language: str,
) -> Phrases:
    """What the brand calls its products, or what its pages show that it sells."""
    text = "\n".join(f"{page.title}\n{page.main_text[:20_000]}" for page in pages[:8])
    said = _said(profile, grammar, language, text)
    cues = _program_cues(pages, language) or _PROGRAM.match(profile.description) is not None
    if said.found and not _is_slogan(said, profile.description, text, language):
        program = cues or _ONLINE.match(said.found[0]) is not None
        return _spelt(_as_program(said, profile, grammar, language) if program else said, text)
    likely = likely_trade(profile, pages, language)
    if likely is not None and not (cues and _is_of_customers(likely, profile, language)):
        return Phrases(_spoken(likely), "pages")
    if grammar is not None and pages and not cues:
        on_site = phrases_of_site(profile, pages, documents, grammar, language)
        if any(_is_listed(phrase, language) for phrase in on_site.found):
            return on_site
    program_for = _program(profile, language) if cues else ""
    if program_for or grammar is None:
        return Phrases((program_for,), "pages") if program_for else Phrases()
    return _borne_out(profile, pages, grammar, language)


def _borne_out(
    profile: BrandProfile, pages: Sequence[PageFacts], grammar: Grammar, language: str
) -> Phrases:
    """A thing named only briefly in description or title, if the pages mention it too."""
    spoken = set(terms("\n".join(page.main_text[:20_000] for page in pages[:8]), language))
    title = pages[0].title if pages else ""
    named = re.escape(profile.name)
    parts = _TITLE_PARTS.split(re.sub(rf"{named}\s*[,:]\s+", f"{profile.name} | ", title))
    told = [(DESCRIPTION, profile.description)]
    told += [("pages", part) for part in parts if profile.name.casefold() not in part.casefold()]
    for source, text in told:
        for clause in _CLAUSE.split(text):
            found = noun_phrases(clause, profile.name, grammar, alone=True)
            said = of_the_brand(Phrases(found, source), profile, language)
            if said.found and _are_spoken_of(said.found[0], spoken, language):
                return replace(said, found=_of_one_sort(said.found, language))
    return Phrases()


def _are_spoken_of(phrase: str, spoken: set[str], language: str) -> bool:
    """Whether a site mentions a phrase's noun and its qualifier, or most of its words."""
    said = set(terms(phrase, language))
    shown = said & spoken
    noun = not shown.isdisjoint(terms(head_word(phrase, language), language))
    return len(shown) >= (min(2, len(said)) if noun else max(2, len(said) / 2))


def _is_of_customers(likely: Likely, profile: BrandProfile, language: str) -> bool:
    """Whether a program is made for that trade: the audience belongs to it, the program not."""
    kind = likely.trade.kind
    return kind != "software" and speaks_of(profile.audience, likely.trade, language)


def _said(profile: BrandProfile, grammar: Grammar | None, language: str, text: str) -> Phrases:
    if language == "ja":
        return Phrases(japanese_phrase(profile.description))
    if grammar is None:
        return Phrases()
    told = grammar.clauses(profile.description, profile.name)[0]
    if advice := advice_in(told, language):
        return Phrases((advice,), outright=True)
    if program := program_helping_in(profile.description, language):
        return Phrases((program,), outright=True)
    if made := _sold_by_maker(profile, grammar, language):
        return made
    for clause in _CLAUSE.split(profile.description):
        outright = says_so(clause, profile.name, grammar)
        deeds = [
            _of_one_sort([goods_of_maker(phrase) for phrase in phrases], language)
            for phrases in phrases_by_deed(clause, profile.name, grammar)
        ]
        several = len(deeds) > 1
        found = [*dict.fromkeys(chain.from_iterable(deeds))]
        first = len(deeds[0]) if several else None
        said = of_the_brand(Phrases(found, outright=outright, first=first), profile, language)
        if said.found and several:
            return said
        if said.found:
            if language == "pl" and (deed := polish_deed(clause, said.found[0], text)):
                return replace(said, found=[deed])
            return replace(said, found=_of_one_sort(said.found, language))
        thing = thing_said(clause, profile.name, grammar)
        if vague := narrowed_vague(thing, grammar, language):
            return Phrases((vague[:1].lower() + vague[1:],))
    return Phrases()


def _sold_by_maker(profile: BrandProfile, grammar: Grammar, language: str) -> Phrases | None:
    """What a maker sells who is no shop to go to: "pastificio che vende pasta fresca"."""
    told = _WHO_SELLS[language].match(profile.description) if language in _WHO_SELLS else None
    if told is None or not profile.name or not _MAKER.match(told["who"]):
        return None
    sells = "vend" if language == "fr" else "vende"
    what = re.sub(r"\s(?:online|en ligne|en línea)\b.*", "", told["what"])
    sentence = f"{profile.name} {sells} {what}"
    found = noun_phrases(sentence, profile.name, grammar)
    said = of_the_brand(Phrases(found, outright=True), profile, language)
    return replace(said, found=_of_one_sort(said.found, language)) if said.found else None


def _of_one_sort(found: Sequence[str], language: str) -> list[str]:
    """A list of things of one sort; objects of cleaning or repair are not for sale and dropped.

    Work that names nothing is done to what the next names: « réparation et location de vélos ».
    """
    deed = _DEED.search(head_word(found[0], language)) is not None
    if deed:
        next_thing = found[1].partition(" ")[2] if len(found) > 1 else ""
        further = len(found) > 1 and _DEED.search(head_word(found[1], language)) is not None
        shared = " " not in found[0] and next_thing and further
        return [f"{found[0]} {next_thing}" if shared else found[0]]
    joined = _MADE_OF.search(found[0]) is not None  # "shoes of jute | and cotton"
    described = _DESCRIBED.search(found[0])  # "inflables seguros | y divertidos"
    return [
        text
        for at, text in enumerate(found)
        if not (at and " " not in text and (joined or (described and text.endswith(described[1]))))
    ]


def _is_slogan(said: Phrases, description: str, text: str, language: str) -> bool:
    """Whether there is nothing but a few words that no page repeats."""
    short = len(description.split()) <= _SHORT_DESCRIPTION
    first = said.found[0]
    if _is_listed(first, language) or said.outright:
        return False
    return short and not _is_spoken_of(first, text, language)


def _spelt(said: Phrases, text: str) -> Phrases:
    """Restore accents from the pages: "poele", as people type it, is « poêle »."""
    written = {plainly(word): word for word in re.findall(r"[^\W\d_]{3,}", text.casefold())}
    changed = [re.sub(r"[a-z]{3,}", lambda m: written.get(m[0], m[0]), p) for p in said.found]
    return replace(said, found=changed)


def _as_program(
    said: Phrases, profile: BrandProfile, grammar: Grammar | None, language: str
) -> Phrases:
    """Add the word for software to the phrase if the pages are those of a program."""
    first = said.found[0]
    if grammar is None or language not in _PROGRAM_OF or _TOOL.search(first):
        return said
    whole = narrowed(first, said.found[1:], profile.description, grammar, language)
    tail = whole[len(first) :]
    named = _PROGRAM_OF[language].format(first[:1].lower() + first[1:])
    return replace(said, found=[named + tail])


def _is_listed(phrase: str, language: str) -> bool:
    return is_known(phrase, language) or trade_named(phrase, language) is not None


def _is_spoken_of(phrase: str, text: str, language: str) -> bool:
    """Whether the site mentions the phrase's noun at all; unknown counts as yes."""
    if not text or language in ("ja", "ar"):
        return True
    head = terms(plainly(head_word(phrase, language)), language)
    begins = tuple(term[: max(_STEM, len(term) - _ENDING)] for term in head)
    return any(term.startswith(begins) for term in terms(plainly(text), language))


def without_place(phrase: str, place: Slot[str] | None) -> str:
    """The phrase without its place, which a question states by itself.

    A place name at its end goes, and in Japanese the known one before it: 徳島の藍染工房.
    """
    said = phrase.removeprefix(f"{place.value}の") if place else phrase
    return _PLACE_AT_END.sub("", said) or phrase


def _spoken(likely: Likely) -> tuple[str, ...]:
    """The name to show, then others that the site itself uses."""
    first = likely.trade.names[0]
    return (first, *(name for name in likely.named if name != first))[:3]


def _program_cues(pages: Sequence[PageFacts], language: str) -> bool:
    """Whether several pages have the cues of a program."""
    cues = _PROGRAM_CUES.get(language)
    if cues is None:
        return False
    bound = r"{}" if language == "ja" else r"(?<!\w)(?:{})(?!\w)"
    pattern = re.compile(bound.format(cues), re.IGNORECASE)
    shown = [{hit.casefold() for hit in pattern.findall(page.main_text)} for page in pages[:8]]
    return len(set().union(*shown)) >= _LEAST_CUES and sum(bool(cue) for cue in shown) >= 2


def _program(profile: BrandProfile, language: str) -> str:
    """A program for what the audience runs, or for its users; "" if neither is known."""
    whom = re.split(r"[,;.、と]", profile.audience.strip())[0].strip()
    runs = _RUN.get(language)
    if runs is not None and (match := runs[0].search(whom)):
        return runs[1].format(match.group(1).strip())
    if len(whom.split()) > _LONGEST_AUDIENCE:
        whom = _FIRST_GROUP.split(whom)[0].strip()
    fits = 0 < len(whom.split()) <= _LONGEST_AUDIENCE
    return _PROGRAM_FOR[language].format(whom) if fits and language in _PROGRAM_FOR else ""

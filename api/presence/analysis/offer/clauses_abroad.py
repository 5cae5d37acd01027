"""Sentences with several deeds in languages without a tagger: « répare des vélos et vend … ».

Invariant: only a verb of a business ends a clause, and in French only before an article; what might
be a further item of a list stays where it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

# What a business does, in the third person.
_DOES: Final[Mapping[str, str]] = {
    "fr": "répare fabrique loue installe restaure rénove propose organise nettoie pose dépanne "
    "entretient enseigne donne importe livre imprime monte affûte isole transporte crée cultive "
    "brasse élève rédige conseille assure cuisine prépare réalise tourne coud tisse torréfie "
    "déménage débarrasse ramone tapisse accueille héberge encadre photographie filme édite gère "
    "vend produit construit traduit offre cueille fournit bâtit conçoit forme dispense anime "
    "répète accorde relie taille abat élague peint carrelle forge soude distille importe",
    "es": "repara alquila vende ofrece fabrica hace elabora produce imparte restaura instala "
    "construye prepara organiza limpia lleva gestiona cultiva crea diseña imprime traduce pinta "
    "monta reforma rehabilita mantiene transporta cose borda tapiza teje tuesta hornea cocina "
    "asesora redacta tramita cuida enseña da edita recicla entrega reparte presta compra arregla "
    "afina enmarca encuaderna poda tala cría destila sirve defiende representa",
    "it": "ripara vende noleggia affitta produce offre crea restaura organizza realizza prepara "
    "costruisce installa monta pulisce tiene insegna coltiva cuce ricama progetta traduce dipinge "
    "tinteggia ristruttura gestisce alleva tosta cucina redige assiste ospita trasporta consegna "
    "impartisce propone confeziona tappezza accorda rilega cura compila pota distilla fabbrica "
    "affila lava stira difende rappresenta",
    "nl": "repareert verkoopt verhuurt maakt bakt geeft restaureert renoveert plaatst installeert "
    "levert bouwt verzorgt doet brouwt teelt naait ontwerpt organiseert drukt onderhoudt legt "
    "schildert reinigt stoffeert vertaalt biedt importeert brandt bezorgt isoleert adviseert bindt "
    "stemt slijpt fokt kookt weeft graveert snoeit begeleidt coacht herstelt kweekt smeedt "
    "repareren verkopen verhuren maken bakken geven restaureren renoveren plaatsen installeren "
    "leveren bouwen verzorgen doen brouwen telen naaien ontwerpen organiseren drukken onderhouden "
    "leggen schilderen reinigen stofferen vertalen bieden importeren branden bezorgen isoleren "
    "adviseren binden stemmen slijpen fokken koken weven graveren snoeien begeleiden coachen "
    "herstellen kweken smeden",
}
# What "we" do, by its ending.
_WE_DO: Final[Mapping[str, str]] = {
    "fr": r"(?!(?:s[ai]|b[oa]is|mais|pois|gar[cç]|coch|sav|bal|chans)\w*ons)\w{3,}ons",
    "es": r"\w{2,}[aei]mos",
    "it": r"\w{2,}iamo",
    "nl": r"(?!)",
}
_JOIN: Final[Mapping[str, str]] = {
    "fr": r"et|puis", "es": r"y|e", "it": r"e|ed", "nl": r"en",
}  # fmt: skip
_WHO: Final[Mapping[str, str]] = {
    "fr": r"nous|on|je", "es": r"nosotros", "it": r"noi", "nl": r"wij|we|ik",
}  # fmt: skip
TOLD_APART: Final = frozenset(_DOES)
_ALSO: Final = r"(?:(?:également|aussi|también|anche|ook)\s+)?"
_ARTICLE: Final = r"(?:des|les|le|la|l['’]|une?|du|de la|vos|votre|leurs?|tous|toutes|nos|notre)\b"
_OBJECT: Final[Mapping[str, str]] = {"fr": rf"\s+(?={_ALSO}{_ARTICLE})"}
_THE: Final = r"(?:(?:les?|la|el|l[oa]s|il|lo|de|het)\s+|l['’])?"
_BETWEEN: Final = re.compile(r"[^\W\d_]{3,}")
# Lessons are had from who offers them: « donne des cours », "geeft lessen".
_GIVES: Final = (
    (re.compile(r"\bdonne(?=\s+des (?:cours|leçons|stages|ateliers|formations))"), "propose"),
    (re.compile(r"\bdonnons(?=\s+des (?:cours|leçons|stages|ateliers|formations))"), "proposons"),
    (re.compile(r"\bgeeft(?=\s+[\w ]{0,30}?\w*(?:les|lessen|cursus\w*|workshops?|training\w*)\b)"),
     "biedt"),
    (re.compile(r"\bgeven(?=\s+[\w ]{0,30}?\w*(?:cursus\w*|workshops?|training\w*)\b)"), "bieden"),
    (re.compile(r"\btiene(?=\s+(?:corsi|lezioni|laboratori))"), "offre"),
    (re.compile(r"\bteniamo(?=\s+(?:corsi|lezioni|laboratori))"), "offriamo"),
    (re.compile(r"\bda(?=\s+(?:clases|cursos|talleres))"), "ofrece"),
    (re.compile(r"\bdamos(?=\s+(?:clases|cursos|talleres))"), "ofrecemos"),
)  # fmt: skip


def business_verbs(language: str) -> str:
    """A pattern of what a business does, after its name: "répare|fabrique|…"."""
    return "|".join(_DOES[language].split())


def deeds_apart_abroad(sentence: str, name: str, language: str) -> tuple[str, ...]:
    """One sentence per deed with an object of its own; the sentence itself if it tells one."""
    for pattern, plain in _GIVES:
        sentence = pattern.sub(plain, sentence)
    named = rf"{_THE}{re.escape(name)}" if name else r"(?!)"
    verb = rf"(?:{business_verbs(language)}|{_WE_DO[language]})(?!\w)"
    begin = re.match(
        rf"(?P<who>(?:{_WHO[language]}|{named})\s+)?{_ALSO}{verb}", sentence, re.IGNORECASE
    )
    if begin is None or (begin["who"] is None and not re.match(_WE_DO[language], sentence, re.I)):
        return (sentence,)
    after = _OBJECT.get(language, r"\s+(?=[^\W\d_]|\d)")
    joint = re.compile(
        rf"\s*(?:,\s*(?:(?:{_JOIN[language]})\s+)?|\s(?:{_JOIN[language]})\s+){_ALSO}(?={verb}{after})"
    )
    found: list[str] = []
    at, start = begin.end(), 0
    for match in joint.finditer(sentence, begin.end()):
        if not _BETWEEN.search(sentence[at : match.start()]):
            continue  # « réparons et vendons des vélos »: one object of both
        found.append(sentence[start : match.start()])
        start = match.end()
        told = re.compile(verb).match(sentence, start)
        at = told.end() if told else start
    found.append(sentence[start:])
    who = begin["who"] or ""
    return (found[0].strip(), *(f"{who}{clause.strip()}" for clause in found[1:]))

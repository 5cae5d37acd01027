"""French nouns with their articles, by how the first word of a phrase ends.

Invariant: every noun has a gender; where neither list nor ending shows it, a final "e" is feminine.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from presence.analysis.language.stopwords import word_set

_MASCULINE = re.compile(
    r"(?:age|isme|iste|aire|oire|ège|ème|ôme|acle|icle|ble|ple|tre|dre|bre|gue|cle|phe|"
    r"thérapeute|pathe)$"
)
_FEMININE = re.compile(r"(?:e|[tsx]ion|gion|çon|té|tié|tte)$")
_FEMININE_NOUNS = word_set(
    "plage image page cage nage leçon façon boisson maison chanson location eau peau fleur "
    "couleur saveur main dent mer clé moto photo radio vidéo auto appli fenêtre lettre montre "
    "huître table bible histoire mémoire baignoire poire foire armoire patinoire affaire "
    "grammaire paire vitre croix noix souris loi foi nuit gmao ged forêt rencontre épicerie "
    "poudre chambre poutre ombre pizzeria newsletter prépa marketplace largeur chaleur odeur "
    "valeur douceur liqueur vapeur sœur langue bague pirogue drogue société université "
    "qualité sécurité pharmacie librairie cuillère crème étable cible vaisselle école "
    "hypothèque enseigne sagefemme sage-femme tour fin mutuelle app ong amap scop cité "
    "cheminée serre"
)
_MASCULINE_NOUNS = word_set(
    "store musée lycée trophée côté comté pâté marché passé traité résumé café thé été congé "
    "site gîte service restaurant vélo magasin cabinet atelier podcast magazine logiciel "
    "organisme groupe poêle beurre sucre meuble véhicule domaine bureau incendie parapluie "
    "génie guide modèle monde type style domicile contrôle chèque casque kiosque disque "
    "cirque moustique portique pique-nique notaire vétérinaire architecte photographe "
    "graphiste podologue psychologue ostéopathe kinésithérapeute orthophoniste fleuriste "
    "dentiste luthier costume volume légume uniforme terme programme diplôme problème théâtre "
    "cadre système gramme prêtre maître peigne signe règne capitaine moine gymnase vase "
    "hospice espace commerce exercice édifice bénéfice collège siège manège piège pneu cercle "
    "cycle article spectacle obstacle couple double vignoble immeuble centre chiffre coffre "
    "souffre tigre vinaigre cuivre livre verre mètre arbre marbre timbre sabre fleuve rêve "
    "élève code mode-d'emploi remède stade grade intermède acide liquide solide suicide "
    "textile mobile profile ustensile automobile crocodile asile exile compte conte doute "
    "reste texte contexte prétexte geste poste parachute sentier bonheur honneur moteur "
    "tracteur ordinateur ascenseur extincteur capteur aspirateur cœur chœur laboratoire "
    "conservatoire territoire observatoire répertoire réfectoire dispositif tarif bien maçon "
    "homme linge refuge pôle office détective tour-opérateur sapeur-pompier garde-meuble "
    "masque risque manque bac labo resto comptable responsable gestionnaire ouvrage hôte "
    "interprète prestataire spécialiste psychothérapeute thérapeute hypnothérapeute médecin "
    "infirmier aide-soignant chauffagiste garagiste paysagiste ébéniste tapissier mensuel "
    "trimestriel"
)
_FEMININE_FIRST = re.compile(r"(?:longue|belle|basse|haute|grande|petite|fausse|demi)-")
# Singular nouns that end like a plural.
_SINGULAR = word_set(
    "cours matelas bus prix tapis bois repas temps os jus engrais recours secours concours "
    "parcours devis permis avis accès colis puits velours choix noix croix canevas compas "
    "lambris antivirus chablis cursus débarras discours relais palais marais gaz français "
    "anglais chinois japonais box vernis buis progrès succès souris process campus abris-bus "
    "taxis lux index silex"
)
_VOWEL = re.compile(r"^(?:[aeiouyàâäéèêëîïôöûüœæ]|h(?!(?:and|aut|ach|aras|arp|all|angar|alt|eurt|"
                    r"ibou|ockey|ors|ouss|urd|éro|amac|amm|amster|aricot|ernie|ublot|utte)))",
                    re.IGNORECASE)  # fmt: skip
_ACRONYM_VOWEL = re.compile(r"^[AEFHILMNORSX]")


def french_forms(name: str, several: bool | None = None) -> Iterator[tuple[str, str]]:
    """The phrase with each article: "un", "d’un", "le", "du", "quel", and bare after "de".

    `several` says whether the phrase is plural, if known.
    """
    head = re.split(r"[\s,/]", name)[0].casefold()
    many = is_several(head) if several is None else several
    single = singular_of(head) if many else head
    feminine = is_feminine(single)
    vowel = _elides(name)
    article = f"l’{name}" if vowel else f"la {name}" if feminine else f"le {name}"
    yield "de", f"d’{name}" if vowel else f"de {name}"
    if many:
        yield "a", f"des {name}"
        yield "of a", f"d’{name}" if vowel else f"de {name}"
        yield "the", f"les {name}"
        yield "of the", f"des {name}"
        yield "which", f"{'quelles' if feminine else 'quels'} {name}"
        return
    yield "a", f"{'une' if feminine else 'un'} {name}"
    yield "of a", f"{'d’une' if feminine else 'd’un'} {name}"
    yield "a one", f"{'une' if feminine else 'un'} {name}"
    yield "the", article
    yield "of the", f"du {name}" if not vowel and not feminine else f"de {article}"
    yield "which", f"{'quelle' if feminine else 'quel'} {name}"
    yield "which one", f"{'quelle' if feminine else 'quel'} {name}"


def is_feminine(noun: str) -> bool:
    """Whether a singular noun is feminine, judged by list, then by ending."""
    if _FEMININE_FIRST.match(noun):
        return True  # "longue-vue"
    noun = noun.split("-")[0] if noun not in _FEMININE_NOUNS | _MASCULINE_NOUNS else noun
    if noun in _FEMININE_NOUNS or noun in _MASCULINE_NOUNS:
        return noun in _FEMININE_NOUNS
    return not _MASCULINE.search(noun) and _FEMININE.search(noun) is not None


def is_several(noun: str) -> bool:
    """Whether a noun is a plural: "cordages", not "cours"."""
    return noun[-1:] in "sx" and len(noun) > 3 and noun not in _SINGULAR


def singular_of(noun: str) -> str:
    """The singular of a plural noun, accurate enough to determine its gender."""
    if noun.endswith("eaux"):
        return noun[:-1]
    return noun[:-3] + "al" if noun.endswith("aux") else noun[:-1]


def _elides(name: str) -> bool:
    first = name.split()[0]
    if len(first) > 1 and first.isupper():
        return _ACRONYM_VOWEL.match(first) is not None and first[0] in "AEIOH"
    return _VOWEL.match(name) is not None

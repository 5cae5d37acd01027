"""Descriptions in further languages: the initial noun phrase, or the one after "we are".

Invariant: a phrase ends before the word that says for whom, where or with what; a sentence without
such a word may as well be a slogan, and yields nothing unless it says "we are" or "we sell".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from typing import Any

from presence.analysis.language.stopwords import word_set
from presence.analysis.offer.clauses_abroad import (
    TOLD_APART,
    business_verbs,
    deeds_apart_abroad,
)
from presence.analysis.offer.deeds_by_language import DEEDS, MADE_HOW, done
from presence.analysis.offer.phrases import Grammar

_END = r"[;:.!?()–—|؛؟]|\s-\s"
_VAGUE = word_set(
    "app software online web internet shop studio service services apoyo ayuda asesoramiento "
    "soluciones servicios agencia empresa aide conseil conseils accompagnement solutions "
    "agence entreprise servizi consulenza soluzioni azienda supporto oplossing diensten "
    "equipo équipe advies planning bedrijf apoio ajuda soluções serviços agência firma usługi "
    "pomoc team squadra rozwiązania doradztwo oplossingen equipa equipe zespół group groupe "
    "fondation fundación fondazione stichting fundação fundacja association asociación "
    "associazione vereniging associação stowarzyszenie programme programma programa program "
    "aplicativo aplicação aplicación applicazione application appli applicatie aplikacja outil "
    "herramienta ferramenta strumento "
    "logiciel plateforme plataforma piattaforma gruppo grupo família famille familia famiglia "
    "comunidad comunidade communauté comunità"
)
# Nobody buys these as such: a phrase that begins with one is a slogan.
_ABSTRACT = word_set(
    "forme forma formas vie vida vita życie leven confiance confianza fiducia confiança "
    "bonheur felicidad felicità felicidade szczęście geluk rêve rêves sueño sueños sogno "
    "sogni sonho sonhos projet projets proyectos proyecto progetto progetti projeto projetos "
    "idée idées ideas idea idee ideias temps tiempo tempo czas tijd valeur valeurs valor "
    "valores valore valori waarde wartość moments momentos momenti expérience expériences "
    "experiencia experiencias esperienza esperienze experiência experiências avenir futuro "
    "przyszłość toekomst chemin chemins camino caminos cammino caminho caminhos droga weg "
    "tranquilidad tranquillité tranquillità tranquilidade spokój rust paz passion pasión "
    "passione paixão pasja passie histoire historia historias storia storie histórias "
    "história sens sentido senso zin beweging mouvement movimiento possibles posibilidades "
    "possibilità possibilidades kansen możliwości liberté libertad libertà liberdade wolność "
    "vrijheid ponts puentes ponti pontes bruggen mosty lien liens lazos legami laços talents "
    "talentos talenti rezultaty résultats resultados risultati resultaten amis amigos amici "
    "przyjaciele vrienden domande questions preguntas pytania vragen choses cosas cose coisas "
    "rzeczy dingen gente gens personas persone pessoas ludzie mensen tout todo tutto tudo "
    "wszystko alles"
)
_LONGEST_JAPANESE = 18  # letters
# Verbs and pronouns: with one of them it is a sentence rather than a noun phrase.
_NEVER = word_set(
    "est es è is são jest ist sont son sono zijn są été étés peut peuvent faut suis ont fait "
    "soit tiene tienen puede pueden está están hay había te me nos ser estar ha hanno può "
    "possono viene abbiamo avete sei tem têm pode podem estão há você vocês je jij wij jouw u "
    "kan kunnen wordt worden heeft hebben ma mają może mogą być był była było się nie ne pas "
    "nunca jamais mai nooit nigdy nous vous votre vos notre ils elles noi voi vostro nosotros "
    "usted ustedes nós"
)


# What may precede an article inside a noun phrase: "sur la plage", "todo el año".
_LEADS_IN = (
    "de|du|à|au|aux|en|dans|par|pour|sur|sous|chez|et|ou|avec|sans|tout|toute|tous|toutes|entre|vers|"
    "a|con|por|para|sin|sobre|y|e|o|u|todo|todos|toda|todas|hasta|desde|bajo|di|da|in|su|per|tra|fra|"
    "ed|tutto|tutti|tutta|tutte|van|op|met|voor|aan|bij|uit|door|of|al|alle|heel|om|over|naar|tot|"
    "onder|rondom|langs|tijdens|em|com|sem|ou|até|que|como|comme|come|als|ni|né|noch"
)
# A list item that begins with one of these says where or how, and is not a further thing.
_OPENS = word_set(
    "a de à au aux en dans par sur sous chez avec sans côté selon con por sin sobre desde hasta di "
    "da in per tra fra su senza van op met aan bij uit door om zonder em com sem até "
    "w z na do od ze inicio início accueil home contacto contact contatti contato contacto kontakt"
) | word_set(  # nor can days and years be bought
    "jour jours an ans année années génération générations día días año años generación "
    "generaciones giorno giorni anno anni generazione generazioni dag dagen jaar jaren generatie "
    "generaties dia dias ano anos geração gerações dzień dni lat lata pokolenia alternative "
    "alternatives alternativa alternativas alternatief alternatieven"
)
# "verhuur van kano's": an activity needs its object.
_DEED_OF = "".join(
    rf"(?<!{noun} )"
    for noun in sorted(
        word_set(
            "verhuur reparatie onderhoud verkoop restauratie reiniging installatie plaatsing "
            "inkoop levering bezorging vertaling herstelling renovatie productie"
        )
    )
)
_GERUNDS = {"es": "ando|iendo", "it": "ando|endo", "pt": "ando|endo|indo"}
_HOW = (
    r"(?:(?:à la main|sur mesure|depuis \d\d\d\d|artisanalement|a mano|a medida|artesanalmente|"
    r"a mão|à mão|à medida|met de hand|op maat|ręcznie|na zamówienie|z pasją|artigianalmente|"
    r"su misura|también|aussi|anche|ook|także)\s+)?"
)
_NUMBER = (
    r"(?:\d+|deux|trois|quatre|cinq|six|sept|huit|dix|dos|tres|cuatro|cinco|seis|due|tre|quattro|"
    r"cinque|sei|twee|drie|vier|vijf|zes|dois|duas|três|quatro) "
)
# A lower-case material or use belongs to the thing, a capitalised place does not.
_LARGE = r"(?=\s+(?-i:[A-ZÀ-Ý\d]))"


def _grammar(
    language: str,
    lead: str,
    makes: str,
    stop: str,
    articles: str,
    joins: str,
    audience: str,
    verbs: str,
    verb: str = "(?!)",
    determiners: str = "(?!)",
) -> Grammar:
    """`verb` is the pattern of a further verb in a list: "we repair and restore"."""
    articles = f"{articles}|{_NUMBER}"
    apart: dict[str, Any] = {}
    if language in TOLD_APART:
        apart["clauses"] = partial(deeds_apart_abroad, language=language)
        makes = rf"{makes}|{{name}} (?:{business_verbs(language)})(?!\w)"
    further = rf"(?:(?:\s*,\s*(?:{verb}))*\s+(?:{joins})\s+(?:{verb}))?"
    return Grammar(
        **apart,
        lead=rf"^(?:{lead})\s+(?:{articles})?",
        makes=rf"^(?P<verb>{makes}){further}\s+{_HOW}(?:{articles})?",
        deeds=DEEDS.get(language, {}),
        done=partial(done, language=language),
        again=re.compile(rf"^(?P<verb>{verb})\s+{_HOW}(?:{articles})?", re.IGNORECASE),
        clause=re.compile(
            rf"^(?:{MADE_HOW})(?!\w)|(?<!\w)(?!(?:{_LEADS_IN})\s)[^\W\d_]+\s+(?:{determiners})"
            rf"(?-i:[a-zà-ÿ])|(?<!\w)\w{{3,}}(?:{_GERUNDS.get(language, '(?!)')})(?!\w)",
            re.IGNORECASE,
        ),
        stop=re.compile(rf"\s+(?:{stop})(?!\w)|{_END}", re.IGNORECASE),
        generic=frozenset(),
        vague=_VAGUE,
        no_start=_ABSTRACT | _OPENS,
        never=_NEVER,
        articles=re.compile(rf"^(?:{articles})", re.IGNORECASE),
        joins=re.compile(rf"\s*[,،]\s+(?:(?:{joins})\s+)?|\s+(?:{joins})\s+", re.IGNORECASE),
        list_word=re.compile(r"\w"),
        audience=re.compile(rf"(?<!\w)(?:{audience})\s+([^,.;:!?()]{{4,80}})", re.IGNORECASE),
        verbs=re.compile(verbs, re.IGNORECASE),
        purpose=re.compile(
            rf"^\s+(?P<by>{audience})\s+(?P<whom>(?!(?:tous|toutes|todos|todo|tutti|iedereen|todas|"
            r"tod[oa]s?|ti|usted|vous|votre|vos|nous|tu|sua|voi|u|jou|jouw|wszystkich|ciebie)\b)"
            r"[^\W\d_][^,.;:!?()–—|]*)",
            re.IGNORECASE,
        ),
        preposition=audience,
    )


GRAMMARS: Mapping[str, Grammar] = {
    "fr": _grammar(
        "fr",
        verb=r"[^\W\d_]+ons|[^\W\d_]+(?:e|t|d)(?=\s+(?:des|les|le|la|un|une|vos|tous?)\s)",
        determiners=(
            r"les? |la |l['’]|une? |notre |votre |vos |nos |mon |ton |ta |tes |son |sa |ses |"
            r"leurs? |ces "
        ),
        lead="nous sommes|on est|{name} est|{name},|{name} :|c['’]est|ici, on est",
        makes=(
            r"(?:(?:nous|on) (?!aid|accompagn|conseill|simplifi|croy|pens|rend|transform|"
            r"facilit|av|"
            r"all|voul|pouv|sav|donn|mett|ten|permett|aim|révél|imagin|redonn|cherch|travaill|parl|"
            r"écout|form|av[oi]|est |a |dit|va |prend|attend|entend|compren|défend)"
            r"\w+(?:ons|e|it|ent|end)|{name} (?:fabri|vend|propos|"
            r"cré|"
            r"con[çc]|répar|lou|organis|produi|offr|nettoy|install|restaur|traduis)\w*)"
        ),
        stop=(
            rf"pour|aux?(?! (?:levain|chocolat|lait|beurre|miel|citron|caramel|feu|fromage|sel|"
            r"naturel|crochet|laser|mètre|noir|gingembre|piment|seigle|sarrasin|fruits|noix|olives|herbes)\b)|"
            rf"[àa]{_LARGE}|à (?:la|l['’]|votre|vos|prix|partir|deux|petit|tous)|"
            rf"en{_LARGE}|"
            r"en (?:ligne directe|plein|quelques|toute?|région|moins|un|une|centre|ville|"
            r"direct)|dans|"
            r"avec|sans|chez|sur(?! mesure)|par|qui|que|dont|depuis|près|proche|spécialisée?s?|"
            r"et aux?|où|parce|comme|livrée?s?|ouverte?s?|entre|autour|vers|selon|sous|"
            r"quand|lorsque|pendant|dès|afin"
        ),
        articles="leurs? |une? |des |les? |la |l['’]|du |de la |notre |nos |votre |vos |chaque ",
        joins="et|ou|&|puis",
        audience="pour",
        verbs=r"(?:\w+(?<!ç)(?<!s)(?<!i)ons$|nous$|on$|que$|quand$|il$|elle$|je$|vous$|si$|parce$|"
        r"pourquoi$|comment$|chez$|ici$)|\w+ez$|(?:révél|osez|trouv|découvr|plus|moins|votre|vos|"
        r"notre|nos|ensemble)\w*$",
    ),
    "es": _grammar(
        "es",
        verb=r"[^\W\d_]+(?:amos|emos|imos)",
        determiners=r"el |la |los |las |una? |unos |unas |nuestr[oa]s? |tus? |sus? ",
        lead="somos|{name} es|{name}:|{name},",
        makes=(
            r"(?:en {name} )?(?!ayud|acompañ|hacemos que|hacemos posible|damos|creemos|cremos|"
            r"tenemos|"
            r"queremos|sabemos|podemos|estamos|vamos|somos|conectamos|transform|impuls|simplific|"
            r"cuidamos|brind|aportamos|trabajamos|llevamos|pensamos|crecemos|escuch|permit)"
            r"\w+(?:amos|emos|imos)|(?:{name} )(?:fabrica|vende|ofrece|hace|crea|repara|alquila|"
            r"produce|limpia|instala|restaura|anticipa)"
        ),
        stop=(
            rf"para|pra|en{_LARGE}|en (?:el|la|los|las|tu|su|un|una|menos|línea directa)|con|sin|"
            rf"a{_LARGE}|a(?! (?:domicilio|medida|mano|la (?:carta|demanda|medida|parrilla|leña|"
            rf"brasa)|"
            r"granel|distancia|caballo))|al|por|que|desde|hasta|cerca|especializad[oa]s?|"
            r"hech[oa]s?|"
            r"donde|cuando|entre|según|sobre|y (?:las|los|te) (?:mand|llev|envi)\w+"
        ),
        articles="una? |unos |unas |el |la |los |las |nuestr[oa]s? |tus? |sus? ",
        joins="y|e|o|&",
        audience="para",
        verbs=r"\w+(?:amos|emos|imos)$|(?:se|me|te|nos|encuentra|descubre|renta|guarda|vende|compra|más|"
        r"menos|todo|"
        r"tu|tus|que|cuando|si|hay|aquí|porque|un paso|vive|disfruta|siente|haz|deja|ven|no)$",
    ),
    "it": _grammar(
        "it",
        verb=r"[^\W\d_]+iamo",
        determiners=(
            r"il |lo |la |gli |le |l['’]|uno? |una |un['’]|i |nostr[oaie] |tu[oaei] |tuoi |"
            r"su[oaei] |suoi "
        ),
        lead="siamo|{name} è|{name}:|{name},",
        makes=(
            r"(?:noi )?(?!aiut|diam|accompagn|cred|pens|abb|vogl|sapp|poss|semplific|trasform|sti|"
            r"andiam|lavor|cerch|ascolt|siam|facciamo (?:in modo|sì|che)|mettiam|rend|portiam|viv|"
            r"immagin|guard|aggiung)\w+iamo|{name} (?:produc|vend|offr|cre|ripar|affitt|noleggi|"
            r"pul|"
            r"restaur|organizz|realizz|prepar)\w*"
        ),
        stop=(
            rf"per|a{_LARGE}|a (?:partire|due|pochi|casa tua)|ad|in{_LARGE}|in (?:tutt|poch|un|"
            rf"una|men|"
            r"zona|centro|tutta|tutto|pieno)\w*|con|senza|da|dal|dalla|dalle|dai|dagli|che|nel|"
            r"nella|"
            r"nelle|nei|nell['’]\w+|presso|su(?! misura)|sul|sulla|vicino|anche|quando|dove|"
            r"specializzat[oaie]|tra|fra|lungo|sotto|secondo"
        ),
        articles="uno? |una |un['’]|il |lo |la |i |gli |le |l['’]|nostr[oaie] |dei |delle |degli ",
        joins="e|ed|o|&",
        audience="per",
        verbs=r"\w+iamo$|(?:si|mi|ti|vi|trova|scopri|più|meno|tutto|tuo|tua|che|quando|se|ci|c['’]è|qui|nella?|"
        r"nelle|nei|da|dal|perché|vivi|non|amici)$",
    ),
    "nl": _grammar(
        "nl",
        verb=r"[^\W\d_]+(?:en|t)(?=\s)",
        determiners="een |de |het |onze |ons |jouw |je |uw ",
        lead="wij zijn|we zijn|{name} is|ik ben|{name}:|{name},",
        makes=(
            r"(?:(?:wij|we|ik|{name}) (?!help|zijn|heb|koppel|geloof|denk|begeleid|breng|"
            r"gev(?!en \w*lessen)|gaan|will|"
            r"kunn|werk|wet|zoek|ondersteun|verbind|laten|zorg|is |heeft )\w+)"
        ),
        stop="voor|in|met|zonder|wanneer|terwijl|op(?! maat)|bij|aan(?! huis)|tussen|langs|"
        "volgens|tijdens|"
        rf"{_DEED_OF}van|uit|die|dat|sinds|naar|om|"
        "vanaf|rond|"
        r"door|waar|dat|als",
        articles="een |de |het |onze |ons |jouw |uw |allerlei ",
        joins="en|of|&",
        audience="voor",
        verbs=r"(?:vind|ontdek|meer|minder|alles|jouw|uw|samen|wij|we|ons|ik|als|want|hier|waar|"
        r"geef|"
        r"huur|laat|een uur)$",
    ),
    "pt": _grammar(
        "pt",
        verb=r"[^\W\d_]+(?:amos|emos|imos)",
        determiners="os? |uma? |noss[oa]s? |seus? |suas? ",
        lead="somos|{name} é|{name}:|{name},",
        makes=(
            r"(?:na {name} |no {name} )?(?!ajud|acompanh|damos|acredit|temos|quer|sab|pod|"
            r"estamos|vamos|"
            r"somos|conect|transform|impuls|simplific|cuidamos|trabalh|pens|ouv|fazemos (?:com|"
            r"parte)|"
            r"permit)\w+(?:amos|emos|imos)|{name} (?:fabrica|vende|oferece|faz|cria|repara|aluga|"
            r"conserta|produz)"
        ),
        stop=(
            rf"para|pra|em{_LARGE}|em (?:todo|toda|um|uma|até|casa sua)|no|na|nos|nas|com|sem|"
            r"a(?! (?:domicílio|granel|gás|lenha|vapor))|ao|por|que|desde|até|perto|"
            r"especializad[oa]s?|feit[oa]s?|onde|quando|entre|pel[oa]s?|segundo"
        ),
        articles="uma? |uns |umas |os? |as? |noss[oa]s? |seus? |suas? ",
        joins="e|ou|&",
        audience="para|pra",
        verbs=r"\w+(?:amos|emos|imos)$|(?:se|encontre|descubra|mais|menos|tudo|seu|sua|há|que|"
        r"quando|se|"
        r"aqui|porque|você|não|toda|viva|deixe|venha)$",
    ),
    "pl": _grammar(
        "pl",
        verb=r"[^\W\d_]+(?:emy|imy|amy|ymy)",
        determiners="twój |twoje |twoją |swój |swoje |swoją ",
        lead="jesteśmy|{name} to|{name}:|{name},",
        makes=(
            r"(?:{name} )?(?!pomag|wspier|wierz|jeste|mamy|chcem|wiem|może|tworzymy (?:miejsc|"
            r"przestrze)|"
            r"dajem|łącz|prowadzimy (?:do|ku)|słucham|zmienia|dba|jesteś)\w+(?:emy|imy|amy|ymy|uje|"
            r"uję)"
        ),
        stop="dla|w|we|z(?! (?:drewna|piecem|wełny|metalu|skóry))|ze|na(?! (?:wymiar|miarę|"
        "żywo))|do|od|"
        "przy|bez|który|która|które|koło|pod|po|przez|nad|gdzie|tez|też|dojazd|także",
        articles="nasz[ae]? |twoje ",
        joins="i|oraz|lub|albo",
        audience="dla",
        verbs=r"\w+(?:emy|imy|amy|ymy)$|(?:znajdź|odkryj|więcej|mniej|wszystko|twój|twoja|razem|"
        r"jeszcze|"
        r"kiedy|gdy|bo|tu|tutaj|nie|żyj|daj|zrób|jak)$",
    ),
    "ar": _grammar(
        "ar",
        lead="نحن|إحنا|{name} هو|{name} هي",
        makes="(?:نقدم|نبيع|نصنع|نوفر|ننظم|نؤجر|نصمم|ننتج|نخيط|نطبخ|بنصن[ّ]?ع|بنبيع|بنقدم|بنعمل|"
        "بنوفر|"
        "بنأجر|بنصمم|بنجهز)",
        stop="في|مع|من|إلى|على|عن|التي|الذي|بدون|حتى|قرب|لل\\w+|بال\\w+|لحد|اللي|عشان",
        articles="",
        joins="أو|&",
        audience="من أجل",
        verbs=r"(?:ن\w+|اكتشف\w*|معا|كل|أفضل|لأن|حين|هنا|عندما)$",
    ),
}
# A producer or maker is asked for the product: "producent balii", „fabricant de".
_MAKER = re.compile(
    r"^(?:fabricante?s? d(?:e |[’'])|fabricants? d(?:e |[’'])|produttor[ei] di |"
    r"producteurs? d(?:e |[’'])|"
    r"productor(?:es)? de |fabbrica di |fábrica de |produtor(?:es)? de )",
    re.IGNORECASE,
)
_SENTENCE_ENDS = re.compile(r"[。！？!?\n]")
_OF_THE_THING = re.compile(
    r"(?:替え|張り替え|修理|修繕|販売|製造|通販|教室|講座|レッスン|専門店|クリーニング|買取|レンタル|制作|"
    r"設計|施工|塗装|工房|工事|予約|管理|代行|相談|申告|治療|体験)$"
)


def goods_of_maker(phrase: str) -> str:
    """What a maker makes, if a phrase begins with the maker; else the phrase."""
    return _MAKER.sub("", phrase)


def japanese_phrase(text: str) -> list[str]:
    """The nouns of the first sentence: 「横浜の相続専門の税理士法人。」 gives 税理士法人.

    The rest of a list follows the first; the object of an activity is kept: 「時計の修理」.
    """
    first = _SENTENCE_ENDS.split(text.strip())[0]
    first, *others = re.split(r"[、,・／/]", first)
    if cared := re.match(r"(.+?)(?:と[^と]+)?を(?:する|行う|おこなう|している)\S*$", first.strip()):
        return [cared.group(1)]
    made = re.match(r"(.+?)を(?:つく|作|織|焼|染|扱|売)\S*$", first.strip())
    if made:
        first = (
            f"手の{made.group(1).split('の', 1)[-1] if len(made.group(1)) > 12 else made.group(1)}"
        )
    if told := re.search(r"(?:[るたい])([一-龥ァ-ヶー]{3,10})です$", text.split("。")[0].strip()):
        return [told.group(1)]
    if re.search(r"[がはをにでとも]$", first.strip()):
        return []
    first = re.sub(r"(?:です|である|を(?:提供|販売|製造|運営).*|専門)$", "", first.strip())
    if not first or re.search(r"[うくすつぬむるぐぶいたて]$", first):
        return []
    if "のための" in first and len(first) <= _LONGEST_JAPANESE:
        return [first]  # for whom or what it is belongs to it
    parts = first.split("の")
    if len(parts) > 1 and re.search(r"(?:専門|向け|用|特化|付き|入り)$", parts[-2]):
        return [f"{parts[-2]}の{parts[-1]}"]
    deed = _OF_THE_THING.search(parts[-1]) is not None and len(parts) > 1
    noun = parts[-1] if len(parts[-1]) > 2 or len(parts) == 1 else "の".join(parts[-2:])
    if deed and len(parts[-2]) <= 6 and parts[-2] != "手":
        noun = "の".join(parts[-2:])
    found = [noun] if (len(parts) > 1 or others) and 2 <= len(noun) <= 16 else []
    if found and deed:
        found += [text for other in others if 2 <= len(text := other.strip()) <= 6]
    return found

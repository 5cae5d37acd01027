"""Gender and plural of German nouns, by their endings and, where these are unknown, their suffixes.

Invariant: a noun with neither yields nothing, so nothing is declined incorrectly.
"""

from __future__ import annotations

import re
from functools import lru_cache

from presence.analysis.language.tagging import noun_lemma
from presence.analysis.offer.categories import Wording, catalogue

# Noun endings with gender and plural. Longer endings come before shorter ones.
_HEADS: tuple[tuple[str, str, str], ...] = tuple(
    (end, gender, end if many == "=" else many)
    for end, gender, many in (
        line.split()
        for line in """
        buchhandlung f buchhandlungen|handlung f handlungen|wohnung f wohnungen
        |beratung f beratungen|versicherung f versicherungen|verwaltung f verwaltungen
        |reinigung f reinigungen|betreuung f betreuungen|vermietung f vermietungen
        |vermittlung f vermittlungen|werkstatt f werkstätten|gaststätte f gaststätten
        |praxis f praxen|klinik f kliniken|schule f schulen|hochschule f hochschulen
        |akademie f akademien|agentur f agenturen|kanzlei f kanzleien|manufaktur f manufakturen
        |bäckerei f bäckereien|brauerei f brauereien|gärtnerei f gärtnereien
        |schreinerei f schreinereien|tischlerei f tischlereien|schneiderei f schneidereien
        |druckerei f druckereien|rösterei f röstereien|bücherei f büchereien
        |software f -|plattform f plattformen|app f apps|pension f pensionen|sauna f saunen
        |therapie f therapien|zeitung f zeitungen|zeitschrift f zeitschriften|firma f firmen
        |kita f kitas|pflege f -|hilfe f hilfen|stiftung f stiftungen|gemeinde f gemeinden
        |maschine f maschinen|anlage f anlagen|küche f küchen|bank f banken|stelle f stellen
        |haus n häuser|zentrum n zentren|institut n institute|büro n büros|studio n studios
        |geschäft n geschäfte|restaurant n restaurants|café n cafés|hotel n hotels
        |hostel n hostels|zimmer n =|chalet n chalets|magazin n magazine|museum n museen
        |theater n =|kino n kinos|system n systeme|programm n programme|training n trainings
        |unternehmen n =|seminar n seminare|öl n -|bier n -|brot n -|labor n labore
        |werk n werke|amt n ämter|bad n bäder|heim n heime|portal n portale|lokal n lokale
        |dienst m dienste|fachdienst m fachdienste|service m services|verein m vereine
        |verlag m verlage|laden m läden|hof m höfe|betrieb m betriebe|handel m -|händler m =
        |berater m =|makler m =|anbieter m =|hersteller m =|meister m =|bauer m bauern
        |kurs m kurse|unterricht m -|shop m shops|markt m märkte|garten m gärten|wein m -
        |kaffee m -|podcast m podcasts|verband m verbände|club m clubs|salon m salons
        |campingplatz m campingplätze|platz m plätze|podologie f -|medizin f -|kunst f -
        |anwalt m anwälte|anwältin f anwältinnen|arzt m ärzte|ärztin f ärztinnen|notar m notare
        |friseur m friseure|bauer m =|macher m =|trainer m =|lehrer m =|fahrer m =|pfleger m =
        |trockner m =|planer m =|gutachter m =|installateur m installateure|coach m coaches
        |dolmetscher m =|übersetzer m =|gestalter m =|bau m -|verleih m -|handwerker m =
        |newsletter m =|blog m blogs|brief m briefe|sendung f sendungen|ratgeber m =|kanal m kanäle
        |börse f börsen|marktplatz m marktplätze|forum n foren|netzwerk n netzwerke
        |betrachter m =|editor m editoren|server m =|werkzeug n werkzeuge|tool n tools
        |bibliothek f bibliotheken|erweiterung f erweiterungen|skript n skripte
        |mantel m mäntel|jacke f jacken|hose f hosen|schuh m schuhe|stiefel m =|sandale f sandalen
        |stuhl m stühle|tisch m tische|bett n betten|lampe f lampen|leuchte f leuchten
        |tasse f tassen|becher m =|flasche f flaschen|topf m töpfe|pfanne f pfannen|messer n =
        |uhr f uhren|kerze f kerzen|seife f seifen|tasche f taschen|rucksack m rucksäcke
        |zelt n zelte|decke f decken|kissen n =|matratze f matratzen|regal n regale
        |schrank m schränke|ofen m öfen|gerät n geräte|spiel n spiele|buch n bücher
        |rad n räder|schlauch m schläuche|reifen m =|helm m helme|brille f brillen|ring m ringe
        |füller m =|stift m stifte|kleid n kleider|hemd n hemden|pullover m =|teppich m teppiche
        |führung f führungen|reise f reisen|ausbildung f ausbildungen|workshop m workshops
        |lehrgang m lehrgänge|gruppe f gruppen|treff m treffs|werkstätte f werkstätten
        |reparatur f reparaturen|bescheinigung f bescheinigungen|genehmigung f genehmigungen
        |ausweis m ausweise|urkunde f urkunden|eheschließung f eheschließungen
        |halle f hallen|saal m säle|therme f thermen|alm f almen|bistro n bistros|park m parks
        |wohnmobil n wohnmobile|ferienhaus n ferienhäuser|gasthof m gasthöfe|hütte f hütten
        |gurt m gurte|boden m böden|korb m körbe|kasten m kästen|kiste f kisten|box f boxen
        |set n sets
        |brett n bretter|stoff m stoffe|schirm m schirme|wagen m =|schlitten m =
        |schlauch m schläuche|zaun m zäune|dach n dächer|fenster n =|tür f türen|treppe f treppen
        |wand f wände|stein m steine|becken n =|fass n fässer|glas n gläser|blatt n blätter
        |tuch n tücher|netz n netze|seil n seile|band n bänder|licht n lichter|bild n bilder
        |schild n schilder|modell n modelle|instrument n instrumente|wachs n -|holz n -|papier n -
        |leder n -|pulver n -|futter n -|fleisch n -|salz n -|mehl n -|wolle f -|seide f -
        |milch f -|schokolade f -|butter f -|marmelade f marmeladen|soße f soßen|honig m -
        |käse m -|tee m -|essig m -|saft m säfte|teig m -|schinken m =|fisch m -|likör m liköre
        |gewürz n gewürze|getränk n getränke|besteck n bestecke|geschirr n -|porzellan n -
        |spielzeug n -|gebäude n =|getriebe n =|gewebe n =|gemüse n -|gehäuse n =|auge n augen
        |kabel n =|mittel n =|möbel n =|segel n =|rudel n =|pendel n =|spiegel m =|sattel m sättel
        |schlüssel m =|löffel m =|beutel m =|sessel m =|schnitzel n =|gabel f gabeln
        |nadel f nadeln|muster n =|pflaster n =|polster n =|laster m =|feder f federn
        |kammer f kammern|mauer f mauern|nummer f nummern|faser f fasern|wasser n -|silber n -
        |spargel m -|rhabarber m -|obst n -|saatgut n -|stroh n -|heu n -|knoblauch m -|speck m -
        |joghurt m joghurts|most m -|rahm m -|dinkel m -|kohle f kohlen|salat m salate
        |fräse f fräsen|presse f pressen|säge f sägen|mühle f mühlen|pumpe f pumpen
        |schraube f schrauben|bus m busse|bulli m bullis|roller m =|anhänger m =|boot n boote
        |schiff n schiffe|board n boards|sensor m sensoren|motor m motoren|generator m generatoren
        |ventilator m ventilatoren|auto n autos|handy n handys|zubehör n -|material n materialien
        |werkzeug n werkzeuge|schaukel f schaukeln|figur f figuren|karte f karten|puppe f puppen
        |matte f matten|mütze f mützen|socke f socken|bürste f bürsten|pflanze f pflanzen
        |blume f blumen|baum m bäume|strauch m sträucher|tier n tiere|hund m hunde|pferd n pferde
        |huhn n hühner|rahmen m =|griff m griffe|knopf m knöpfe|hut m hüte|schal m schals
        |anzug m anzüge|rock m röcke|gürtel m =|schmuck m -|armband n armbänder|kette f ketten
        |paket n pakete|abo n abos
        |physiotherapie f -|logopädie f -|fotografie f -|wirtschaft f -|entsorgung f -
        """.replace("\n", " ").split("|")
        if line.strip()
    )
)
PROVIDERS = re.compile(
    r"(?:praxis|klinik|schule|akademie|agentur|kanzlei|bäckerei|brauerei|gärtnerei|schreinerei|"
    r"tischlerei|schneiderei|druckerei|rösterei|werkstatt|handlung|laden|hof|haus|zentrum|institut|"
    r"büro|studio|geschäft|restaurant|café|hotel|hostel|pension|betrieb|händler|berater|makler|"
    r"anbieter|hersteller|verein|verlag|museum|theater|kino|firma|dienst|fachdienst|magazin|"
    r"zeitung|zeitschrift|podcast|bücherei|stiftung|heim|amt|chalet|wohnung|zimmer|markt|meister|"
    r"salon|club|verband|platz|bad|kita|shop|portal|plattform|labor|bank|stelle|anwalt|anwältin|"
    r"arzt|ärztin|notar|friseur|bauer|macher|trainer|lehrer|fahrer|pfleger|planer|gutachter|"
    r"installateur|coach|dolmetscher|übersetzer|gestalter|newsletter|blog|börse|forum|netzwerk|"
    r"bibliothek|halle|therme|alm|bistro|park|gasthof|hütte|treff|gruppe|kurs|seminar|lehrgang)$"
)


def german_noun(text: str) -> tuple[Wording | None, bool]:
    """The noun with gender and plural if its ending is known, and whether it was a plural."""
    folded = text.casefold()
    for end, gender, many in _heads():
        if folded.endswith(end):
            return _with_ending(text, end, gender, many), False
        if many not in ("", "-", end) and folded.endswith(many):
            single = text[: len(text) - len(many)] + _cased(end, text[-len(many) :])
            return _with_ending(single, end, gender, many), True
    return _by_suffix(text)


def is_singular(text: str) -> bool:
    """Whether a single noun is known to be singular, for nouns whose gender is not."""
    return noun_lemma(text, "de") == text


# Suffixes that show the gender, with the ending of the plural, "-" without one; the first counts.
_SUFFIXES: tuple[tuple[str, str, str], ...] = (
    ("(?:heit|keit|schaft|ung|ion|tät|ei|anz|enz|ur)", "f", "en"),
    ("ik", "f", "-"),
    ("(?:chen|lein)", "n", ""),
    ("ismus", "m", "-"),
    ("(?:ling|eur|ier)", "m", "e"),
    ("(?:tor|sor)", "m", "en"),
    (r"(?:[^aeiou]|ei|eu|ie)[^aeiou\W]er", "m", ""),
    (r"[^aeiou\W]e", "f", "n"),
)
_LEAST = 5  # letters of a noun that is judged by its suffix


def _by_suffix(text: str) -> tuple[Wording | None, bool]:
    """A singular noun, or the plural of one in "-e", by a suffix that shows its gender."""
    if len(text) < _LEAST or " " in text or not text[:1].isupper():
        return None, False
    lemma = noun_lemma(text, "de")
    several = bool(lemma) and text in (f"{lemma}n", f"{lemma}en") and lemma[-1:] in "eg"
    if lemma != text and not several:
        return None, False
    for suffix, gender, many in _SUFFIXES:
        if re.search(f"{suffix}$", lemma):
            plural = "" if many == "-" else f"{lemma}{many}"
            return Wording((lemma,), plural=plural, gender=gender), several
    return None, False


def _with_ending(text: str, end: str, gender: str, many: str) -> Wording:
    if many in ("", "-"):
        return Wording((text,), gender=gender)
    cut = len(text) - len(end)
    return Wording((text,), plural=text[:cut] + _cased(many, text[cut:]), gender=gender)


def _cased(word: str, instead_of: str) -> str:
    """The ending, with capitals where it replaces words with capitals: "Lern-Apps"."""
    capitals = [part[:1].isupper() for part in instead_of.split("-")]
    parts = word.split("-")
    return "-".join(
        part[:1].upper() + part[1:] if at < len(capitals) and capitals[at] else part
        for at, part in enumerate(parts)
    )


@lru_cache(maxsize=1)
def _heads() -> tuple[tuple[str, str, str], ...]:
    """Endings of German nouns, including those of the catalogue's names, longest first."""
    known = [
        (wording.name.casefold(), wording.gender, wording.plural.casefold())
        for entry in catalogue().values()
        if (wording := entry.wordings.get("de"))
        and wording.gender
        and " " not in wording.name
        and not wording.accusative
    ]
    return tuple(sorted({*_HEADS, *known}, key=lambda head: (-len(head[0]), head)))


_AFTER_WHICH = re.compile(
    r"\b((?:[Ww]elche|[Ll]etzten|[Bb]esten)\s+(?:[a-zäöüß]+en\s+)*)([a-zäöüß]{3,}e)(?=\s+[A-ZÄÖÜ])"
)
_OF_SEVERAL = re.compile(
    r"\b(?:sind|haben|eignen|gelten|kosten|bieten|taugen|lohnen|werden|halten)\b"
)


def with_weak_endings(text: str) -> str:
    """„Welche gebrauchten Räder sind …“: adjectives before several things after „welche“."""
    return _AFTER_WHICH.sub(
        lambda m: f"{m[1]}{m[2]}n" if _OF_SEVERAL.search(text[m.end() :].split("?")[0]) else m[0],
        text,
    )

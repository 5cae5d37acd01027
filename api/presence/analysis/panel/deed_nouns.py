"""Nouns for work that is done for one, in further languages: « cannage de chaises ».

Nobody recommends a reparation: one asks who does it. Invariant: a noun of a seller, a place or a
thing is never work, whatever its ending.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from presence.analysis.language.stopwords import word_set

# Endings of nouns for work, and those that end alike but name something else. The noun comes last
# in Dutch, Japanese, Chinese and Turkish, where a compound is work if its end is.
_WORK: Mapping[str, re.Pattern[str]] = {
    "fr": re.compile(
        r"^(?:\w+(?:age|ation|ition|ction|ption|sion|ement)s?|pose|coupe|vente|plomberie|électricité|"
        r"maçonnerie|serrurerie|jardinage|peinture|comptabilité|retouches?|soudure|toiture|taille)$"
    ),
    "es": re.compile(
        r"^(?:\w+(?:ción|sión|ciones|siones|miento|mientos|aje|ajes|ado)|limpieza|alquiler|reformas?|"
        r"mudanzas?|fontanería|electricidad|pintura|cerrajería|albañilería|jardinería|poda|costura|"
        r"soldadura|contabilidad|arreglos?)$"
    ),
    "it": re.compile(
        r"^(?:\w+(?:zione|zioni|sione|aggio|aggi|mento|menti|tura|ture)|pulizi[ae]|noleggio|restaur[oi]|"
        r"traslochi?|contabilità|potatura|sgomber[oi]|affilatura|rifacimento)$"
    ),
    "pt": re.compile(
        r"^(?:\w+(?:ção|ções|são|sões|agem|agens|mento|mentos)|alugu(?:el|er)|conserto|limpeza|"
        r"reparos?|mudanças?|pintura|contabilidade|poda|costura|arranjos?)$"
    ),
    "nl": re.compile(
        r"(?:reparaties?|restauratie|verhuur|schoonmaak|onderhoud|installatie|isolatie|vertaling|"
        r"begeleiding|verzorging|renovatie|bezorging|sloop|plaatsing|keuring|reiniging|herstelling|"
        r"stoffering|bestrating|verhuizing|ontruiming|boekhouding|schilderwerk|stucwerk|metselwerk|"
        r"timmerwerk|laswerk|naaiwerk)$"
    ),
    "pl": re.compile(
        r"^(?:\w+(?:anie|enie|ycie|acja|acje)|napraw[ay]|usługi|wynajem|montaż|remont|remonty|"
        r"przeprowadzki|renowacja|serwis|obsługa|wycinka|przegląd)$"
    ),
    "ja": re.compile(
        r"(?:修理|修繕|清掃|工事|施術|治療|代行|整備|撮影|翻訳|リフォーム|クリーニング|買取|回収|"
        r"レンタル|制作|施工|塗装|解体|引っ越し|引越し|張り替え|研ぎ|調律|管理|設置|取り付け|洗浄|剪定|"
        r"矯正)$"
    ),
    "ar": re.compile(
        r"^(?:تصليح|إصلاح|صيانة|تنظيف|تركيب|ترميم|تأجير|نقل|ترجمة|تصوير|علاج|تقويم|زراعة|طباعة|"
        r"تصميم|خياطة|دهان|عزل|مكافحة|تنسيق|تلميع)(?: |$)"
    ),
    "zh": re.compile(
        r"(?:维修|修理|清洁|保洁|装修|翻译|摄影|搬家|租赁|安装|保养|治疗|回收|设计|代办|咨询|清洗|"
        r"翻新|矫正|定制|印刷|调律)$"
    ),
    "tr": re.compile(
        r"(?:tamiri|tamirat|onarımı|temizliği|montajı|kiralama|çevirisi|tercümesi|bakımı|tadilatı?|"
        r"danışmanlığı|hizmeti|taşımacılığı|nakliyatı?|nakliyesi|tedavisi|döşemesi|boyası|yıkama|"
        r"alım satımı|alımı|satışı|onarım|tamir|bakım|temizlik|montaj|kaplama)$"
    ),
}
_OTHERWISE = word_set(
    "garage village fromage potage plage page image voyage équipage ménage élevage hébergement "
    "appartement établissement logement vêtement vêtements instrument instruments aliment aliments "
    "médicament bâtiment monument station association fondation pension boisson maison formation "
    "asociación habitación estación fundación alojamiento apartamento establecimiento aparcamiento "
    "abogado juzgado helado calzado mercado bordado "
    "associazione fondazione stazione appartamento stabilimento villaggio formaggio abbonamento "
    "formazione alimenti strumenti strumento "
    "associação estação fundação apartamento estabelecimento hospedagem alojamento garagem "
    "mieszkanie ubezpieczenie restauracja stacja organizacja fundacja stowarzyszenie "
    "ogrzewanie zebranie śniadanie"
)
_LAST = frozenset({"nl", "ja", "zh", "tr"})


def is_work(phrase: str, language: str) -> bool:
    """Whether the phrase names the work and not somebody who does it or a thing one gets."""
    pattern = _WORK.get(language)
    if pattern is None or not phrase:
        return False
    folded = phrase.casefold()
    noun = folded if language in _LAST or language == "ar" else re.split(r"[\s,/]", folded)[0]
    if language == "nl":
        noun = re.split(r"\s(?:voor|met|zonder|over|van|uit|in|op|aan)\s", noun)[0]
    return noun not in _OTHERWISE and pattern.search(noun) is not None

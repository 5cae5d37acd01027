"""What most people need once in their life, of which nobody says "the last one I tried".

Invariant: of such an offer no question speaks of an earlier time; of any other, all stay.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from presence.analysis.panel.sentences import SentenceTemplate

_ONCE = re.compile(
    r"funer|funér|fúneb|undertak|cremat|crémat|obsèques|pogrzeb|uitvaart|begrafenis|bestatt|葬|جناز|"
    r"cenaze|hospice|hospiz|wedding|bridal|mari(?:age|ée)|spos[aei]|novias?\b|bodas?\b|nupcia|matrimoni|casamento|noiva|"
    r"hochzeit|braut|trouw|bruids?|ślub|wesel|ブライダル|結婚|婚|زفاف|أعراس|düğün|gelin|divor|scheidung|"
    r"rozwod|midwi|doula|hebamme|sage-femme|matrona|comadrona|ostetric|położn|probate|erbrecht|"
    r"adopt|surrog|inquest",
    re.IGNORECASE,
)
_EARLIER = re.compile(
    r"\bthe last \{|\blast time\b|\bzuletzt\b|\bletzten? \{|dernière fois|última vez|ultima volta|"
    r"vorige keer|\bOstatnio\b|前に|الأخيرة|المرة الماضية|上次|Geçen sefer",
    re.IGNORECASE,
)


def fitting_once(sentences: Sequence[SentenceTemplate], name: str) -> Sequence[SentenceTemplate]:
    """The sentences without those about an earlier time, if there is none for such an offer."""
    if not _ONCE.search(name):
        return sentences
    return [sentence for sentence in sentences if not _EARLIER.search(sentence.text)]

"""Whether a German word with a capital is a noun of the language rather than a name.

Invariant: a word with a digit, a full stop, a capital inside or capitals alone is always a name.
"""

from __future__ import annotations

import re

from presence.analysis.language.frequent_words import frequent_words, is_frequent

_NAME = re.compile(r"\d|[a-zäöüß][A-ZÄÖÜ]|^[A-ZÄÖÜ]{2,}$|[.&+ ]")
_ENDINGS = ("", "n", "en", "s", "es", "e", "er", "ern", "nen", "innen")
_NOUN_END = re.compile(
    r"(?:ung|ungen|heit|heiten|keit|keiten|schaft|schaften|tion|tionen|tät|täten|nis|nisse|nissen|"
    r"lingen|chen|erei|ereien|papiere?n?|kram)$"
)
_ARTICLE = r"\b(?i:eine?[rsnm]?|d(?:er|ie|as|em|en)|kein\w*|unser\w*|viele|alle|jede\w*)\s+"


def is_german_noun(word: str, text: str = "") -> bool:
    """Whether it is a noun by the words of the language, as a compound of them, by its ending, or
    since the text puts an article before it. A word that English has as well may be a name.
    """
    if _NAME.search(word):
        return False
    low = word.casefold()
    if _NOUN_END.search(low) or re.search(_ARTICLE + re.escape(word) + r"\b", text):
        return True
    forms = (low.removesuffix(end) for end in _ENDINGS)
    return any(is_frequent(form, "de") and form not in frequent_words("en") for form in forms)

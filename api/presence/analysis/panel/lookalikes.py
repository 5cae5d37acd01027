"""Undoes disguises of a name: look-alike letters, invisible characters, digits in words.

Invariant: for comparison only; plain Latin text is returned unchanged apart from its case. The
letters are those of Unicode's confusables (UTS #39) that resemble a basic Latin letter.
"""

from __future__ import annotations

import re
import unicodedata

_SHAPES = {
    "A": "АΑᎪᴀꓮ", "B": "ВΒᏴʙꓐ", "C": "СϹᏟᴄꓚ", "D": "ᎠᴅꓓԀ", "E": "ЕΕᎬᴇꓰ", "F": "Ϝꓝ", "G": "ᏀɢԌꓖ",
    "H": "НΗᎻʜꓧҺ", "I": "ІΙӀɪꓲ", "J": "ЈᎫᴊꓙ", "K": "КΚᏦᴋꓗ", "L": "ᏞʟꓡⅬ", "M": "МΜᎷᴍꓟ",
    "N": "Νɴꓠ", "O": "ОΟᴏꓳՕ", "P": "РΡᏢᴘꓑ", "Q": "Ԛ", "R": "ᎡʀꓣᏒ", "S": "ЅᏚꜱꓢՏ", "T": "ТΤᎢᴛꓔ",
    "U": "ᴜꓴՍ", "V": "ᏙᴠѴꓦ", "W": "ԜᎳᴡꓪ", "X": "ХΧꓫ", "Y": "УΥʏҮꓬ", "Z": "ΖᏃᴢꓜ",
    "a": "аαɑ", "b": "вЬьƅɓβ", "c": "сϲ", "d": "ԁɗđ", "e": "еεєҽ", "f": "ſϝƒ", "g": "ɡցԍ",
    "h": "һհħн", "i": "іιıɩ", "j": "јϳ", "k": "кκ", "l": "ӏǀłⅼ", "m": "мⅿ", "n": "ոηп",
    "o": "оοσօø",
    "p": "рρ", "q": "ԛզ", "r": "гɾ", "s": "ѕƽ", "t": "тτŧ", "u": "υսʋ", "v": "νѵ", "w": "ԝωѡ",
    "x": "хχ", "y": "уγү", "z": "ʐ",
}  # fmt: skip
_LETTERS = {ord(odd): plain for plain, odds in _SHAPES.items() for odd in odds}
# Letters in boxes and circles that compatibility folding does not change, and flag letters.
_BOXED = {
    start + number: chr(ord("A") + number)
    for start in (0x1F150, 0x1F170, 0x1F1E6)
    for number in range(26)
}
_TABLE = {**_LETTERS, **_BOXED}
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e007f]"
)
_DIGITS = str.maketrans({"0": "o", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "9": "g"})
_ONES = ("l", "i")
_MIXED = re.compile(r"[^\W_]*(?:[^\W\d_]\d|\d[^\W\d_])[^\W_]*")
_CAPITAL_I = re.compile(r"(?<=[a-z])I(?=[a-z]|\b)")


def reveal(text: str) -> tuple[str, ...]:
    """The text as a reader perceives it, case-folded: one reading per meaning of a digit 1.

    Look-alikes become Latin letters, marks and invisible characters are removed, a capital I inside
    a lower-case word is read as l, and digits inside a word as the letters they resemble.
    """
    shown = plainly(_INVISIBLE.sub("", text).translate(_TABLE)).translate(_TABLE)
    shown = _CAPITAL_I.sub("l", shown)
    readings = []
    for one in _ONES:
        table = {**_DIGITS, ord("1"): one, ord("|"): one}
        readings.append(
            _MIXED.sub(lambda match, t=table: match.group().translate(t), shown).casefold()  # type: ignore[misc]  # bound at once
        )
    return tuple(dict.fromkeys(readings))


def plainly(text: str) -> str:
    """The text with compatibility forms composed and marks removed: "Nestlé" becomes "Nestle"."""
    if text.isascii():
        return text
    apart = unicodedata.normalize("NFKD", text)
    return "".join(char for char in apart if not unicodedata.combining(char))

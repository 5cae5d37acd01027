"""The forms of a name in inflecting languages: "Тихой Гавани" for "Тихая Гавань".

Invariant: an inflected form keeps the stem of every word of the name, so it can only match the
name's own letters; it counts only with the capitals of the name itself.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_STEM: Final = 3  # letters a stem must keep
_SHORT: Final = "\u0306"  # the breve a decomposed й carries
# Marks an ending may carry: breve and diaeresis, ogonek and acute, acute.
_MARK: Final = {"cyrillic": "[\u0306\u0308]?", "polish": "[\u0328\u0301]?", "greek": "\u0301?"}

# (ending of the base form, endings its inflected forms take), longest base ending first.
_CYRILLIC: Final = (
    ("ая", "ая ой ою ую"), ("яя", "яя еи ею юю"), ("ое", "ое ого ому ым ом"),
    ("ее", "ее его ему им ем"), ("ые", "ые ых ым ыми"), ("ие", "ие их им ими"),
    ("ыи", "ыи ого ому ым ом ое ои ая ые ых"), ("ии", "ии его ему им ем ого ому ом"),
    ("ои", "ои ого ому ым ом"),
    ("а", "а ы и і е у ои ою і ам ами ах"), ("я", "я и і е ю еи ею єю ям ями ях"),
    ("ь", "ь я ю и і ем ом е ью"), ("и", "и я ю ем е і"), ("о", "о а у ом е"), ("е", "е я ю ем и"),
)  # fmt: skip
_CYRILLIC_HARD: Final = "а у ом ем е і ы и ов ів ам ами ах ові"
_POLISH: Final = (
    ("ka", "ka ki ce ke ka ko"), ("ga", "ga gi dze ge go"), ("ra", "ra ry rze re ro"),
    ("ia", "ia i ie io"), ("a", "a y i e ej o"), ("y", "y ego emu ym a ej"),
    ("i", "i iego iemu im ia iej"), ("e", "e ego emu ym"), ("o", "o a u em ie"),
)  # fmt: skip
_POLISH_HARD: Final = "a u owi em iem ie y ów om ami ach"
_GREEK: Final = (
    ("ασ", "ασ α"), ("ησ", "ησ η"), ("οσ", "οσ ο ου ε"), ("ου", "ου"), ("α", "α ασ"), ("η", "η ησ"),
)  # fmt: skip
_TABLES: Final = {
    "cyrillic": (_CYRILLIC, _CYRILLIC_HARD), "polish": (_POLISH, _POLISH_HARD),
    "greek": (_GREEK, ""),
}  # fmt: skip


def family_of(folded: str) -> str:
    """The table of endings that a folded name follows; "" for none.

    Latin names follow the Polish table, so callers use it only for Polish answers.
    """
    letters = [char for char in folded if char.isalpha()]
    if not letters:
        return ""
    first = ord(letters[0])
    if 0x400 <= first <= 0x4FF:
        return "cyrillic"
    if 0x370 <= first <= 0x3FF:
        return "greek"
    return "polish" if first < 0x250 else ""


def inflected(tokens: list[str], family: str) -> tuple[str, str] | None:
    """(plain text to search for, pattern of all forms) of the words of a folded name.

    None if no word can change. The search text is the unchanging part of the first word.
    """
    parts = [_word(token, family) for token in tokens]
    if all(pattern is None for _, pattern in parts):
        return None
    spelled = [
        pattern or re.escape(token) for token, (_, pattern) in zip(tokens, parts, strict=True)
    ]
    return parts[0][0], r"(?:[^\S\n]+|-)".join(spelled)


def _word(token: str, family: str) -> tuple[str, str | None]:
    """(stem, pattern) of one word; the pattern is None if the word does not change."""
    table, hard = _TABLES[family]
    bare = token.removesuffix(_SHORT)
    for ending, forms in table:
        stem = bare.removesuffix(ending)
        if stem != bare and len(stem) >= _STEM:
            return stem, f"{re.escape(stem)}(?:{_alternatives(forms, family)})"
    if hard and bare == token and len(token) >= _STEM and token[-1].isalpha():
        return token, f"{re.escape(token)}(?:{_alternatives(hard, family)})?"
    return token, None


def _alternatives(forms: str, family: str) -> str:
    ordered = sorted(set(forms.split()), key=lambda form: (-len(form), form))
    return "|".join(f"{unicodedata.normalize('NFKD', form)}{_MARK[family]}" for form in ordered)

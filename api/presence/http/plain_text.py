"""Ensures that names and texts are what they look like.

A name is one line without hidden characters, in one spelling; a text may have several lines, but
nothing in it may reverse or hide its surroundings. Every request model passes members with the
names of either kind through here (`schemas.ApiIn`), so a new one is covered by its name.

Invariant: names that look the same because of a hidden character, or that reverse the surrounding
text, are not stored. Joiners inside a word are kept: Persian, Hindi and many emoji need them.
"""

from __future__ import annotations

import re
import unicodedata

from pydantic_core import PydanticCustomError

HIDDEN = "hidden_character"
# Members of request models that hold a name.
NAMING = re.compile(
    r"(?:^|_)(?:name|title|topic|tag|label|sender|place|job|quality|category|alias(?:e)?)s?$"
    r"|(?:^|_)(?:categor|qualit)ies$"
)
# Members that hold sentences written by people.
WRITTEN = re.compile(
    r"(?:^|_)(?:text|note|reason|message|description|comment|audience|ticket|value|intent|change"
    r"|location|city|market|language|address\d?)s?$"
)
NUL = "Text must not contain the NUL character"
_SENTENCE = "This text holds a hidden or control character. Please type it again"
_JOINERS = frozenset("\u200c\u200d")
# Inserted by keyboards and word processors, and invisible: removed.
_DROPPED = dict.fromkeys((0x00AD, 0x200E, 0x200F, 0x061C))
# Visible format characters of Arabic, Syriac and Kaithi.
_SEEN = frozenset(
    [*map(chr, range(0x0600, 0x0606)), "\u06dd", "\u070f", "\u08e2", "\U000110bd", "\U000110cd"]
)
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0\u180e\u034f")
_REFUSED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
# Controls but tab and line ends, what turns the direction of a text, half a character. NUL has a
# sentence of its own.
_NOT_WRITTEN = re.compile(
    "[\\x01-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x84\\x86-\\x9f"
    "\\u202a-\\u202e\\u2066-\\u2069\\ud800-\\udfff]"
)


def plain_text(value: object) -> object:
    """The text, or each in a list, in composed form without spaces at its ends.

    Other values are returned unchanged. Raises PydanticCustomError for an invisible character.
    """
    if isinstance(value, list):
        return [plain_text(one) if isinstance(one, str) else one for one in value]
    if not isinstance(value, str):
        return value
    text = unicodedata.normalize("NFC", value.translate(_DROPPED)).strip()
    for place, letter in enumerate(text):
        if letter in _JOINERS:
            fine = _is_inside(text, place)
        else:
            fine = letter in _SEEN or unicodedata.category(letter) not in _REFUSED
        if not fine or letter in _BLANK:  # guard: names.hidden-characters
            raise PydanticCustomError(HIDDEN, NUL if letter == "\x00" else _SENTENCE)
    return text


def written_text(value: object) -> object:
    """The text, or each in a list, unchanged: line breaks and tabs belong to it.

    Raises PydanticCustomError for a control character and for one that reverses surrounding text.
    """
    for text in value if isinstance(value, list) else (value,):
        if isinstance(text, str) and _NOT_WRITTEN.search(text):  # guard: texts.hidden-characters
            raise PydanticCustomError(HIDDEN, _SENTENCE)
    return value


def _is_inside(text: str, place: int) -> bool:
    """Whether a joiner has something to join: no space, no end and no Latin letter beside it."""
    around = text[place - 1 : place] + text[place + 1 : place + 2]
    return len(around) == 2 and not any(
        one.isspace() or one.isascii() or one in _JOINERS for one in around
    )

"""Decides where a name ends: what may directly precede and follow it.

Invariant: the decision uses only the folded text and is the same for the brand and competitors, so
nobody is matched by a laxer rule than anybody else.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

from presence.analysis.extraction.wordlists import word_list

# Scripts written without spaces: inside them every position is a possible word edge.
_UNSPACED: Final = frozenset({"han", "hiragana", "thai"})
_RANGES: Final = (
    (0x0041, 0x024F, "latin"), (0x1E00, 0x1EFF, "latin"),
    (0x0370, 0x03FF, "greek"), (0x0400, 0x052F, "cyrillic"),
    (0x0590, 0x05FF, "hebrew"), (0x0600, 0x077F, "arabic"), (0x08A0, 0x08FF, "arabic"),
    (0x0E00, 0x0EFF, "thai"), (0x1000, 0x109F, "thai"), (0x1780, 0x17FF, "thai"),
    (0x1100, 0x11FF, "hangul"), (0xAC00, 0xD7FF, "hangul"), (0x3130, 0x318F, "hangul"),
    (0x3040, 0x309F, "hiragana"), (0x30A0, 0x30FF, "katakana"), (0x31F0, 0x31FF, "katakana"),
    (0x2E80, 0x2FDF, "han"), (0x3005, 0x3007, "han"), (0x3400, 0x4DBF, "han"),
    (0x4E00, 0x9FFF, "han"), (0xF900, 0xFAFF, "han"), (0x20000, 0x323AF, "han"),
)  # fmt: skip
_PARTICLES = word_list("korean particles")
_HANGUL_TAIL = re.compile(
    "(?:"
    + "|".join(unicodedata.normalize("NFKD", p) for p in sorted(_PARTICLES, key=len, reverse=True))
    + "){1,3}(?![\u1100-\u11ff\uac00-\ud7ff])"
)
# Case endings that Cyrillic text attaches to a foreign or domestic name.
_CYRILLIC_TAIL = re.compile(
    "(?:" + "|".join(word_list("cyrillic endings")) + ")(?![\u0400-\u052f\u0300-\u036f])"
)
_PROCLITICS: Final = {"arabic": "وفبلك", "hebrew": "ובלמשהכ"}
_GERMANIC: Final = frozenset({"de", "nl", "sv", "da", "nb", "nn", "no"})


@lru_cache(maxsize=8192)
def script_of(char: str) -> str:
    """Coarse script of a word character; "" for anything that is not part of a word.

    Letters of unlisted scripts, and those outside the basic plane, count as "latin": they never
    form a boundary, which is the cautious choice.
    """
    code = ord(char)
    for low, high, name in _RANGES:
        if low <= code <= high and (char.isalnum() or unicodedata.category(char)[0] in "LM"):
            return name
    if unicodedata.category(char)[0] == "M":
        return "mark"
    if char.isdigit() or char == "_":
        return "digit"
    return "latin" if char.isalnum() else ""


def _base_script(text: str, position: int) -> str:
    """The script at a position; a combining mark has that of the letter it modifies."""
    while position > 0 and script_of(text[position]) == "mark":
        position -= 1
    return script_of(text[position])


def starts_word(text: str, start: int) -> bool:
    """Whether a name found at `start` begins there rather than inside a longer word."""
    if start == 0 or script_of(text[start]) == "":
        return start == 0 or (script_of(text[start]) == "" and not _same_symbol(text, start, -1))
    before = text[start - 1]
    outside, inside = _base_script(text, start - 1), script_of(text[start])
    if outside == "":
        return not _glued_before(text, start, before)
    if inside in _UNSPACED:
        return True
    if outside != inside:
        return _scripts_part(outside, inside)
    clitics = _PROCLITICS.get(inside, "")
    return before in clitics and (start == 1 or script_of(text[start - 2]) == "")


def _glued_before(text: str, start: int, before: str) -> bool:
    """A dot or O' directly before the name: part of a host name, file name or surname."""
    if start < 2 or script_of(text[start - 2]) == "":
        return False
    if before == ".":
        return True
    return (
        before == "'"
        and text[start - 2] == "o"
        and (start == 2 or script_of(text[start - 3]) == "")
    )


def ends_word(text: str, end: int, language: str = "en") -> bool:
    """Whether a name whose folded span ends at `end` ends there.

    `language` (BCP 47) permits the closed genitive s of Germanic languages.
    """
    if end >= len(text):
        return True
    inside = _base_script(text, end - 1)
    after = text[end]
    outside = script_of(after)
    if outside == "mark":
        return False
    if inside == "":
        return not _same_symbol(text, end - 1, 1)
    if outside == "":
        return not _glued_after(text, end, after)
    if inside in _UNSPACED:
        return True
    if outside != inside:
        return _scripts_part(outside, inside)
    return _inflected(text, end, inside, language)


def _inflected(text: str, end: int, script: str, language: str) -> bool:
    if script == "hangul":
        return _HANGUL_TAIL.match(text, end) is not None
    if script == "cyrillic":
        return _CYRILLIC_TAIL.match(text, end) is not None
    if script == "latin" and language.split("-")[0].lower() in _GERMANIC:
        return text[end] == "s" and (end + 1 >= len(text) or script_of(text[end + 1]) == "")
    return False


def _glued_after(text: str, end: int, after: str) -> bool:
    """`.com`, `.js`, `@host` or a contraction directly after it: not this name."""
    following = script_of(text[end + 1]) if end + 1 < len(text) else ""
    if following == "":
        return False
    if after in ".@":
        return True
    return after == "'" and re.match(r"'t\b", text[end : end + 3]) is not None


def _scripts_part(outside: str, inside: str) -> bool:
    """A change of script is a boundary, except between letters and digits of spaced scripts."""
    spaced = {"latin", "digit", "mark"}
    return not (outside in spaced and inside in spaced) and "mark" not in (outside, inside)


def _same_symbol(text: str, position: int, step: int) -> bool:
    """Whether a symbol continues beyond the name ("!!!" inside "!!!!!")."""
    neighbour = position + step
    return 0 <= neighbour < len(text) and text[neighbour] == text[position]

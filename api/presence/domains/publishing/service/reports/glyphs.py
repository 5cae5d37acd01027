"""What can be printed: letters that a font covers, and the direction of a text.

Invariant: nothing is ever printed as an empty box. A letter that no font covers is printed as its
name, and control characters are omitted. Both are the same on every machine: the fonts of a report
are shipped with the product, never taken from the system.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

import typst
from noto_cjk_sans_jp_regular import FONT_PATH
from pylopdf_fonts_ar import serif_path

# The last three are typst's own or packaged here; the first sets all text it covers.
FAMILIES = ("Libertinus Serif", "Noto Naskh Arabic", "Noto Sans CJK JP", "New Computer Modern")
# Control characters, and those that change the direction of the text that follows.
_STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]")
# Markup used by assistants: links, also truncated ones, bold, code and headings.
_LINK = re.compile(r"!?\[([^\]]*)\]\((?:[^()\s]|\([^()\s]*\))*(?:\)|…?$)", re.MULTILINE)
_MARK = re.compile(r"\*\*|__|`+|^#{1,6}\s+", re.MULTILINE)
_PROBE = """#set document(title: "Probe")
#set text(font: json(bytes(sys.inputs.fonts)))
#sys.inputs.letter"""
_COMMON = 0x0250
_RIGHT_TO_LEFT = ("R", "AL")


@lru_cache(maxsize=1)
def fonts() -> typst.Fonts:
    """The fonts of reports: typst's own and two packages."""
    folders = [str(serif_path().parent), str(FONT_PATH).rpartition("/")[0]]
    return typst.Fonts(include_system_fonts=False, font_paths=folders)


def printable_text(text: str) -> str:
    """Replaces letters without a font by their names: "[rocket]", or "[Thai text]" for a run."""
    text = without_steering(text)
    if all(ord(letter) < _COMMON or has_font(letter) for letter in text):
        return text
    parts: list[str] = []
    for letter in text:
        after_name = bool(parts) and len(parts[-1]) > 1
        if unicodedata.category(letter).startswith("M") and after_name:
            continue
        if ord(letter) < _COMMON or has_font(letter):
            parts.append(letter)
        elif parts[-1:] != [name := _named(letter)]:
            parts.append(name)
    return "".join(parts)


def without_steering(text: str) -> str:
    """The text without control characters; line feeds and tabs stay."""
    return _STEERING.sub("", text)


def reads_from_right(text: str) -> bool:
    """Whether the first letter with a direction belongs to a right-to-left script."""
    directions = (unicodedata.bidirectional(letter) for letter in text)
    return next((d in _RIGHT_TO_LEFT for d in directions if d in ("L", *_RIGHT_TO_LEFT)), False)


@lru_cache(maxsize=4096)
def has_font(letter: str) -> bool:
    """Whether a font of the report has the letter, asking the typesetter once per letter."""
    if letter.isspace() or unicodedata.category(letter) in ("Cf", "Mn", "Me"):
        return True
    try:
        typst.compile(
            _PROBE.encode(),
            format="pdf",
            font_paths=fonts(),
            ignore_system_fonts=True,
            pdf_standards=["ua-1"],
            sys_inputs={"letter": letter, "fonts": _families()},
        )
    except typst.TypstError:
        return False
    return True


def _families() -> str:
    return "[" + ", ".join(f'"{family}"' for family in FAMILIES) + "]"


def _named(letter: str) -> str:
    name = unicodedata.name(letter, "")
    if not name:
        return "[unknown letter]"
    if unicodedata.category(letter).startswith(("L", "M", "N")):
        return f"[{name.split()[0].capitalize()} text]"
    return f"[{name.lower()}]"


def unmarked(text: str) -> str:
    """An excerpt of an answer without its markup, as the screens show it.

    Links keep their text; a truncated one loses the rest of its address.
    """
    return _MARK.sub("", _LINK.sub(r"\1", text))

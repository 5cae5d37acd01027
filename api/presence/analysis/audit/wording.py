"""The words of a page that a person wrote for readers, for use in ready fixes.

Invariant: every word returned stands in the page's text; menus, buttons and invitations do not.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from dataclasses import replace
from urllib.parse import urlsplit

from presence.analysis.crawler.furniture import without_furniture
from presence.analysis.documents.passages import sentences
from presence.analysis.types import PageFacts

_DESCRIPTION_MAX = 155
_LEAST_WORDS = 5
_LEAST_SIGNS = 12
_READ = 4_000
_LONGEST_LABEL = 60
_LABELLED_LIST = re.compile(r"^[^\s:]+(?: [^\s:]+)?: [^,.:;]+(?:, [^,.:;]+)+[.]$")
_ENDS = re.compile(r"[.!…。！]['\"”’)]*$")


def plain(text: str) -> str:
    """One line of text; entities that were escaped once too often are read."""
    return " ".join(html.unescape(text).split())


def readable(pages: Iterable[PageFacts]) -> dict[str, PageFacts]:
    """Pages by final URL, their text without furniture and without lines that are links."""
    read: dict[str, PageFacts] = {}
    for page in without_furniture(pages):
        labels = {link.label for link in page.links if len(link.label) <= _LONGEST_LABEL}
        lines = [line for line in page.main_text.split("\n") if not _of_labels(line, labels)]
        read[page.final_url] = replace(page, main_text="\n".join(lines))
    return read


def _of_labels(line: str, labels: set[str]) -> bool:
    """Whether a line is a menu, that is, consists only of labels of the page's links."""
    rest = line
    for label in sorted(filter(None, labels), key=len, reverse=True):
        rest = rest.replace(label, " ")
        if not re.search(r"\w", rest):
            return True
    return not re.search(r"\w", rest)


def first_heading(page: PageFacts) -> str:
    """The page's h1, else its first heading, else what its address says."""
    found = [text for level, text in page.headings if level == 1]
    found = found or [text for _, text in page.headings]
    if found:
        return plain(found[0])
    return urlsplit(page.final_url).path.strip("/").rpartition("/")[2].replace("-", " ").title()


def summary(page: PageFacts) -> str:
    """First whole sentences of the page, at most 155 characters, cut between words."""
    headings = {text for _, text in page.headings}
    body = [plain(line) for line in page.main_text[:_READ].split("\n") if line not in headings]
    said = [text for line in body for text in sentences(line) if _is_sentence(text)]
    chosen = ""
    for sentence in said:
        joined = f"{chosen} {sentence}".strip()
        if len(joined) > _DESCRIPTION_MAX:
            break
        chosen = joined
    if chosen:
        return chosen
    text = said[0] if said else first_heading(page)
    return text if len(text) <= _DESCRIPTION_MAX else text[:152].rpartition(" ")[0] + " …"


def _is_sentence(text: str) -> bool:
    """A statement in words: a menu has no full stop, an invitation asks, a filter only lists."""
    long = len(text.split()) >= _LEAST_WORDS or (not text.isascii() and len(text) >= _LEAST_SIGNS)
    return long and bool(_ENDS.search(text)) and not _LABELLED_LIST.match(text)

"""Observable features around one occurrence: its case, its neighbours, its place in a list.

Invariant: these are facts about the text; `evidence` decides whether they make an ordinary word a
name.
"""

from __future__ import annotations

import re
from typing import Final

from presence.analysis.extraction.boundaries import script_of
from presence.analysis.extraction.folding import BARRIER, Folded, plain
from presence.analysis.extraction.languages import language
from presence.analysis.extraction.lexicon import Lexicon
from presence.analysis.extraction.matching import Occurrence
from presence.analysis.extraction.structure import Structure
from presence.analysis.extraction.wordlist import LEGAL_SUFFIXES

_LONG_WORD = re.compile(r"[^\W\d_]{4,}")
_WORD_AFTER = re.compile(r"(?:['’]s?)?[^\S\n]+((?:[^\W\d_]|[\u0300-\u036f])+)")
# From the beginning of a word and without a way back, so that each word before is read once.
_WORD_BEFORE = re.compile(
    r"(?<![^\W\d_])((?:[^\W\d_]|[\u0300-\u036f])++)(?:['’]|[^\S\n]++)[\"'(«„]?$"
)
_TAIL = re.compile(r"-([^\W\d_]+)")
_LISTING_AFTER = re.compile(r"[^\S\n]*(?::|\s-\s|\(|\||\[\d|\n|$)")
_LEAD = re.compile(r"^\s*(?:#+\s*)?(?:\d{1,3}[.)]|[-+•|>])?\s*")
_CAPITAL_LIST = re.compile(
    r"(?:[A-Z][\w'-]*(?: [A-Z][\w'-]*)?,\s+)+(?:(?:and|or|und|oder|et|ou|y|o|e|en|of|i|ve|&)\s+)?"
    r"[A-Z][\w'-]*(?:,?\s+(?:and|or|und|oder|et|ou|y|o|e|en|of|i|ve|&)\s+[A-Z][\w'-]*)?"
)
_JOINED_CAPITAL = re.compile(r"(?:,| and| or| &| vs\.?| versus) [A-Z]")
_METALANGUAGE = re.compile(
    r"[\"']?\s*(?:simply |literally |also |just )?"
    r"(?:means?\b(?! (?:that|you|less|more|fewer))|translates (?:to|as)\b|"
    r"is (?:the |a )?(?:\w+ )?word for\b|bedeutet\b|signifie\b|significa\b)"
)
_SUFFIXED = re.compile(r"['’](?!(?:t|m|re|ll|ve|d|s)\b)[^\W\d_]{1,6}\b")
_POSSESSIVE = re.compile(r"['’]s?[^\S\n]+\w")
_VERB = re.compile(r"is|was|has|are|were|can|will|does|did|might|may|lets|\w{3,}(?:[^s]s|ed)")
_ADJECTIVE_ENDS: Final = ("e", "en", "er", "es", "em", "zum", "zur", "im", "am")
_CAPITAL_RUN: Final = 0.6
_TITLE: Final = 3  # long words beside the name that show a style
_WINDOW: Final = 40


class ContextFeatures:
    """The neighbourhood of an occurrence in one answer."""

    def __init__(
        self, item: Occurrence, folded: Folded, structure: Structure, lexicon: Lexicon
    ) -> None:
        self.item = item
        self.folded = folded
        self.structure = structure
        self.lexicon = lexicon
        self.start, self.end = folded.span(item.start, item.end)
        self.spelled = folded.source[self.start : self.end]
        self.low, self.high = structure.sentence_at(item.start)

    @property
    def capitalised(self) -> bool:
        """Whether any letter of the name is in upper case here."""
        return any(char.isupper() for char in self.spelled)

    @property
    def caseless(self) -> bool:
        """Whether the script has no case, so that there is no capital to see."""
        return self.spelled.lower() == self.spelled.upper() and any(map(str.isalpha, self.spelled))

    @property
    def foreign(self) -> bool:
        """Whether a Latin name occurs in a sentence of another script: no word of its language."""
        if not self.spelled[0].isascii():
            return False
        around = self.folded.text[max(0, self.item.start - 3) : self.item.end + 3]
        return any(script_of(char) not in ("", "latin", "digit", "mark") for char in around)

    @property
    def opens(self) -> bool:
        """Whether only punctuation precedes the name in its sentence."""
        lead = _LEAD.sub("", self.folded.text[self.low : self.item.start])
        return not any(char.isalnum() for char in lead)

    @property
    def sentence(self) -> str:
        """Folded text of the sentence."""
        return self.folded.text[self.low : self.high]

    def word_after(self) -> tuple[str, bool]:
        """(plain word directly after, whether it is capitalised); ("", False) if there is none."""
        match = _WORD_AFTER.match(self.folded.text, self.item.end)
        if match is None:
            return "", False
        return plain(match.group(1)), self.folded.char(match.start(1)).isupper()

    def word_before(self) -> tuple[str, bool, bool]:
        """(plain word directly before, whether capitalised, whether it opens the sentence)."""
        text = self.folded.text
        match = _WORD_BEFORE.search(text, max(0, self.item.start - _WINDOW), self.item.start)
        if match is None:
            return "", False, False
        before = text[max(0, match.start(1) - 8) : match.start(1)].rstrip(" \"'(*")
        opens = not before or before[-1] in ".!?:\n;-#>|" or match.start(1) <= self.low
        return plain(match.group(1)), self.folded.char(match.start(1)).isupper(), opens

    def possessive(self) -> bool:
        """Whether it is followed by 's and a word."""
        return _POSSESSIVE.match(self.folded.text, self.item.end) is not None

    def ends_compound(self) -> bool:
        """Whether it ends a hyphenated compound: "Mercedes-Stern"."""
        text, start = self.folded.text, self.item.start
        return start > 1 and text[start - 1] == "-" and text[start - 2].isalpha()

    def suffixed(self) -> bool:
        """Whether an apostrophe sets off an ending, as Turkish does only with proper names."""
        return _SUFFIXED.match(self.folded.text, self.item.end) is not None

    def among_capitals(self) -> bool:
        """Whether the sentence begins with a capital, so its writer would capitalise a name."""
        start = self.folded.origin(self.low)
        first = next(filter(str.isalpha, self.folded.source[start : self.start]), "a")
        return first.isupper()

    def described(self) -> bool:
        """German: whether an article or adjective precedes it, where any noun has a capital."""
        word, _, _ = self.word_before()
        if word in language("de").words("determiners"):
            return True
        return self.lexicon.shows_language("de") and word.endswith(_ADJECTIVE_ENDS)

    def a_noun(self) -> bool:
        """English: whether an article precedes it and "of" follows: "the Target of the study"."""
        return self.word_after()[0] == "of" and self.word_before()[0] in ("the", "a", "an")

    def does_something(self) -> bool:
        """Whether a lower-case verb in the third person follows: "covers", "closed", "is"."""
        word, capital = self.word_after()
        return bool(word) and not capital and _VERB.fullmatch(word) is not None

    def tail(self) -> str:
        """The word that a hyphen joins to the name: "based" in "Acme-based"."""
        match = _TAIL.match(self.folded.text, self.item.end)
        return match.group(1) if match else ""

    def after_matches(self, heading: str) -> bool:
        """Whether a phrase under this heading of the most likely language follows the name."""
        rest = plain(self.folded.text[self.item.end : self.item.end + 2 * _WINDOW])
        if not rest.startswith((" ", "\u00a0")):
            return False
        rest = rest.lstrip()
        return any(
            re.match(line, rest) is not None
            for line in self.lexicon.languages[0].lines.get(heading, ())
        )

    def signs_after(self, heading: str) -> bool:
        """Whether a sign of a script without spaces directly follows."""
        rest = plain(self.folded.text[self.item.end : self.item.end + 12]).lstrip(" 的の")
        return rest.startswith(self.lexicon.signs(heading))

    def signs_before(self, heading: str) -> bool:
        """Whether a sign of a script without spaces directly precedes."""
        lead = plain(self.folded.text[max(0, self.item.start - 12) : self.item.start])
        return lead.rstrip().endswith(self.lexicon.signs(heading))

    def quoted(self) -> bool:
        """Whether it is in quotation marks, or marked as a hashtag or handle."""
        text, start, end = self.folded.text, self.item.start, self.item.end
        before, after = text[max(0, start - 1) : start], text[end : end + 1]
        return before in ("#", "@") or (before == '"' == after) or (before == "'" == after)

    def metalanguage(self) -> bool:
        """Whether the text is about the word itself: "Anker" means anchor."""
        if not self.quoted():
            return False
        return _METALANGUAGE.match(self.folded.text, self.item.end) is not None

    def heads_item(self) -> bool:
        """Whether the name stands alone at the start of a list item, heading or labelled line."""
        listed = self.structure.item_at(self.start)
        source = self.folded.source
        lead = source[listed.content : self.start] if listed is not None else "x"
        begins = not any(map(str.isalnum, lead))
        if not begins and not self.opens:
            return False
        after = _LISTING_AFTER.match(self.folded.text, self.item.end)
        emphasised = source[self.start - 1 : self.start] in ("*", "_") and begins
        lettered = after is not None and after.group().strip() in {":", "-", "(", "|"}
        line = source[source.rfind("\n", 0, self.start) + 1 : self.start]
        alone = (begins or line.lstrip().startswith("#")) and (
            after is not None or self.folded.text[self.item.end : self.item.end + 1] == BARRIER
        )
        return emphasised or lettered or alone

    def in_capital_list(self) -> bool:
        """Whether it is in an enumeration of capitalised names: "Slack, Zoom and Teams"."""
        first, last = self.folded.origin(self.low), self.folded.origin(self.high)
        return any(
            run.start() <= self.start and self.end <= run.end()
            for run in _CAPITAL_LIST.finditer(self.folded.source, first, last)
        )

    def joined_capital(self) -> bool:
        """Whether it is joined to another capitalised word: "Puma and Nike"."""
        return _JOINED_CAPITAL.match(self.folded.source, self.end) is not None

    def mostly_capital(self) -> bool:
        """Whether title case or all capitals surround the name, so that its capital proves nothing.

        The first word of the sentence is ignored: it is always capitalised.
        """
        source, folded = self.folded.source, self.folded
        low, high = folded.origin(self.low), folded.origin(self.high)
        around = (source[low : self.start], source[self.end : high])
        words: list[str] = [w for text in around for w in _LONG_WORD.findall(text)]
        if around[0].strip() and words:
            words = words[1:]
        return len(words) >= _TITLE and sum(w[0].isupper() for w in words) > _CAPITAL_RUN * len(
            words
        )

    def continues(self, known: frozenset[str]) -> bool:
        """Whether a capitalised word of unknown meaning follows: "Square Enix".

        `known` are words of the entity's own trade and names.
        """
        if self.folded.text[self.item.end : self.item.end + 1] != " ":
            return False
        word, capital = self.word_after()
        if not capital or word in LEGAL_SUFFIXES or word in known:
            return False
        has = self.lexicon.has
        return not (
            has("product nouns", word)
            or has("product nouns after capital", word)
            or has("company verbs", word)
        )

    def continued(self) -> bool:
        """Whether a capitalised word directly precedes it: "Fiona Apple", "Times Square"."""
        word, capital, opens = self.word_before()
        text = self.folded.text
        glued = text[self.item.start - 1 : self.item.start] in (" ", "\n")
        if not word or not capital or not glued:
            return False
        if opens:
            has = self.lexicon.has
            return not (has("openers", word) or has("marks", word) or has("naming nouns", word))
        at = text.rfind(word[:1], max(0, self.item.start - _WINDOW), self.item.start)
        return at >= 0 and not self.lexicon.has("naming nouns", word)

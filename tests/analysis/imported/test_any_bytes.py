"""No file breaks the import: it is read, or refused in a sentence."""

from __future__ import annotations

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from presence.analysis.imported import ImportRefused, parse

NAMES = st.sampled_from(["", "a.csv", "a.tsv", "a.json", "a.txt", "a.md"])
WORDS = st.text(alphabet="prompt,answer;\t|\"\n\r =:[]{}0123-T'éßم家\x00\ud800", max_size=120)
HEADED = WORDS.map(lambda words: "prompt,answer,date,links\n" + words)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=8,
)
FIELDS = st.sampled_from(["prompt", "answer", "date", "links", "engine", "url", "other"])


def read(data: bytes, name: str) -> None:
    """Parse, and look at what came out."""
    try:
        answers = parse(data, name)
    except ImportRefused as refused:
        sentence = str(refused)
        assert sentence
        assert "\n" not in sentence.strip() or "“" in sentence
        return
    assert answers
    assert all(answer.text.strip() for answer in answers)


@given(st.binary(max_size=300), NAMES)
def test_any_bytes_are_read_or_refused(data: bytes, name: str) -> None:
    read(data, name)


@settings(max_examples=300)
@given(WORDS | HEADED, NAMES)
def test_any_text_is_read_or_refused(text: str, name: str) -> None:
    read(text.encode("utf-8", "replace"), name)


@settings(max_examples=300)
@given(st.lists(st.dictionaries(FIELDS, VALUES, max_size=5) | VALUES, max_size=4))
def test_any_json_is_read_or_refused(entries: list[object]) -> None:
    read(json.dumps(entries).encode(), "a.json")

"""The labelled set is what its description says it is."""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from typing import get_args

import pytest

from presence.analysis.labelled import LabelledText, LabelRefused, as_line, read_lines
from tests.analysis.extraction.labelled import __main__ as command
from tests.analysis.extraction.labelled.sets import Split, load, path_of

SPLITS: tuple[Split, ...] = ("develop", "held_out")
LANGUAGES = {
    "en", "de", "fr", "es", "it", "pt", "nl", "pl", "tr", "ru", "uk", "el", "ar", "he", "ja", "zh",
    "ko", "hi",
}  # fmt: skip
NEAR = 0.5
LINE = (
    '{"id": "t1", "language": "en", "text": "Acme is fine.", '
    '"brand": {"name": "Acme", "aliases": []}, "competitors": [], "expected": {"mentions": '
    '[{"entity": "brand", "start": 0, "end": 4, "text": "Acme", "stance": "affirmative"}], '
    '"position": 1, "positions": {"brand": 1}, "sentiment": "positive", "recommended": false}, '
    '"tags": []}'
)


@pytest.fixture(scope="module")
def halves() -> dict[Split, tuple[LabelledText, ...]]:
    return {split: load(split) for split in SPLITS}


@pytest.fixture(scope="module")
def texts(halves: dict[Split, tuple[LabelledText, ...]]) -> tuple[LabelledText, ...]:
    return halves["develop"] + halves["held_out"]


def test_it_is_large_enough(halves: dict[Split, tuple[LabelledText, ...]]) -> None:
    assert len(halves["develop"]) >= 160
    assert len(halves["held_out"]) >= 320


@pytest.mark.parametrize("split", SPLITS)
def test_each_half_speaks_every_language(
    split: Split, halves: dict[Split, tuple[LabelledText, ...]]
) -> None:
    spoken = Counter(text.language for text in halves[split])
    assert set(spoken) == LANGUAGES
    assert 0.4 <= spoken["en"] / len(halves[split]) <= 0.6


@pytest.mark.parametrize(
    ("tag", "least"), [("hard-negative", 130), ("negation", 90), ("homonym", 100)]
)
def test_hard_cases_are_many(tag: str, least: int, texts: tuple[LabelledText, ...]) -> None:
    assert sum(tag in text.tags for text in texts) >= least


def test_both_halves_pose_the_same_kinds_of_difficulty(
    halves: dict[Split, tuple[LabelledText, ...]],
) -> None:
    develop, held_out = (
        {tag for tag, n in Counter(t for x in halves[s] for t in x.tags).items() if n >= 5}
        for s in SPLITS
    )
    every = {tag for half in halves.values() for text in half for tag in text.tags}
    assert held_out <= every
    assert len(held_out & develop) >= 0.7 * len(held_out)


def test_a_negated_name_is_tagged_as_negation(texts: tuple[LabelledText, ...]) -> None:
    denied = [t for t in texts if any(m.stance == "negated" for m in t.expected.mentions)]
    assert [t.id for t in denied if "negation" not in t.tags] == []


def test_a_hard_negative_never_names_the_brand(texts: tuple[LabelledText, ...]) -> None:
    hard = [t for t in texts if "hard-negative" in t.tags]
    assert [t.id for t in hard if "brand" in t.expected.named] == []


def test_ids_and_texts_are_unique(texts: tuple[LabelledText, ...]) -> None:
    assert len({text.id for text in texts}) == len(texts)
    assert len({text.text.casefold() for text in texts}) == len(texts)


def test_no_brand_is_measured_in_both_halves(
    halves: dict[Split, tuple[LabelledText, ...]],
) -> None:
    develop, held_out = ({t.profile.name.casefold() for t in halves[s]} for s in SPLITS)
    assert develop & held_out == set()


def test_no_two_texts_are_near_duplicates(texts: tuple[LabelledText, ...]) -> None:
    pieces = {t.id: {t.text.casefold()[i : i + 5] for i in range(len(t.text) - 4)} for t in texts}
    holding: dict[str, list[str]] = defaultdict(list)  # piece -> texts read so far that have it
    near = []
    for text, ours in pieces.items():
        shared = Counter(other for piece in ours for other in holding[piece])
        near += [
            (other, text)
            for other, both in shared.items()
            if both > NEAR * (len(ours) + len(pieces[other]) - both)
        ]
        for piece in ours:
            holding[piece].append(text)
    assert near == []


@pytest.mark.parametrize("split", get_args(Split))
def test_a_written_line_reads_back_as_the_same_line(split: Split) -> None:
    lines = path_of(split).read_text("utf-8").splitlines()
    assert [as_line(text) for text in read_lines(lines)] == lines


@pytest.mark.parametrize(
    ("written", "instead", "said"),
    [
        ('"start": 0', '"start": 1', "does not hold 'Acme'"),
        ('"entity": "brand"', '"entity": "other"', "nobody in its entity set"),
        ('"affirmative"', '"maybe"', "'maybe' is none of"),
        ('"positions": {"brand": 1}', '"positions": {}', "name different entities"),
        ('"position": 1', '"position": 2', "position is not its rank"),
        ('"affirmative"', '"negated"', "name different entities"),
        ("{", "", "not a labelled text"),
    ],
)
def test_a_contradictory_line_is_refused_with_its_number(
    written: str, instead: str, said: str
) -> None:
    broken = LINE.replace(written, instead, 1)
    with pytest.raises(LabelRefused, match=f"Line 2 .*{said}"):
        read_lines(["", broken])


def test_no_held_out_text_is_printed_unless_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["detector", "--detail"])
    command.main()
    printed = " ".join(capsys.readouterr().out.split())
    assert "Mention precision" in printed
    held = (*load("held_out"), *load("free_held_out"), *load("told_held_out"))
    assert [t.id for t in held if t.id in printed or t.text in printed] == []


def test_showing_held_out_texts_says_what_it_costs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "failing", lambda found: f"{len(found)} texts")
    monkeypatch.setattr(sys, "argv", ["detector", "--show-held-out"])
    command.main()
    assert "This half is now spent" in " ".join(capsys.readouterr().out.split())

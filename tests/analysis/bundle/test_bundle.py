"""A bundle is the same bytes each time, scores again to the same bytes, or names what differs."""

from __future__ import annotations

import json
from typing import Any

import pytest

from presence.analysis.bundle import BundleRefused, files_of, pack, unpack, verify
from presence.analysis.bundle.contents import lines
from presence.analysis.provenance import canonical
from tests.analysis.bundle.sample import contents, files, forged


def rows(name: str) -> list[Any]:
    return [json.loads(line) for line in files()[name].splitlines()]


def test_an_untouched_bundle_is_accepted() -> None:
    verdict = verify(unpack(pack(files())))
    assert verdict.accepted
    assert (verdict.answers, verdict.difference, verdict.unsupported) == (12, None, ())
    assert verdict.scores > 20


def test_the_same_run_gives_the_same_bytes_whatever_the_order() -> None:
    run = contents()
    mixed = list(run.answers), list(run.readings), list(run.scores)
    for items in mixed:
        items.reverse()
    other = contents(answers=mixed[0], readings=mixed[1], scores=mixed[2])
    assert pack(files_of(other)) == pack(files_of(contents())) == pack(files())


def test_an_altered_answer_is_named_with_its_line() -> None:
    altered = rows("answers.jsonl")
    altered[3]["raw"]["text"] = "Nothing to see."
    found = verify({**files(), "answers.jsonl": lines(altered)}).difference
    assert found is not None
    assert found.path == "answers.jsonl:4"
    assert found.expected != found.got


@pytest.mark.parametrize("name", ["profile.json", "run-profile.json", "documents.json", "fit.json"])
def test_an_altered_input_is_named(name: str) -> None:
    found = verify({**files(), name: canonical({"name": "Other"})}).difference
    assert found is not None
    assert found.path == name


@pytest.mark.parametrize("name", ["prompts.jsonl", "answers.jsonl", "readings.jsonl"])
def test_a_line_taken_out_or_put_in_is_named(name: str) -> None:
    every = rows(name)
    for changed in (every[1:], [*every, every[0]]):
        found = verify({**files(), name: lines(changed)}).difference
        assert found is not None
        assert found.path.startswith(f"{name}:")


def test_an_altered_score_is_named_with_what_it_should_be() -> None:
    scores = json.loads(files()["scores.json"])
    row = next(r for r in scores if (r["metric"], r["engine"]) == ("content", ""))
    right, row["value"] = row["value"], 99.5
    found = verify({**files(), "scores.json": canonical(scores)}).difference
    assert found is not None
    assert (found.path, found.got) == ("scores.json/content/value", "99.5")
    assert float(found.expected) == right


def test_a_score_of_one_engine_is_named_with_the_engine() -> None:
    scores = json.loads(files()["scores.json"])
    next(r for r in scores if (r["metric"], r["engine"]) == ("mentionRate", "claude"))["n"] = 1
    found = verify({**files(), "scores.json": canonical(scores)}).difference
    assert found is not None
    assert found.path == "scores.json/claude/mentionRate/n"


def test_a_score_left_out_or_made_up_is_named() -> None:
    scores = json.loads(files()["scores.json"])
    fewer = verify({**files(), "scores.json": canonical(scores[1:])}).difference
    more = [*scores, {**scores[0], "metric": "fame"}]
    added = verify({**files(), "scores.json": canonical(more)}).difference
    assert fewer is not None
    assert added is not None
    assert fewer.got == "null"
    assert (added.path, added.expected) == ("scores.json/fame", "nothing")


def test_an_altered_reading_is_named() -> None:
    altered = rows("readings.jsonl")
    altered[2]["positions"] = [["brand", 1]]
    found = verify({**files(), "readings.jsonl": lines(altered)}).difference
    assert found is not None
    assert found.path.startswith("readings.jsonl:3/positions")


def test_another_layout_of_the_same_values_is_no_untouched_bundle() -> None:
    spaced = json.dumps(json.loads(files()["scores.json"]), indent=1).encode()
    found = verify({**files(), "scores.json": spaced}).difference
    assert found is not None
    assert found.path == "scores.json"


def test_an_answer_forged_together_with_its_digest_gives_itself_away() -> None:
    # The text changes what is read, and the hash over all inputs besides.
    altered = rows("answers.jsonl")
    altered[1]["raw"]["text"] = "Acme and nobody else."
    read = verify(forged({"answers.jsonl": lines(altered)})).difference
    assert read is not None
    assert read.path.startswith("readings.jsonl:2")
    harmless = rows("answers.jsonl")
    harmless[0]["raw"]["text"] += " "
    hashed = verify(forged({"answers.jsonl": lines(harmless)})).difference
    assert hashed is not None
    assert hashed.path == "manifest.json/inputsHash"


def test_a_forged_profile_gives_itself_away() -> None:
    profile = json.loads(files()["profile.json"])
    found = verify(forged({"profile.json": canonical({**profile, "aliases": ["Beta"]})})).difference
    assert found is not None
    assert found.path == "manifest.json/reading"


def test_versions_this_build_cannot_score_are_named_and_nothing_is_judged() -> None:
    other = forged({}, versions={"extractor": "mentions-0", "scoreModel": "content-v0"})
    verdict = verify(other)
    assert not verdict.accepted
    assert verdict.difference is None
    assert [(name, theirs) for name, theirs, _ in verdict.unsupported] == [
        ("extractor", "mentions-0"),
        ("scoreModel", "content-v0"),
    ]


@pytest.mark.parametrize(
    "manifest",
    [b"", b"{}", b"[]", b"nonsense", b'{"format": "presence-bundle-9"}', b"[" * 100_000],
)
def test_a_manifest_that_is_none_is_refused(manifest: bytes) -> None:
    with pytest.raises(BundleRefused, match=r"manifest .*\.$"):
        verify({**files(), "manifest.json": manifest})


def test_files_that_do_not_hold_what_their_names_say_are_refused() -> None:
    with pytest.raises(BundleRefused, match="do not hold"):
        verify(forged({"answers.jsonl": b'{"id": 1}\n'}))

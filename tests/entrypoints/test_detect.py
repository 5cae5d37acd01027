"""`presence detect` as its users run it: text on standard input, an object or a marked text out."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

COMPETITORS = ("--competitor", "Quorvane", "--competitor", "Ostrel=https://ostrel.example")


def presence(*arguments: str, text: bytes) -> subprocess.CompletedProcess[bytes]:
    program = Path(sys.executable).with_name("presence")
    return subprocess.run(  # noqa: S603 - our own command with literal arguments
        [str(program), "detect", *arguments],
        input=text,
        capture_output=True,
        timeout=100,
        check=False,
    )


def detected(text: str, *arguments: str, brand: str = "Tallyfern") -> dict[str, Any]:
    done = presence("--brand", brand, *arguments, "--json", text=text.encode())
    assert done.returncode == 0, done.stderr.decode()
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def refusal(*arguments: str, text: bytes = b"") -> str:
    """What standard error says of a refused call, as one line."""
    done = presence(*arguments, text=text)
    assert done.returncode == 2
    assert done.stdout == b""
    return " ".join(done.stderr.decode().replace("│", " ").split())


def test_every_entity_carries_what_is_said_of_it() -> None:
    text = "For rosters I recommend Tallyfern. Quorvane is an alternative."
    first, second = detected(text, *COMPETITORS)["entities"]
    assert first == {
        "name": "Tallyfern",
        "start": 24,
        "end": 33,
        "position": 1,
        "stance": "affirmative",
        "sentiment": "positive",
        "recommended": True,
    }
    assert (second["name"], second["position"]) == ("Quorvane", 2)


@pytest.mark.parametrize(
    "text",
    [
        "\ufeffFirst line.\r\n\r\nTallyfern\r\n",
        "👩‍💻👩‍💻 says: Tallyfern",
        "Cafe\u0301 owners use \U00020bb7 and Tallyfern.",
        "A&amp;B, **Tally**fern",
    ],
)
def test_offsets_count_the_input_as_it_was_given(text: str) -> None:
    (only,) = detected(text)["entities"]
    assert text[only["start"] : only["end"]].replace("*", "") == "Tallyfern"


def test_one_text_may_name_and_deny() -> None:
    text = "Quorvane is popular with clinics. I couldn't find any information about Tallyfern."
    named, denied = detected(text, *COMPETITORS)["entities"]
    assert (named["stance"], named["position"]) == ("affirmative", 1)
    assert (denied["stance"], denied["position"]) == ("negated", None)
    assert (denied["sentiment"], denied["recommended"]) == (None, False)


def test_an_alias_is_reported_under_the_brand_name() -> None:
    text = "TF Rosters is quick to set up."
    (only,) = detected(text, "--alias", "TF Rosters")["entities"]
    assert (only["name"], text[only["start"] : only["end"]]) == ("Tallyfern", "TF Rosters")


@pytest.mark.parametrize(
    ("name", "another"),
    [
        ("Node.js Workshop", "NodeXjs Workshop"),
        ("Tally(fern Workshop", "Tallyfern Workshop"),
        ("Tallyf?ern Workshop", "Tallyern Workshop"),
    ],
)
def test_a_sign_in_a_name_of_several_words_means_itself(name: str, another: str) -> None:
    assert detected(f"We recommend {name} to all.", brand=name)["entities"]
    assert not detected(f"We recommend {another} to all.", brand=name)["entities"]


def test_letters_inside_other_words_are_nobody() -> None:
    assert detected("Keep a toolbox in the van.", brand="Box") == {
        "entities": [],
        "alsoNamed": [],
        "citations": [],
        "needsReview": [],
    }


def test_an_ordinary_word_without_evidence_is_left_to_a_person() -> None:
    text = "Linear is fine."
    found = detected(text, brand="Linear")
    spans = [text[i["start"] : i["end"]] for i in found["entities"] + found["needsReview"]]
    assert spans == ["Linear"]
    assert all(item["reason"] and item["name"] == "Linear" for item in found["needsReview"])


def test_links_are_citations_with_their_owner() -> None:
    text = "See https://tallyfern.example/prices and https://ostrel.example."
    found = detected(text, *COMPETITORS, "--website", "tallyfern.example")
    named = [text[item["start"] : item["end"]] for item in found["entities"]]
    assert named == ["https://tallyfern.example/prices", "https://ostrel.example"]
    owners = [(source["domain"], source["owner"]) for source in found["citations"]]
    assert owners == [("tallyfern.example", "Tallyfern"), ("ostrel.example", "Ostrel")]
    first = found["citations"][0]
    assert text[first["start"] : first["end"]] == "https://tallyfern.example/prices"


def test_empty_input_names_nobody() -> None:
    assert detected("") == {"entities": [], "alsoNamed": [], "citations": [], "needsReview": []}


def test_a_megabyte_is_read_to_its_end() -> None:
    text = "Staff plan the week ahead, and managers approve it on one screen.\n" * 16_000
    text += "Most of them use Tallyfern."
    assert len(text) > 1_000_000
    (only,) = detected(text, *COMPETITORS)["entities"]
    assert only["start"] == len(text) - len("Tallyfern.")


def test_bytes_that_are_not_utf8_are_refused_with_their_place() -> None:
    said = refusal("--brand", "Tallyfern", "--json", text=b"Tallyfern \xff")
    assert said == "presence: Standard input is not UTF-8 text: byte 10 cannot be read."


def test_more_than_ten_megabytes_are_refused() -> None:
    said = refusal("--brand", "Tallyfern", text=b" " * (10 * 1024 * 1024 + 1))
    assert said == "presence: The text on standard input is larger than 10 MB."


def test_a_brand_must_be_given() -> None:
    assert "Give the name of the brand with --brand." in refusal("--brand", " ")


def test_a_name_cannot_be_both_brand_and_competitor() -> None:
    said = refusal("--brand", "Ostrel", "--competitor", "ostrel")
    assert "'ostrel' is given twice." in said


@pytest.mark.parametrize("name", ["X", "!!!", "GmbH", "C++", "*", "\u200b", "東", ".*"])
def test_strange_names_end_with_an_answer(name: str) -> None:
    done = presence("--brand", name, "--json", text=f"We like {name} and others.".encode())
    assert done.returncode == 0, done.stderr.decode()
    assert set(json.loads(done.stdout)) == {"entities", "alsoNamed", "citations", "needsReview"}


def test_people_read_the_text_and_a_row_per_occurrence() -> None:
    text = "I recommend Tallyfern.\nQuorvane is an alternative."
    shown = presence("--brand", "Tallyfern", *COMPETITORS, text=text.encode()).stdout.decode()
    assert shown.startswith(text)
    (row,) = [line for line in shown.splitlines() if line.startswith("│ Tallyfern")]
    assert [cell.strip() for cell in row.split("│")[2:6]] == ["1", "affirmative", "positive", "yes"]


def test_of_many_occurrences_people_see_the_first_and_how_many_follow() -> None:
    text = "We use Tallyfern. " * 100
    shown = presence("--brand", "Tallyfern", text=text.encode()).stdout.decode()
    assert sum(line.startswith("│ Tallyfern") for line in shown.splitlines()) == 40
    assert "and 60 more: add --json to see all" in shown


def test_a_text_cannot_drive_the_terminal() -> None:
    text = b"Tallyfern \x1b[2J\x1b]0;gone\x07 \xc2\x9b31m end"
    shown = presence("--brand", "Tallyfern", text=text).stdout
    assert b"\x1b" not in shown
    assert b"\x07" not in shown
    assert "\u009b" not in shown.decode()


def test_when_nobody_is_named_it_says_so() -> None:
    shown = presence("--brand", "Tallyfern", text=b"Nothing here.").stdout.decode()
    assert "Nobody is named." in shown

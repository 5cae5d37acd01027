"""Files of answers are taken as written, in every encoding and script, or refused clearly."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from presence.analysis.imported import ImportedAnswer, ImportRefused, parse

CSV = (
    "Question,Response,Assistant,Date,Sources\n"
    'Which desk?,"Acme, of course.\nIt is solid.",ChatGPT,2026-11-02,https://acme.example/a\n'
    "And chairs?,Beta.,,,\n"
)
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be")


def refusal(data: bytes | str, filename: str = "") -> str:
    """The sentence a file is refused with."""
    with pytest.raises(ImportRefused) as caught:
        parse(data.encode() if isinstance(data, str) else data, filename)
    return str(caught.value)


def test_a_csv_gives_every_field() -> None:
    first, second = parse(CSV.encode(), "answers.csv")
    assert first.prompt == "Which desk?"
    assert first.text == "Acme, of course.\nIt is solid."
    assert first.engine == "ChatGPT"
    assert first.answered_at == datetime(2026, 11, 2, tzinfo=UTC)
    assert [c.url for c in first.citations or ()] == ["https://acme.example/a"]
    assert (second.answered_at, second.citations, second.place) == (None, None, "Row 3")


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("words", ["هل أكمي جيدة؟", "アクメは良いですか", "Größe – œuvre 🪑"])
def test_every_encoding_and_script_comes_through(encoding: str, words: str) -> None:
    data = f"prompt;answer\n{words};{words}\n".encode(encoding)
    assert [(a.prompt, a.text) for a in parse(data, "a.csv")] == [(words, words)]


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_separators_and_line_ends_of_any_spreadsheet_are_understood(
    delimiter: str, line_end: str
) -> None:
    rows = [delimiter.join(r) for r in (("Prompt", "Answer"), ("Which?", "Acme"), ("", ""))]
    assert [a.text for a in parse(line_end.join(rows).encode(), "a.csv")] == ["Acme"]


def test_the_separator_line_of_excel_is_obeyed() -> None:
    assert parse(b"sep=|\nprompt|answer\na,b;c|Acme\n", "a.csv")[0].prompt == "a,b;c"


@pytest.mark.parametrize(
    "document",
    [
        [{"prompt": "Which?", "answer": "Acme."}],
        {"answers": [{"Question": "Which?", "text": "Acme.", "extra": 5}]},
    ],
)
def test_json_may_be_a_list_or_an_object_with_answers(document: object) -> None:
    answers = parse(json.dumps(document).encode())
    assert [(a.prompt, a.text) for a in answers] == [("Which?", "Acme.")]


def test_links_of_json_may_carry_titles() -> None:
    entry = {
        "prompt": "Which?",
        "answer": "Acme.",
        "date": "2026-11-02T10:00:00+02:00",
        "citations": [{"url": "https://a.example/", "title": "A"}, "https://b.example/x,y"],
    }
    answer = parse(json.dumps([entry]).encode(), "a.json")[0]
    assert [(c.url, c.title) for c in answer.citations or ()] == [
        ("https://a.example/", "A"),
        ("https://b.example/x,y", ""),
    ]
    assert answer.answered_at == datetime(2026, 11, 2, 8, tzinfo=UTC)


def test_an_empty_list_of_links_is_not_an_unknown_one() -> None:
    entry = {"prompt": "Which?", "answer": "Acme.", "links": []}
    assert parse(json.dumps([entry]).encode())[0].citations == ()


def test_pasted_text_is_one_answer_as_it_stands() -> None:
    pasted = "Here are three: Acme, Beta and Gamma.\n\n---\n\n1. **Acme**: solid."
    assert parse(pasted.encode()) == (ImportedAnswer(text=pasted, place="Answer 1"),)


def test_pasted_text_may_name_its_prompt_and_hold_several_answers() -> None:
    pasted = (
        "Prompt: Which desk?\nEngine: Claude\nDate: 2026-11-02\n\nAcme.\n"
        "=====\n"
        "Prompt: Which chair?\n\nBeta: the soft one.\n"
    )
    first, second = parse(pasted.encode(), "notes.txt")
    assert (first.prompt, first.engine, first.text) == ("Which desk?", "Claude", "Acme.")
    assert (second.prompt, second.text) == ("Which chair?", "Beta: the soft one.")


def test_prose_with_a_colon_keeps_its_first_line() -> None:
    pasted = "Engine: this word has two meanings.\nFirst, a motor."
    assert parse(pasted.encode())[0].text == pasted


@pytest.mark.parametrize(
    ("data", "filename", "sentence"),
    [
        (
            "prompt,reaction\nWhich?,Acme\n",
            "a.csv",
            "There is no column “answer”. The file has: prompt, reaction. Expected columns: "
            "prompt, answer, engine, date, links, locale; prompt and answer are needed.",
        ),
        ("Frage 1;Acme\n", "a.csv", "There is no column “prompt”. The file has: Frage 1, Acme."),
        ("prompt,answer\n", "a.csv", "The file has no answers."),
        ("prompt,answer\nWhich?,\n", "a.csv", "Row 2 has no answer."),
        ("prompt,answer\na,b\n\n,Acme\n", "a.csv", "Row 4 has no prompt"),
        ("prompt,answer\na,b,c\n", "a.csv", "Row 2 has 3 cells, but the header has 2."),
        ('prompt,answer\na,"b\n', "a.csv", "Row 2 cannot be read"),
        ("prompt,prompt,answer\na,b,c\n", "a.csv", "Two columns are called “prompt”."),
        ("prompt,answer,date\na,b,03/04/2026\n", "a.csv", "Row 2: “03/04/2026” is not a date"),
        ("prompt,answer,links\na,b,see below\n", "a.csv", "Row 2: “see” is not a web address."),
        ('[{"prompt": "a", "answer": 5}]', "", "Answer 1: the answer is not text."),
        ('[{"prompt": "a",}]', "", "The JSON cannot be read:"),
        ("[" * 100_000, "a.json", "The JSON is nested too deeply."),
        ('{"rows": []}', "", "The JSON must be a list of answers or"),
        ('["Acme"]', "a.json", "Answer 1 is not an object"),
        ("  \n", "", "The file is empty."),
        (b"PK\x03\x04\x00\x00", "a.xlsx", "This is not a text file."),
        ("Größe".encode("latin-1"), "", "The file is neither UTF-8 nor UTF-16."),
        (b"prompt,answer\na,b\x00c" + b"\xff" * 9, "a.csv", "The file is neither UTF-8"),
    ],
)
def test_what_cannot_be_taken_is_refused_with_its_place(
    data: bytes | str, filename: str, sentence: str
) -> None:
    assert refusal(data, filename).startswith(sentence)


def test_ten_thousand_answers_are_taken_and_one_more_is_not() -> None:
    rows = "prompt,answer\n" + "Which?,Acme\n" * 10_000
    assert len(parse(rows.encode(), "a.csv")) == 10_000
    assert refusal(rows + "Which?,Acme\n", "a.csv").startswith("The file has more than 10,000")


def test_an_answer_of_a_megabyte_is_taken_and_a_longer_one_is_not() -> None:
    header = "prompt,answer\nWhich?,"
    assert len(parse((header + "a" * 1_000_000).encode(), "a.csv")[0].text) == 1_000_000
    assert refusal(header + "ü" * 500_001, "a.csv") == "Row 2: the answer is longer than 1 MB."


def test_more_than_ten_megabytes_are_refused_before_reading() -> None:
    assert refusal(b"a" * 10_000_001).startswith("The file is larger than 10 MB.")


def test_every_row_at_fault_is_named_not_only_the_first() -> None:
    rows = "prompt,answer,date\nWhich?,,\n,Acme.,\nWhich?,Acme.,yesterday\nWhich?,Acme.,\n"
    with pytest.raises(ImportRefused) as caught:
        parse(rows.encode(), "a.csv")
    assert [problem.partition(":")[0] for problem in caught.value.problems] == [
        "Row 2 has no answer.",
        "Row 3 has no prompt",
        "Row 4",
    ]
    assert str(caught.value) == caught.value.problems[0]


def test_rows_before_an_unreadable_one_are_still_judged() -> None:
    with pytest.raises(ImportRefused) as caught:
        parse(b'prompt,answer\nWhich?,\nWhich?,"open\n', "a.csv")
    assert [problem[:5] for problem in caught.value.problems] == ["Row 2", "Row 3"]

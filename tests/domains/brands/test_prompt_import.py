"""Importing lists of prompts: what is stored, what is refused, and that nothing is lost."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import event

from presence.db.session import Database
from tests.domains.brands.conftest import FREE, SCALE, Desk, OpenDesk


async def send(desk: Desk, data: bytes | str, name: str = "prompts.csv") -> Any:
    """Import a file through the API."""
    content = data.encode() if isinstance(data, str) else data
    return await desk.post("prompts/import", files={"file": (name, content, "text/csv")})


@contextmanager
def statements(database: Database) -> Iterator[list[str]]:
    """What is sent to the database meanwhile."""
    sent: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        sent.append(statement)

    engine = database.engine.sync_engine
    event.listen(engine, "before_cursor_execute", note)
    try:
        yield sent
    finally:
        event.remove(engine, "before_cursor_execute", note)


async def imported(desk: Desk, data: bytes | str) -> dict[str, Any]:
    """The report of an import that is taken."""
    answer = await send(desk, data)
    assert answer.status_code == 200, answer.text
    report: dict[str, Any] = answer.json()
    return report


async def test_rows_are_stored_and_every_refused_one_is_named_with_its_number(
    open_desk: OpenDesk,
) -> None:
    async with open_desk(SCALE) as desk:
        await desk.ask("Which desks last longest?")
        report = await imported(
            desk,
            "prompt,topic,intent\n"
            "Which oak tables last longest?,Tables,discovery\n"
            '"How do oak, beech and ash compare?",Wood,\n'
            "which desks LAST longest,,\n"
            "Which oak tables last longest?,,\n"
            "Is Hаrrow Oak good?,,\n"
            "Is Harrow Oak good?,,\n"
            f"{'x' * 600},,\n"
            "?,,\n"
            "Which benches are best?,,shopping\n",
        )
        assert (report["imported"], report["active"], report["paused"]) == (3, 3, 0)
        assert [(note["row"], note["code"]) for note in report["rejected"]] == [
            (4, "duplicate"),
            (5, "duplicate"),
            (6, "hidden-brand"),
            (8, "string-too-long"),
            (9, "string-too-short"),
            (10, "intent"),
        ]
        assert report["rejected"][4]["text"] == "?"
        assert [(note["row"], note["code"]) for note in report["notices"]] == [(7, "branded")]
        stored = {p["text"]: p for p in (await desk.get("prompts"))["data"]}
        assert stored["How do oak, beech and ash compare?"]["topic"] == "Wood"
        assert stored["Is Harrow Oak good?"]["branded"] is True


async def test_rows_beyond_the_plan_are_kept_as_paused(open_desk: OpenDesk) -> None:
    async with open_desk(FREE) as desk:
        lines = [f"Which oak table number {n} is best?" for n in range(20)]
        report = await imported(desk, "prompt\n" + "\n".join(lines))
        assert (report["active"], report["paused"], report["rejected"]) == (9, 11, [])
        listed = (await desk.get("prompts", limit="50"))["data"]
        assert [prompt["text"] for prompt in listed] == lines
        assert [prompt["status"] for prompt in listed] == ["active"] * 9 + ["paused"] * 11


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ("name,address\nA,B\n", "It names: name, address."),
        ("", "no header row"),
        ("prompt,topic\n", "no questions below"),
        (b"\x01\x02\x7f" * 200, "This is not a text file. Save it as CSV."),
        ("prompt,prompt\na,b\n", "Two columns"),
        ('prompt,topic\n"never closed,x\n', "quoted cell"),
        (b"\xff\xfeprompt\xd8", "UTF-8"),
        (b"PK\x03\x04zip", "not a text file"),
        ("prompt\n" + "Which?\n" * 10_001, "at most 10,000"),
    ],
)
async def test_a_file_that_cannot_be_read_is_refused_in_a_sentence_and_changes_nothing(
    open_desk: OpenDesk, data: bytes | str, said: str
) -> None:
    async with open_desk() as desk:
        answer = await send(desk, data)
        assert answer.status_code == 422, answer.text
        assert said in answer.json()["message"]
        assert (await desk.get("prompts"))["data"] == []


@pytest.mark.parametrize(
    "data",
    [
        "prompt;topic\nWelche Tische, sagen wir aus Eiche, halten lange?;Tische\n",
        "Question\tTopic\nWelche Tische, sagen wir aus Eiche, halten lange?\tTische\n",
        "PROMPT\nWelche Tische, sagen wir aus Eiche, halten lange?\n",
        '\ufeffprompt\r\n\r\n"Welche Tische, sagen wir aus Eiche, halten lange?"\r\n',
    ],
)
async def test_separators_headers_and_marks_of_common_programs_are_understood(
    open_desk: OpenDesk, data: str
) -> None:
    async with open_desk() as desk:
        assert (await imported(desk, data))["imported"] == 1
        wide = data.lstrip("\ufeff").encode("utf-16")
        assert (await imported(desk, wide))["rejected"][0]["code"] == "duplicate"


async def test_a_list_can_be_sent_as_json(open_desk: OpenDesk) -> None:
    async with open_desk() as desk:
        rows = [{"text": "Which oak tables last longest?", "topic": "Tables"}, {"text": "?"}]
        report = (await desk.post("prompts/import", json={"rows": rows})).json()
        assert report["imported"] == 1
        assert [(note["row"], note["text"]) for note in report["rejected"]] == [(2, "?")]
        bodies: tuple[Any, ...] = ({}, {"rows": []}, {"rows": "all"}, [1])
        for body in bodies:
            assert (await desk.post("prompts/import", json=body)).status_code == 422
        text = await desk.post("prompts/import", content=b"x", headers={"content-type": "text/csv"})
        assert text.status_code == 415


async def test_a_row_that_was_deleted_before_comes_back_as_itself(open_desk: OpenDesk) -> None:
    async with open_desk() as desk:
        added = await desk.ask("Which oak tables last longest?")
        await desk.client.delete(desk.path("prompts", added["id"]))
        assert (await imported(desk, f"prompt\n{added['text']}\n"))["active"] == 1
        assert [p["id"] for p in (await desk.get("prompts"))["data"]] == [added["id"]]


async def test_ten_thousand_rows_are_taken_in_with_few_statements(
    open_desk: OpenDesk, database: Database
) -> None:
    async with open_desk(SCALE) as desk:
        lines = [f"Which oak tables of kind {n} are best for a kitchen?" for n in range(9_990)]
        lines += ["Is Hаrrow Oak good?"] * 10
        with statements(database) as sent:
            report = await imported(desk, "prompt\n" + "\n".join(lines))
        assert (report["active"], report["paused"]) == (149, 9_841)
        assert [note["row"] for note in report["rejected"]] == list(range(9_992, 10_002))
        assert len(sent) < 100, "a statement carries many rows"
        answer = await desk.post("prompts", json={"text": "Is Harrow Oak good?"})
        assert answer.status_code == 403  # every slot is taken
        more = await imported(desk, "prompt\n" + "\n".join(f"Which desk {n}?" for n in range(20)))
        assert (more["imported"], {note["code"] for note in more["rejected"]}) == (10, {"too-many"})

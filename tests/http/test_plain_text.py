"""Every name a caller gives is one line without hidden characters, whatever it names."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Any, Literal, get_args, get_origin

import httpx
import pytest
from pydantic import ValidationError
from pydantic_core import PydanticCustomError

import presence.entrypoints.customer
import presence.entrypoints.operator  # noqa: F401 - its request models are judged, too
from presence.domains.runs.schemas.runs import AnswersIn
from presence.http.plain_text import HIDDEN, NAMING, WRITTEN, plain_text, written_text
from presence.http.schemas import ApiIn
from tests.factories.people import registration


def models(kind: type[ApiIn] = ApiIn) -> Iterator[type[ApiIn]]:
    """Every request model of both applications."""
    for one in kind.__subclasses__():
        if one.__module__.startswith("presence."):
            yield one
        yield from models(one)


def is_text(annotation: Any) -> bool:
    """Whether a text of the caller's own choice may stand there."""
    if get_origin(annotation) is Literal:
        return False
    return annotation is str or any(is_text(part) for part in get_args(annotation))


def called(pattern: re.Pattern[str]) -> list[tuple[type[ApiIn], str]]:
    """Every field of text whose name fits, but those taken as they come."""
    return [
        (model, name)
        for model in models()
        for name, info in model.model_fields.items()
        if pattern.search(name) and is_text(info.annotation) and name not in model.as_given
    ]


def named() -> list[tuple[type[ApiIn], str]]:
    """Every field that names something."""
    return called(NAMING)


def test_every_field_that_names_something_refuses_a_hidden_character() -> None:
    found = named()
    assert len(found) > 30
    for model, name in found:
        with pytest.raises(ValidationError) as refused:
            model.model_validate({name: "Da\u202eniel"})
        kinds = {(line["loc"], line["type"]) for line in refused.value.errors()}
        assert ((name,), HIDDEN) in kinds, (model, name)


# What is neither: judged where it is used, by a rule of its own (an address, a code, a secret), or
# compared with what is known and refused when it is not; bytes of a passkey are base64url.
OF_ITS_OWN_RULE = re.compile(
    r"(?:^|_)(?:urls?|email|password|token|code|key|seal|phone|locale|zone|id|prefixes|colou?r|logo"
    r"|engines?|models?|domain|entity|where|sort|query|q|source|page|traceparent|currency|type"
    r"|features?|metadata|data|json|object|signature|transports|handle"
    r"|new|removed)$"  # keys of proposed questions, compared with the proposal
)


def test_every_text_a_caller_sends_is_a_name_is_written_or_has_a_rule_of_its_own() -> None:
    known = {*called(NAMING), *called(WRITTEN), *called(OF_ITS_OWN_RULE)}
    given = {(model, name) for model in models() for name in model.as_given}
    assert set(called(re.compile(""))) - known - given == set()


def test_every_text_that_somebody_writes_refuses_what_turns_or_hides_the_rest() -> None:
    found = [field for field in called(WRITTEN) if not NAMING.search(field[1])]
    assert len(found) > 60
    for model, name in found:
        for hidden in ("\u202e", "\u2066", "\x1b", "\x07"):
            with pytest.raises(ValidationError) as refused:
                model.model_validate({name: f"First{hidden}\nsecond"})
            kinds = {(line["loc"], line["type"]) for line in refused.value.errors()}
            assert ((name,), HIDDEN) in kinds, (model, name)


@pytest.mark.parametrize("text", ["First\nsecond\r\n\tthird", " spaces stay ", "a\u200bb \u00ad"])
def test_a_text_keeps_its_lines_its_tabs_and_its_spelling(text: str) -> None:
    assert written_text(text) == text


def test_quoted_answers_stay_as_they_were_seen() -> None:
    text = "As it said: \u202eabc"
    assert AnswersIn.model_validate({"text": text}).text == text


@pytest.mark.parametrize(
    "text",
    [
        "Jos\u00e9", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "\u0915\u094d\u200d\u0937",
        "\U0001f469\u200d\U0001f680 Team", "\u2764\ufe0f", "\u05e9\u05dc\u05d5\u05dd", "O'Brien",
    ],
)  # fmt: skip
def test_names_of_every_script_stay_as_they_are(text: str) -> None:
    assert plain_text(text) == text


HIDING = [chr(c) for c in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))]
HIDING += ["\u200b", "\u2060", "\ufeff", "\x00", "\x07", "\x1b", "\x85", "\n", "\t", "\u2028"]
HIDING += ["\ud800", "\U000e0041", "\u3164", "\u2800", "\u200c", "\u200d", "\ue000"]


@pytest.mark.parametrize("hidden", HIDING, ids=[f"U+{ord(one):04X}" for one in HIDING])
def test_a_hidden_character_inside_a_name_is_refused(hidden: str) -> None:
    with pytest.raises(PydanticCustomError):
        plain_text(f"Ac{hidden}me")


def test_a_name_is_kept_in_one_spelling_without_marks_that_nobody_sees() -> None:
    assert plain_text("  Cafe\u0301\u200f\u00ad ") == unicodedata.normalize("NFC", "Cafe\u0301")


async def test_a_person_reads_why_a_name_is_refused(client: httpx.AsyncClient) -> None:
    answer = await client.post("/api/register", json=registration(firstName="Da\u202eniel"))
    assert answer.status_code == 422
    (error,) = [line for line in answer.json()["errors"] if line["pointer"] == "/firstName"]
    assert error["detail"].startswith("This text holds a hidden or control character.")

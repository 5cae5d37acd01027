"""Quick tier of the assurance `fuzz`, and answers that it must not accept."""

from __future__ import annotations

from typing import Any

import pytest
import requests
import schemathesis
from schemathesis import Case, Response

from presence.entrypoints.commands.export_openapi import describe
from tests.assurance import fuzz
from tests.assurance.frame import Deadline
from tests.assurance.fuzz_calls import faults_of, fits, trimmed
from tests.conftest import Place


@pytest.mark.timeout(480)
async def test_whatever_is_sent_is_answered_as_documented(place: Place) -> None:
    outcome = await fuzz.run(place, fuzz.QUICK, 7, Deadline(300))
    assert outcome.violations == 0, outcome.counts
    assert outcome.complete, outcome.counts


@pytest.mark.parametrize(
    ("status", "body", "kind"),
    [
        (500, b"{}", "server error 500"),
        (418, b"{}", "undocumented status 418"),
        (200, b'{"status": "canary-9"}', "a word of another tenant"),
    ],
)
def test_an_answer_that_was_not_promised_is_noticed(status: int, body: bytes, kind: str) -> None:
    described = schemathesis.openapi.from_dict(describe())
    case: Case[Any] = described["/healthz"]["GET"].Case()
    request = requests.Request("GET", "http://presence.test/healthz").prepare()
    headers = {"content-type": ["application/json"]}
    answer = Response(status, headers, body, request, 0.1, False, encoding="utf-8")
    assert kind in {fault.kind for fault in faults_of(case, answer, "canary-9")}


@pytest.mark.parametrize(
    ("schema", "sent", "fitting"),
    [
        ({"type": "string", "format": "uuid"}, ["x"], False),
        ({"type": "string", "format": "uuid"}, None, True),
        ({"type": "array", "items": {"type": "string"}, "maxItems": 1}, ["1e-15"], True),
        ({"type": "array", "items": {"type": "string"}, "maxItems": 1}, ["a", "b"], False),
        ({"type": "boolean"}, ["true"], True),
        ({"type": "integer", "maximum": 9}, ["10"], False),
    ],
)
def test_a_query_is_judged_by_what_was_sent_of_it(
    schema: dict[str, Any], sent: list[str] | None, fitting: bool
) -> None:
    assert fits({"schema": schema}, sent) is fitting


def test_spaces_around_a_text_do_not_count() -> None:
    assert trimmed({"a": " b ", "c": [" d", 1], "e": None}) == {"a": "b", "c": ["d", 1], "e": None}

"""Members of a request's body are of the JSON type that the description says."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any

import pytest
from pydantic import AwareDatetime, Field, ValidationError

from presence.http.schemas import ApiIn


class _Body(ApiIn):
    sentences = {"day": "Choose a day"}  # noqa: RUF012 - as requests declare it

    day: date | None = None
    at: datetime | None = None
    until: AwareDatetime | None = None
    how_many: Annotated[int, Field(ge=0)] | None = None
    plans: list[int] = []  # noqa: RUF012 - Pydantic copies it
    share: float = 0.5
    is_open: bool = False
    limit: int | bool = 0
    name: str = ""


@pytest.mark.parametrize(
    "body",
    [
        {"day": 0},
        {"day": "1700000000"},
        {"at": 1_700_000_000},
        {"until": 1_700_000_000},
        {"day": "-86400"},
        {"day": "86400.0"},
        {"howMany": True},
        {"howMany": "5"},
        {"how_many": "5"},
        {"share": False},
        {"isOpen": 1},
        {"isOpen": "yes"},
        {"limit": "x"},
    ],
)
def test_a_member_of_another_json_type_is_refused_at_its_name(body: dict[str, Any]) -> None:
    with pytest.raises(ValidationError) as refused:
        _Body.model_validate(body)
    assert [error["loc"] for error in refused.value.errors()] == [tuple(body)]


@pytest.mark.parametrize(
    "body",
    [
        {"day": "2026-03-01", "at": "2026-03-01T10:00:00Z"},
        {"howMany": 5, "share": 1, "isOpen": True},
        {"day": None, "howMany": None},
        {"plans": [2, 3]},
        {"plans": []},
    ],
)
def test_what_the_description_says_is_accepted(body: dict[str, Any]) -> None:
    assert len(_Body.model_validate(body).model_fields_set) == len(body)


def test_every_wrong_member_is_told_at_once_with_its_own_sentence() -> None:
    with pytest.raises(ValidationError) as refused:
        _Body.model_validate({"day": 3, "name": 7})
    told = {error["loc"][0]: error["msg"] for error in refused.value.errors()}
    assert set(told) == {"day", "name"}
    assert told["day"] == "Choose a day"

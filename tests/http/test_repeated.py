"""A header sent on several lines is one header to every reader, or the request is refused."""

from __future__ import annotations

import httpx
import pytest
from starlette.types import Scope

from presence.core.errors import BadRequest
from presence.http.repeated import ONCE, combine
from tests.factories.people import sign_up

JSON = ("content-type", "application/json")


@pytest.mark.parametrize("name", sorted(line.decode() for line in ONCE))
async def test_what_decides_who_asks_or_for_what_is_refused_twice(
    client: httpx.AsyncClient, name: str
) -> None:
    lines = [(name, "1"), (name, "1")]
    answer = await client.get("/api/v1/meta", headers=lines)
    assert answer.status_code == 400
    assert answer.json()["detail"] == f"The header {name} was sent more than once."
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_other_lines_become_one_in_their_order() -> None:
    scope: Scope = {
        "headers": [
            (b"x-forwarded-for", b"6.6.6.6"),
            (b"cookie", b"a=1"),
            (b"accept", b"text/html"),
            (b"x-forwarded-for", b"198.51.100.7"),
            (b"cookie", b"b=2"),
        ]
    }
    combine(scope)
    assert scope["headers"] == [
        (b"x-forwarded-for", b"6.6.6.6, 198.51.100.7"),
        (b"cookie", b"a=1; b=2"),
        (b"accept", b"text/html"),
    ]


def test_two_lines_of_a_kind_that_may_be_one_only_raise() -> None:
    with pytest.raises(BadRequest):
        combine({"headers": [(b"origin", b"http://a"), (b"origin", b"http://a")]})


async def test_cookies_on_several_lines_are_all_read(client: httpx.AsyncClient) -> None:
    await sign_up(client)
    pairs = [("cookie", f"{name}={value}") for name, value in client.cookies.items()]
    client.cookies.clear()
    answer = await client.get("/api/user", headers=[("cookie", "theme=dark"), *pairs])
    assert answer.status_code == 200


async def test_of_two_session_cookies_the_last_counts_for_everybody(
    client: httpx.AsyncClient,
) -> None:
    await sign_up(client)
    pairs = [f"{name}={value}" for name, value in client.cookies.items()]
    wrong = [f"{name}=x" for name in client.cookies]
    client.cookies.clear()
    last_right = await client.get("/api/user", headers={"cookie": "; ".join(wrong + pairs)})
    last_wrong = await client.get("/api/user", headers={"cookie": "; ".join(pairs + wrong)})
    assert (last_right.status_code, last_wrong.status_code) == (200, 401)


async def test_a_compressed_body_is_refused_with_a_sentence(client: httpx.AsyncClient) -> None:
    answer = await client.post(
        "/api/login", headers=[JSON, ("content-encoding", "gzip")], content=b"\x1f\x8b"
    )
    assert answer.status_code == 415
    assert answer.json()["detail"] == "Send the body without compression."


async def test_a_method_override_overrides_nothing(client: httpx.AsyncClient) -> None:
    answer = await client.get("/api/v1/meta", headers={"x-http-method-override": "DELETE"})
    assert answer.status_code == 200


async def test_of_a_parameter_given_twice_one_counts_and_no_other_place_gives_it(
    client: httpx.AsyncClient,
) -> None:
    await sign_up(client)
    sent = {"last right": "?limit=x&limit=1", "last wrong": "?limit=1&limit=x"}
    answers = {name: await client.get(f"/api/v1/brands{query}") for name, query in sent.items()}
    assert {name: answer.status_code for name, answer in answers.items()} == {
        "last right": 200,
        "last wrong": 422,
    }
    client.cookies.set("limit", "x")
    elsewhere = await client.get("/api/v1/brands", headers={"limit": "x"})
    assert elsewhere.status_code == 200

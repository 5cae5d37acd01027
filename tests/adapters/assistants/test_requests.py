"""What an engine is told: the customer's question, where that customer is, and nothing else."""

from __future__ import annotations

import json
from typing import Any

import pytest

from presence.adapters.assistants import Assistants, locale_hint
from presence_standins.engines import ENGINES, EngineStandIns
from tests.adapters.assistants.asking import ASKED, access, question


async def sent(
    assistants: Assistants, standins: EngineStandIns, engine: str, locale: str
) -> dict[str, Any]:
    """The body an engine received."""
    await assistants(access(standins, engine)).ask(question(locale=locale))
    return dict(standins.last(engine))


@pytest.mark.parametrize("engine", ENGINES)
async def test_the_question_is_asked_once_and_alone(
    engine: str, assistants: Assistants, standins: EngineStandIns
) -> None:
    body = await sent(assistants, standins, engine, "en-US")
    text = json.dumps(body)
    assert text.count(ASKED) == 1
    for word in ("system", "instructions", "developer", "presence", "visibility"):
        assert word not in text.lower()


@pytest.mark.parametrize("engine", ENGINES)
async def test_answers_are_not_streamed(
    engine: str, assistants: Assistants, standins: EngineStandIns
) -> None:
    body = await sent(assistants, standins, engine, "en-US")
    assert not body.get("stream")


async def test_chatgpt_searches_from_the_country_and_keeps_nothing(
    assistants: Assistants, standins: EngineStandIns
) -> None:
    body = await sent(assistants, standins, "chatgpt", "de-CH")
    assert body["tools"][0]["type"] == "web_search"
    assert body["tools"][0]["user_location"] == {"type": "approximate", "country": "CH"}
    assert body["store"] is False
    assert body["include"] == ["web_search_call.action.sources"]


async def test_chatgpt_is_given_no_country_rather_than_a_wrong_one(
    assistants: Assistants, standins: EngineStandIns
) -> None:
    body = await sent(assistants, standins, "chatgpt", "de")
    assert body["tools"][0]["user_location"] == {"type": "approximate"}


@pytest.mark.parametrize(
    ("locale", "location"),
    [("de-CH", {"type": "approximate", "country": "CH"}), ("de", None)],
)
async def test_claude_searches_from_the_country(
    locale: str, location: object, assistants: Assistants, standins: EngineStandIns
) -> None:
    body = await sent(assistants, standins, "claude", locale)
    assert body["tools"][0]["type"].startswith("web_search_")
    assert body["tools"][0].get("user_location") == location


async def test_gemini_searches_in_the_language(
    assistants: Assistants, standins: EngineStandIns
) -> None:
    body = await sent(assistants, standins, "gemini", "de-CH")
    assert "googleSearch" in body["tools"][0]
    # The SDK writes this one name in snake case; the API takes both.
    assert body["toolConfig"]["retrievalConfig"] == {"language_code": "de"}


async def test_perplexity_searches_from_the_country(
    assistants: Assistants, standins: EngineStandIns
) -> None:
    body = await sent(assistants, standins, "perplexity", "de-CH")
    assert body["web_search_options"] == {"user_location": {"country": "CH"}}
    assert "web_search_options" not in await sent(assistants, standins, "perplexity", "de")


@pytest.mark.parametrize("engine", ENGINES)
async def test_an_engine_is_told_of_the_locale_what_the_method_page_says(
    engine: str, assistants: Assistants, standins: EngineStandIns
) -> None:
    text = json.dumps(await sent(assistants, standins, engine, "de-CH"))
    hints = {"country": '"CH"' in text, "language": '"de"' in text}
    assert [what for what, is_sent in hints.items() if is_sent] == [
        what for what in [locale_hint(engine)] if what
    ]

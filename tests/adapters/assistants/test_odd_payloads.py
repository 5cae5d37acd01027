"""Payloads that real providers send now and then are read for what they are."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from importlib import import_module
from typing import Any

import httpx2
import pytest
import pytest_asyncio

from presence.adapters.assistants import Assistants
from presence.adapters.assistants.reading import ProviderReply
from presence.analysis.ports import EngineAccess
from presence_standins import engines
from presence_standins.engines import EngineStandIns, KnownBrand, Source, World
from tests.adapters.assistants.asking import answer_of

FOREIGN = World(
    brands=(
        KnownBrand("Zoë Möbel", "https://zoe.example", "schöne Stühle 🪑 für drinnen", 1.0),
        KnownBrand("木之家", "https://muzhijia.example", "实木家具", 1.0),
        KnownBrand("بيت الخشب", "https://bayt.example", "أثاث خشبي", 1.0),
    ),
    sources=(Source("https://review.example/möbel", "Möbel im Test"),),
)


@pytest_asyncio.fixture(scope="module")
async def abroad() -> AsyncIterator[EngineStandIns]:
    """Stand-ins whose world is not written in ASCII."""
    async with engines.start(world=FOREIGN) as started:
        yield started


def read(module: str, payload: dict[str, Any]) -> ProviderReply:
    """What an engine's wire makes of one payload."""
    wire: Any = import_module(f"presence.adapters.assistants.{module}")
    access = EngineAccess(module, "m", "sk-test-0001", "http://127.0.0.1:9")
    payloads: Sequence[dict[str, Any]] = [payload]
    reading = wire.connect(access, httpx2.AsyncClient()).read(payloads)
    assert isinstance(reading, ProviderReply)
    return reading


def message(*parts: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """A message item of a response."""
    return {"type": "message", "role": "assistant", "content": list(parts), **fields}


def output(text: str, *annotations: dict[str, Any]) -> dict[str, Any]:
    """A text part of a message."""
    return {"type": "output_text", "text": text, "annotations": list(annotations)}


@pytest.mark.parametrize("engine", ["chatgpt", "claude", "gemini", "perplexity"])
async def test_spans_are_right_in_every_script(
    engine: str, assistants: Assistants, abroad: EngineStandIns
) -> None:
    answer = await answer_of(assistants, abroad, engine, "Wer baut gute Stühle – 家具 🪑?")
    cited = [c for c in answer.citations or () if c.kind == "cited"]
    shown = [answer.text[c.start : c.end] for c in cited if c.start is not None]
    assert len(shown) == len(cited)
    for citation, words in zip(cited, shown, strict=True):
        if engine == "chatgpt":
            assert citation.url in words
        elif engine == "perplexity":
            assert words == f"[{citation.number}]"
        elif citation.domain.startswith("zoe") or "zoe" in citation.url:
            assert "Zoë Möbel" in words
    assert "🪑" in answer.text


def test_only_the_final_answer_counts_where_a_model_comments_on_its_work() -> None:
    place = {
        "type": "url_citation",
        "url": "https://a.example/",
        "title": "A",
        "start_index": 0,
        "end_index": 4,
    }
    reading = read(
        "chatgpt",
        {
            "status": "completed",
            "output": [
                message(output("Let me search."), phase="commentary"),
                message(output("Acme is good.", place), phase="final_answer"),
            ],
        },
    )
    assert reading.text == "Acme is good."
    assert [(c.start, c.end) for c in reading.citations or ()] == [(0, 4)]


def test_offsets_of_later_parts_count_from_the_start_of_the_answer() -> None:
    place = {"type": "url_citation", "url": "https://a.example/", "start_index": 0, "end_index": 4}
    reading = read(
        "chatgpt",
        {"status": "completed", "output": [message(output("One. "), output("Acme.", place))]},
    )
    assert reading.citations is not None
    assert reading.text[reading.citations[0].start : reading.citations[0].end] == "Acme"


@pytest.mark.parametrize(
    ("error", "ending"),
    [
        ("rate_limit_exceeded", "rate-limited"),
        ("server_error", "server-error"),
        ("something_new", "unknown"),
    ],
)
def test_a_response_that_failed_inside_says_how(error: str, ending: str) -> None:
    payload = {"status": "failed", "output": [], "error": {"code": error, "message": "No."}}
    assert read("chatgpt", payload).ending == ending


def test_billable_searches_are_counted_by_the_provider_where_it_says_so() -> None:
    calls = [{"type": "web_search_call", "status": "completed", "action": {"type": "search"}}] * 3
    usage = {"web_search": {"num_requests": 2}}
    assert read("chatgpt", {"status": "completed", "output": calls}).searches == 3
    counted = {"status": "completed", "output": calls, "tool_usage": usage}
    assert read("chatgpt", counted).searches == 2


def test_a_search_of_claude_that_failed_leaves_citations_unknown() -> None:
    error = {"type": "web_search_tool_result_error", "error_code": "unavailable"}
    reading = read(
        "claude",
        {
            "stop_reason": "end_turn",
            "content": [
                {"type": "server_tool_use", "name": "web_search", "input": {"query": "desks"}},
                {"type": "web_search_tool_result", "content": error},
                {"type": "text", "text": "From memory: Acme."},
            ],
        },
    )
    assert reading.citations is None
    assert reading.search_queries == ("desks",)


def test_words_of_claude_before_a_search_that_nothing_follows_are_no_answer() -> None:
    search = {"type": "server_tool_use", "name": "web_search", "input": {"query": "desks"}}
    content = [{"type": "text", "text": "Let me search."}, search]
    assert read("claude", {"stop_reason": "end_turn", "content": content}).text == ""


def test_tokens_read_from_a_cache_count_as_input() -> None:
    usage = {
        "input_tokens": 10,
        "cache_creation_input_tokens": 5,
        "cache_read_input_tokens": 100,
        "output_tokens": 7,
    }
    content = [{"type": "text", "text": "Acme."}]
    reading = read("claude", {"stop_reason": "end_turn", "content": content, "usage": usage})
    assert (reading.input_tokens, reading.output_tokens) == (115, 7)


def test_thoughts_of_gemini_are_no_part_of_the_answer() -> None:
    parts = [{"text": "Thinking…", "thought": True}, {"text": "Acme is good."}]
    support = {
        "segment": {"partIndex": 1, "startIndex": 0, "endIndex": 4},
        "groundingChunkIndices": [0],
    }
    grounding = {
        "groundingChunks": [{"web": {"uri": "https://a.example/", "title": "A"}}],
        "groundingSupports": [support],
    }
    candidate = {
        "content": {"parts": parts},
        "finishReason": "STOP",
        "groundingMetadata": grounding,
    }
    reading = read("gemini", {"candidates": [candidate]})
    assert reading.text == "Acme is good."
    assert reading.citations is not None
    assert (reading.citations[0].start, reading.citations[0].end) == (0, 4)


def test_empty_grounding_means_nothing_was_looked_up() -> None:
    candidate = {
        "content": {"parts": [{"text": "Acme."}]},
        "finishReason": "STOP",
        "groundingMetadata": {},
    }
    assert read("gemini", {"candidates": [candidate]}).citations is None


def test_sources_without_numbers_in_the_text_are_what_perplexity_cites() -> None:
    choice = {"finish_reason": "stop", "message": {"content": "Acme."}}
    reading = read("perplexity", {"choices": [choice], "citations": ["https://a.example/"]})
    assert reading.citations is not None
    assert [(c.kind, c.number, c.start) for c in reading.citations] == [("cited", 1, None)]


@pytest.mark.parametrize("module", ["perplexity", "compatible"])
def test_thinking_aloud_is_taken_off_before_the_answer(module: str) -> None:
    content = "<think>Acme or Beta?\n</think>\n\nAcme is good."
    choice = {"finish_reason": "stop", "message": {"content": content}}
    assert read(module, {"choices": [choice]}).text == "Acme is good."


def test_a_compatible_server_may_annotate_its_sources() -> None:
    cited = {"url": "https://a.example/", "title": "A", "start_index": 0, "end_index": 4}
    message = {"content": "Acme is good.", "annotations": [{"url_citation": cited}, 5]}
    reading = read("compatible", {"choices": [{"finish_reason": "stop", "message": message}]})
    assert reading.citations is not None
    assert [(c.url, c.start, c.end) for c in reading.citations] == [("https://a.example/", 0, 4)]


def test_what_a_database_refuses_is_replaced_without_moving_offsets() -> None:
    choice = {"finish_reason": "stop", "message": {"content": "A\x00b\ud800c"}}
    assert read("compatible", {"choices": [choice]}).text == "A\ufffdb\ufffdc"

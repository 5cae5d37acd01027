"""A good answer keeps everything: words, sources and their places, searches, model, tokens."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from presence.adapters.assistants import Assistants
from presence.analysis.types import Citation, RawAnswer
from presence_standins.engines import ENGINES, OTHER_MODEL, EngineStandIns, Rule
from tests.adapters.assistants.asking import ASKED, MODEL, access, answer_of, question

SEARCHING = ("chatgpt", "claude", "gemini", "perplexity")


def cited(answer: RawAnswer, kind: str = "cited") -> list[Citation]:
    """Citations of one kind."""
    return [c for c in answer.citations or () if c.kind == kind]


def words(answer: RawAnswer, citation: Citation) -> str:
    """The characters a citation spans."""
    assert citation.start is not None
    assert citation.end is not None
    return answer.text[citation.start : citation.end]


@pytest.mark.parametrize("engine", ENGINES)
async def test_an_answer_is_complete(
    engine: str, assistants: Assistants, standins: EngineStandIns
) -> None:
    answer = await answer_of(assistants, standins, engine)
    assert (answer.status, answer.error, answer.error_code) == ("completed", "", "")
    assert "is the pick to start with" in answer.text
    assert answer.model == MODEL
    assert answer.input_tokens
    assert answer.output_tokens
    assert answer.latency_ms > 0
    assert answer.cost_usd is None


@pytest.mark.parametrize("engine", ENGINES)
async def test_the_payload_is_kept_whole(
    engine: str, assistants: Assistants, standins: EngineStandIns
) -> None:
    standins.script(Rule("unknown-fields"))
    answer = await answer_of(assistants, standins, engine)
    payload = json.loads(answer.raw)
    assert payload["x_new_field"] == {"nested": [1, None, "text"]}
    assert answer.status == "completed"


@pytest.mark.parametrize("engine", SEARCHING)
async def test_sources_are_kept_with_searches(
    engine: str, assistants: Assistants, standins: EngineStandIns
) -> None:
    answer = await answer_of(assistants, standins, engine)
    assert cited(answer)
    assert cited(answer, "retrieved")
    assert answer.searches
    if engine != "perplexity":  # its documentation gives a number of searches, not their words
        assert answer.search_queries[0] == ASKED.lower().rstrip("?")


async def test_chatgpt_spans_cover_the_link_in_the_text(
    assistants: Assistants, standins: EngineStandIns
) -> None:
    answer = await answer_of(assistants, standins, "chatgpt")
    for citation in cited(answer):
        assert f"]({citation.url}?utm_source=openai)" in words(answer, citation)


async def test_claude_spans_cover_the_block_that_cites(
    assistants: Assistants, standins: EngineStandIns
) -> None:
    answer = await answer_of(assistants, standins, "claude")
    lines = [words(answer, c) for c in cited(answer)]
    assert any(line.startswith("1. **") and line.endswith(".") for line in lines)
    assert answer.text.startswith("I'll look that up.\n\nSeveral names")


async def test_gemini_spans_become_characters_and_domains_the_cited_sites(
    assistants: Assistants, standins: EngineStandIns
) -> None:
    answer = await answer_of(assistants, standins, "gemini", "Welche Büromöbel – 家具 – sind gut?")
    for citation in cited(answer):
        assert citation.url.startswith("https://vertexaisearch.cloud.google.com/")
        assert citation.domain == citation.title
        assert "." in citation.domain
        assert not words(answer, citation).startswith(("\n", " "))


async def test_perplexity_numbers_stand_at_their_marks(
    assistants: Assistants, standins: EngineStandIns
) -> None:
    answer = await answer_of(assistants, standins, "perplexity")
    for citation in cited(answer):
        assert words(answer, citation) == f"[{citation.number}]"
        assert citation.title


async def test_a_compatible_server_gives_words_alone(
    assistants: Assistants, standins: EngineStandIns
) -> None:
    answer = await answer_of(assistants, standins, "compatible")
    assert (answer.citations, answer.search_queries, answer.searches) == (None, (), None)


@pytest.mark.parametrize("engine", ENGINES)
async def test_the_model_that_answered_is_recorded(
    engine: str, assistants: Assistants, standins: EngineStandIns
) -> None:
    standins.script(Rule("other-model"))
    answer = await answer_of(assistants, standins, engine)
    assert answer.model == OTHER_MODEL
    assert assistants(access(standins, engine)).spec.model == MODEL


@pytest.mark.parametrize("engine", SEARCHING)
async def test_citations_are_unknown_when_nothing_was_looked_up(
    engine: str, assistants: Assistants, standins: EngineStandIns
) -> None:
    standins.script(Rule("no-citations"))
    answer = await answer_of(assistants, standins, engine)
    assert answer.status == "completed"
    assert answer.citations is None


@pytest.mark.parametrize("engine", SEARCHING)
async def test_a_search_that_cites_nothing_is_a_real_zero(
    engine: str, assistants: Assistants, standins: EngineStandIns
) -> None:
    standins.script(Rule("nothing-cited"))
    answer = await answer_of(assistants, standins, engine)
    assert answer.status == "completed"
    assert answer.citations == ()


@pytest.mark.parametrize("engine", SEARCHING)
async def test_malformed_citations_are_dropped_one_by_one(
    engine: str, assistants: Assistants, standins: EngineStandIns
) -> None:
    good = await answer_of(assistants, standins, engine)
    standins.script(Rule("bad-citations"))
    flawed = await answer_of(assistants, standins, engine)
    assert flawed.status == "completed"
    assert {c.url for c in good.citations or ()} == {c.url for c in flawed.citations or ()}


@pytest.mark.parametrize("engine", ENGINES)
async def test_an_answer_of_a_megabyte_is_kept(
    engine: str, assistants: Assistants, standins: EngineStandIns
) -> None:
    standins.script(Rule("huge"))
    answer = await answer_of(assistants, standins, engine)
    assert answer.status == "completed"
    assert len(answer.text) > 1_000_000


async def test_a_paused_turn_of_claude_is_continued_and_read_as_one(
    assistants: Assistants, standins: EngineStandIns
) -> None:
    whole = await answer_of(assistants, standins, "claude")
    standins.script(Rule("paused"))
    answer = await assistants(access(standins, "claude")).ask(question(key="k7"))
    assert (answer.status, answer.text) == ("completed", whole.text)
    assert answer.citations == whole.citations
    assert answer.search_queries == whole.search_queries
    assert len(json.loads(answer.raw)["responses"]) == 2
    assert (answer.input_tokens or 0) > (whole.input_tokens or 0)
    assert standins.counts("claude")["idempotencyKeys"] == {"k7": 1, "k7-2": 1}


@pytest.mark.parametrize("engine", ENGINES)
async def test_the_idempotency_key_travels_with_the_question(
    engine: str, assistants: Assistants, standins: EngineStandIns
) -> None:
    await assistants(access(standins, engine)).ask(question(key="answer-1"))
    seen: Mapping[str, int] = standins.counts(engine)["idempotencyKeys"]
    assert seen == {"answer-1": 1}


@pytest.mark.parametrize("engine", ENGINES)
async def test_equal_questions_are_answered_alike_and_engines_disagree(
    engine: str, assistants: Assistants, standins: EngineStandIns
) -> None:
    first = await answer_of(assistants, standins, engine)
    again = await answer_of(assistants, standins, engine)
    other = await answer_of(assistants, standins, "gemini" if engine != "gemini" else "claude")
    assert first.text == again.text
    assert first.text != other.text

"""A gap stays open until answers close it: what failed to be answered says nothing of it."""

from __future__ import annotations

from typing import Any

from tests.factories.analysed import read
from tests.factories.talk import Stage


async def of(stage: Stage, prompt: str) -> dict[str, Any] | None:
    """The listed gap of a question."""
    return next((g for g in await stage.gaps() if g["prompt"] == prompt), None)


async def test_a_run_in_which_all_answers_to_a_question_failed_forgets_no_gap(
    stage: Stage,
) -> None:
    await stage.run()
    prompt = (await stage.gaps())[0]["prompt"]
    stage.talk.refuses = prompt
    await stage.run()
    assert await of(stage, prompt) is None, "the question has an answer"
    stage.talk.refuses = ""
    stage.talk.text = "Harrow makes the best boots; Harrow repairs them for ten years."
    await stage.run()
    gap = await of(stage, prompt)
    assert gap is not None
    assert gap["tooEarly"]
    assert gap["brandAnswers"] == gap["rivalAnswers"] == gap["n"] // 2


async def test_a_gap_too_early_to_call_counts_as_open_wherever_gaps_are_counted(
    stage: Stage,
) -> None:
    await stage.run()
    prompt = (await stage.gaps())[0]["prompt"]
    stage.talk.refuses = prompt
    await stage.run()
    stage.talk.refuses = ""
    stage.talk.text = "Harrow makes the best boots; Harrow repairs them for ten years."
    await stage.run()
    listed = await read(stage.client, f"{stage.path}?filter[status]=open&limit=200")
    assert any(gap["tooEarly"] for gap in listed["data"])
    assert not all(gap["tooEarly"] for gap in listed["data"])
    overview = await read(stage.client, stage.path.replace("/content", "/summary"))
    summary = await read(stage.client, stage.path.replace("/gaps/content", "/summary"))
    counts = {
        len(listed["data"]),
        listed["page"]["total"],
        overview["contentIssues"],
        overview["trend"][-1]["contentOpen"],
        summary["gaps"]["content"]["open"],
    }
    assert len(counts) == 1

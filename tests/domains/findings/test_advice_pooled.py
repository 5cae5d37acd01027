"""Gaps rest on the last comparable runs, and on nothing from before somebody said done."""

from __future__ import annotations

import threading
from collections.abc import Sequence

import pytest

from presence.analysis.scoring import Observation
from presence.analysis.scoring.observations import pair_up
from presence.analysis.types import Answer, Extraction
from presence.domains.findings.service import run_advice
from tests.factories.analysed import read
from tests.factories.talk import Stage


async def test_a_gap_pools_this_run_with_the_two_before_it(stage: Stage) -> None:
    await stage.run()
    first = (await stage.gaps())[0]
    assert (first["competitor"], first["wonBy"]) == ("Tarn", "named")
    assert first["rivalAnswers"] == first["n"]
    per_run = first["n"]
    await stage.run()
    await stage.run()
    await stage.run()
    gap = next(g for g in await stage.gaps() if g["prompt"] == first["prompt"])
    assert gap["n"] == 3 * per_run
    assert gap["gapType"] == "Major"
    (engine,) = gap["engines"]
    assert engine["engine"] == "chatgpt"
    runs = {
        (await read(stage.client, f"/api/v1/answers/{key}"))["runId"] for key in engine["answerIds"]
    }
    assert len(runs) == 3


async def test_another_model_is_not_comparable(stage: Stage) -> None:
    await stage.run()
    per_run = (await stage.gaps())[0]["n"]
    stage.talk.model = "gpt-other"
    await stage.run()
    assert {gap["n"] for gap in await stage.gaps()} == {per_run}


async def test_a_gap_called_done_is_judged_on_later_answers_alone(stage: Stage) -> None:
    await stage.run()
    await stage.run()
    gap, other = (await stage.gaps())[:2]
    n = gap["n"] // 2
    marked = await stage.client.patch(f"{stage.path}/{gap['id']}", json={"status": "done"})
    assert marked.status_code == 200
    stage.talk.text = "Harrow makes the best boots; Harrow repairs them for ten years."
    await stage.next_day()
    await stage.run()
    undecided = next(g for g in await stage.gaps() if g["prompt"] == other["prompt"])
    assert (undecided["brandAnswers"], undecided["n"]) == (n, 3 * n)
    early = next(g for g in await stage.gaps() if g["prompt"] == gap["prompt"])
    assert (early["tooEarly"], early["status"], early["verification"]) == (True, "done", None)
    assert (early["brandAnswers"], early["n"]) == (n, n)
    runs, found = 1, None
    while found is None and runs < 12:
        await stage.next_day()
        await stage.run()
        runs += 1
        closed = await stage.gaps("filter[status]=closed&limit=200")
        found = next((g for g in closed if g["prompt"] == gap["prompt"]), None)
    assert found is not None
    named = runs * n
    assert found["verification"]["text"] == f"Closed — brand now in {named} of {named} answers"
    assert not found["tooEarly"]


async def test_earlier_answers_are_paired_beside_the_loop(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[threading.Thread] = []

    def paired(answers: Sequence[Answer], extractions: Sequence[Extraction]) -> list[Observation]:
        threads.append(threading.current_thread())
        return pair_up(answers, extractions)

    monkeypatch.setattr(run_advice, "pair_up", paired)
    await stage.run()
    await stage.run()
    assert threads
    assert threading.current_thread() not in threads

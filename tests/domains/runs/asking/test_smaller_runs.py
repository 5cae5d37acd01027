"""What can still be asked when a whole run does not fit into what is left."""

from __future__ import annotations

import pytest

from presence.core.errors import ValidationFailed
from presence.domains.runs.service import Order
from presence.domains.runs.service.estimating import Estimate, estimate_run
from presence_standins.engines import Rule
from tests.domains.runs.asking.conftest import PAID, Stage, entry


async def estimated(stage: Stage, order: Order = Order()) -> Estimate:  # noqa: B008 - frozen
    """What the run would cost now."""
    async with stage.database.transaction(stage.subject.tenant.binding) as session:
        return await estimate_run(session, stage.settings, stage.subject.brand_id, order)


async def offers(stage: Stage) -> dict[str, Order]:
    """What could start instead of a whole run, by what makes it smaller."""
    return {run.means: run.order for run in (await estimated(stage)).smaller}


async def test_while_a_whole_run_fits_no_smaller_one_is_offered(stage: Stage) -> None:
    found = await estimated(stage)
    assert (found.refusal, found.smaller) == (None, ())


async def test_what_is_left_is_offered_as_fewer_questions_or_fewer_assistants(
    stage: Stage,
) -> None:
    await stage.analyse()  # 20 of the 30 free answers
    found = await estimated(stage)
    assert found.refusal is not None
    assert [(run.means, run.plan.questions, run.plan.wanted) for run in found.smaller] == [
        ("fewer-questions", 4, dict.fromkeys(PAID, 5)),
        ("fewer-assistants", 9, {PAID[0]: 10}),
    ]


@pytest.mark.parametrize("means", ["fewer-questions", "fewer-assistants"])
async def test_a_smaller_run_asks_what_is_left_and_no_more(stage: Stage, means: str) -> None:
    await stage.analyse()
    stage.engines.reset()
    run = await stage.analyse((await offers(stage))[means])
    assert (run.status, stage.requests()) == ("completed", 10)
    assert await offers(stage) == {}


async def test_an_assistant_that_is_left_out_says_so(stage: Stage) -> None:
    run = await stage.analyse(Order(engines=PAID[:1]))
    left_out = entry(run, PAID[1])
    assert (left_out["planned"], left_out["status"]) == (0, "not-asked")
    assert left_out["reason"] == "Left out of this analysis."


async def test_a_website_can_be_checked_when_no_answer_is_left(stage: Stage) -> None:
    await stage.analyse()
    await stage.analyse(Order(engines=PAID[:1]))
    await stage.admin.execute(
        "UPDATE brand SET website_url = 'https://harrow.example' WHERE id = $1",
        stage.subject.brand_id,
    )
    assert {means: order.kind for means, order in (await offers(stage)).items()} == {
        "website": "technical"
    }


async def test_what_failed_is_given_back_to_the_next_run(stage: Stage) -> None:
    stage.engines.script(*(Rule("server-error", engine=name) for name in PAID))
    await stage.analyse()
    await stage.analyse()
    stage.engines.script()
    assert (await estimated(stage)).refusal is None


async def test_an_assistant_that_is_not_connected_cannot_be_chosen(stage: Stage) -> None:
    with pytest.raises(ValidationFailed, match="not connected"):
        await estimated(stage, Order(engines=("nobody",)))

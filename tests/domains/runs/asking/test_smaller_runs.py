"""What can still be asked when a whole run does not fit into what is left."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from presence.core.errors import ValidationFailed
from presence.core.settings import OutboundSettings
from presence.db.tenancy import TenantBinding
from presence.domains.results.service.estimating import Estimate, estimate_run
from presence.domains.runs.service import Order
from presence.domains.workspaces.service.site_visits import SHARE, book_turn
from presence_standins.engines import Rule
from tests.domains.runs.asking.conftest import PAID, Stage, entry
from tests.factories.people import make_tenant
from tests.factories.runs import worker_hands

SITE = "https://harrow.example"


async def estimated(
    stage: Stage,
    order: Order = Order(),  # noqa: B008 - frozen
    detect: float | None = None,
) -> Estimate:
    """What the run would cost now."""
    async with stage.database.transaction(stage.subject.tenant.binding) as session:
        return await estimate_run(
            session, stage.settings, stage.subject.brand_id, order, datetime.now(UTC), detect
        )


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


async def use_up(stage: Stage) -> None:
    """Leave a brand with a website and no answer to ask for."""
    await stage.analyse()
    await stage.analyse(Order(engines=PAID[:1]))
    await stage.admin.execute(
        "UPDATE brand SET website_url = $2 WHERE id = $1", stage.subject.brand_id, SITE
    )


async def test_a_website_can_be_checked_when_no_answer_is_left(stage: Stage) -> None:
    await use_up(stage)
    assert {means: order.kind for means, order in (await offers(stage)).items()} == {
        "website": "technical"
    }


async def test_a_website_that_is_being_checked_is_not_offered(stage: Stage) -> None:
    await use_up(stage)
    await stage.begin(Order("technical"))
    assert await offers(stage) == {}


async def test_nothing_is_offered_while_a_whole_run_is_under_way(stage: Stage) -> None:
    await stage.analyse()
    await stage.begin(Order(questions=1))
    assert await offers(stage) == {}


@pytest.fixture
async def strict(stage: Stage) -> Stage:
    """The same with the limits of a deployment, and no site that was looked at."""
    await stage.admin.execute("DELETE FROM site_visit")
    outbound = OutboundSettings()
    return replace(stage, settings=stage.settings.model_copy(update={"outbound": outbound}))


async def take_turns(stage: Stage, binding: TenantBinding) -> None:
    """Have somebody analyse the site until an hour's share of one person is used."""
    for _ in range(SHARE.quota):
        async with stage.database.transaction(binding) as session:
            await book_turn(session, stage.settings, SITE, patient=True)


async def test_a_website_that_many_are_having_analysed_is_not_offered(
    stage: Stage, strict: Stage
) -> None:
    await use_up(stage)
    await take_turns(strict, (await make_tenant(stage.database)).binding)
    assert await offers(strict) == {}


async def test_a_website_is_not_offered_to_those_who_used_their_share_of_it(
    stage: Stage, strict: Stage
) -> None:
    await use_up(stage)
    await take_turns(strict, stage.subject.tenant.binding)
    await stage.admin.execute("DELETE FROM site_visit")
    assert await offers(strict) == {}


async def test_offering_a_website_takes_nobodys_turn(stage: Stage, strict: Stage) -> None:
    await use_up(stage)
    for _ in range(SHARE.quota + 1):
        assert set(await offers(strict)) == {"website"}
    assert await stage.number("SELECT count(*) FROM site_visit") == 0


async def test_before_there_are_questions_fewer_of_them_are_not_offered(stage: Stage) -> None:
    await stage.analyse()
    await stage.admin.execute(
        "UPDATE prompt SET status = 'paused' WHERE brand_id = $1", stage.subject.brand_id
    )
    assert set(await offers(stage)) == {"fewer-assistants"}


async def test_what_failed_is_given_back_to_the_next_run(stage: Stage) -> None:
    stage.engines.script(*(Rule("server-error", engine=name) for name in PAID))
    await stage.analyse()
    await stage.analyse()
    stage.engines.script()
    assert (await estimated(stage)).refusal is None


async def test_an_assistant_that_is_not_connected_cannot_be_chosen(stage: Stage) -> None:
    with pytest.raises(ValidationFailed, match="not connected"):
        await estimated(stage, Order(engines=("nobody",)))


async def test_a_change_is_planned_with_those_who_are_asked_where_every_assistant_waits(
    stage: Stage,
) -> None:
    """Mail is set up and the owner has not confirmed the address: only the simulator answers."""
    waiting = replace(
        stage,
        settings=stage.settings.model_copy(
            update={"mail": stage.settings.mail.model_copy(update={"host": "mail.example"})}
        ),
    )
    owner = stage.subject.tenant.user_id
    await stage.admin.execute('UPDATE "users" SET email_verified = false WHERE id = $1', owner)
    async with worker_hands(stage.database, waiting.settings) as hands:
        await replace(waiting, hands=hands).analyse()
    found = await estimated(waiting, detect=5)
    assert [item.entry["planned"] > 0 for item in found.engines] == [
        item.entry["basis"] == "simulator" for item in found.engines
    ]
    assert found.goal is not None
    assert found.goal.engines == 1

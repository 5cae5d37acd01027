"""A run and its answers count once in the metrics."""

from __future__ import annotations

from dataclasses import replace

from presence.core.metrics import COUNTED
from presence.db.session import Database
from tests.analysis.fakes import FakeClock
from tests.conftest import Place
from tests.domains.engines.providers import Provider
from tests.factories.people import make_tenant
from tests.factories.runs import begin_run, make_brand, work_off, worker_hands

COUNTS = {
    "presence_run_total": {"kind": "full", "result": "completed"},
    "presence_run_duration_seconds_count": {"kind": "full"},
    "presence_run_time_to_first_score_seconds_count": {},
    "presence_score_computed_total": {},
    "presence_answers_total": {"engine": "chatgpt", "result": "completed"},
    "gen_ai_client_operation_duration_seconds_count": {
        "gen_ai_provider_name": "chatgpt", "gen_ai_operation_name": "chat", "error_type": "",
    },
    "presence_provider_cost_usd_total": {"engine": "chatgpt", "kind": "deployment"},
}  # fmt: skip


def counted() -> dict[str, float]:
    return {name: COUNTED.get_sample_value(name, labels) or 0 for name, labels in COUNTS.items()}


async def test_an_analysis_counts_once_with_each_of_its_answers(
    database: Database, place: Place
) -> None:
    settings = place.settings(engines={"chatgpt": {"api_key": "deployment-chatgpt"}})
    tenant = await make_tenant(database)
    subject = await make_brand(database, tenant)
    before = counted()
    async with worker_hands(database, settings) as resources:
        provider = Provider(FakeClock())
        run_id = await begin_run(database, subject, settings=settings)
        await work_off(replace(resources, assistants=provider), subject, run_id)
    grown = {name: value - before[name] for name, value in counted().items()}
    asked = len(provider.asked_at)
    assert asked > 0
    cost = grown.pop("presence_provider_cost_usd_total")
    assert cost > 0
    assert grown == {
        "presence_run_total": 1,
        "presence_run_duration_seconds_count": 1,
        "presence_run_time_to_first_score_seconds_count": 1,
        "presence_score_computed_total": 1,
        "presence_answers_total": asked,
        "gen_ai_client_operation_duration_seconds_count": asked,
    }
    async with database.transaction(tenant.binding) as session:
        connection = await session.connection()
        ledger = await connection.exec_driver_sql("SELECT sum(cost_usd) FROM engine_usage")
        assert round(cost, 6) == round(float(ledger.scalar_one()), 6)

"""The evidence of an overall score is of the runs it was computed from, whatever ended since."""

from __future__ import annotations

from uuid import UUID

import pytest
from fastapi import FastAPI

from presence.db.session import Database
from presence.domains.brands.service import change_brand
from presence.domains.measurement.service.rescoring import rescore
from presence.domains.runs.service import Order
from presence.domains.runs.service.run_kinds import Kind
from presence.jobs.context import JobContext, JobResources
from presence_standins.sites import site_server
from tests.conftest import browser
from tests.domains.findings.test_advice_verified import free_port
from tests.factories.analysed import read
from tests.factories.people import Tenant
from tests.factories.runs import begin_run, make_brand, session_cookies, work_off

ALIASES = {"aliases": ["Quite Another Name"]}


@pytest.mark.parametrize(
    ("kinds", "ended_first"),
    [(("content", "technical"), "technical"), (("technical", "content"), "content")],
    ids=["an audit that began later", "an audit that ended later"],
)
async def test_the_parts_of_an_overall_score_stay_those_it_was_computed_from(
    app: FastAPI,
    database: Database,
    tenant: Tenant,
    hands: JobResources,
    kinds: tuple[Kind, Kind],
    ended_first: Kind,
) -> None:
    async with free_port() as port:
        subject = await make_brand(database, tenant, f"http://127.0.0.1:{port}/")
        async with site_server("harrow-broken", port=port):
            whole = await begin_run(database, subject)
            await work_off(hands, subject, whole)
        async with site_server("harrow-repaired", port=port):
            begun: dict[Kind, UUID] = {}
            for kind in kinds:
                begun[kind] = await begin_run(database, subject, Order(kind))
            for kind in sorted(kinds, key=lambda kind: kind != ended_first):
                await work_off(hands, subject, begun[kind])
    audited = begun["technical"] if ended_first == "technical" else whole
    context = JobContext(tenant.workspace_id, 5, hands)
    async with browser(app, cookies=await session_cookies(database, tenant)) as client:

        async def shown(run: UUID, metric: str) -> dict[str, int]:
            evidence = await read(client, f"/api/v1/runs/{run}/evidence?metric={metric}")
            parts = {line["name"]: round(line["value"]) for line in evidence["inputs"]}
            return {**parts, metric: evidence["score"]["value"]}

        before = await shown(begun["content"], "overall")
        assert before["technical"] == (await shown(audited, "technical"))["technical"]
        other = whole if audited != whole else begun["technical"]
        assert before["technical"] != (await shown(other, "technical"))["technical"]
        async with database.transaction(tenant.binding) as session:
            await change_brand(session, subject.brand_id, ALIASES)
        await rescore(context, subject.brand_id)
        assert await shown(begun["content"], "overall") == before

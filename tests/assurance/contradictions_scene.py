"""Random brands that live: analysed by made-up assistants, edited, aged, paid for or not.

Everything happens through the product's own pipeline and API; only the sites, the assistants and
the passing of days are made up.
Invariant: whatever a seed gave it gives again, so a contradiction can be looked at.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from random import Random
from typing import Any
from uuid import UUID

import asyncpg
import httpx
from fastapi import FastAPI

import presence.domains.measurement.jobs  # noqa: F401 - registers the job
from presence.adapters.assistants import spec_of
from presence.analysis.ports import EngineAccess
from presence.analysis.types import Citation, EngineSpec, Question, RawAnswer
from presence.core.clock import SystemClock
from presence.core.errors import AppError
from presence.core.ids import new_id
from presence.core.settings import Settings
from presence.db.session import Database
from presence.domains.billing.service import grant
from presence.domains.materials.service import add_website
from presence.domains.results.service.requests import JOB as RESCORE
from presence.domains.runs.queries.shown_results import refresh
from presence.domains.runs.service import Order
from presence.domains.runs.service.run_kinds import Kind
from presence.entrypoints.customer import build_adapters, create_customer_app
from presence.jobs.context import JobResources, run_job
from tests.analysis.fakes import FakeFetcher, FakePage, sites_of, text_page
from tests.conftest import Place, browser
from tests.factories.people import make_tenant
from tests.factories.runs import Subject, begin_run, make_brand, session_cookies, work_off
from tests.factories.runs import worker_hands as hands_of

FREE, PRO, GROWTH = 0, 1, 2
KINDS: tuple[Kind, ...] = ("full", "full", "full", "content", "technical")
_SITE_CHANGES = 0.3  # of the runs
ENGINES = ("chatgpt", "perplexity", "claude")
TRACKED = ("Bramwell", "Kestrel Boots", "Northgate", "Fellside")
OTHERS = ("Merrow & Sons", "Tarnbeck", "Oakley Vale", "Rowan Footwear")
SITE = "https://harrow.example"
_SAID = (
    "{0} is the best choice. {1} is a good alternative, and {2} is cheaper.",
    "1. **{0}**: resoleable boots.\n2. **{1}**: light boots.\n3. **{2}**: cheap boots.",
    "Many walkers like {0}. Avoid {1}: its soles come off. {2} repairs boots.",
    "It depends on the ground you walk on. Look for a stitched sole and waxed leather.",
)
_TAKE = """
DELETE FROM procrastinate_jobs WHERE id IN (
  SELECT id FROM procrastinate_jobs WHERE task_name = $1 AND status = 'todo' ORDER BY id)
RETURNING id, args
"""
_OLDER = "UPDATE {table} SET {column} = {column} - make_interval(days => $2) WHERE brand_id = $1"
_LIMIT = """
INSERT INTO limit_override (id, workspace_id, feature, value, expires_at, reason)
VALUES ($1, $2, $3, $4, now() + interval '1 day', 'small panels')
"""
_PAGE = """<!doctype html><html lang="en"><head><title>{title}</title>{head}</head>
<body><main><h1>{title}</h1><p>{text}</p>{links}</main></body></html>"""


@dataclass
class Assistants:
    """Answers by chance; `silent` engines fail, `wavering` ones every other time."""

    rng: Random
    brand: str = "Harrow"
    silent: frozenset[str] = frozenset()
    wavering: frozenset[str] = frozenset()

    def __call__(self, access: EngineAccess) -> _Assistant:
        """The engine behind an access."""
        return _Assistant(spec_of(access), self)


@dataclass(frozen=True)
class _Assistant:
    spec: EngineSpec
    of: Assistants

    async def ask(self, question: Question) -> RawAnswer:
        """One answer that names some of those who exist."""
        name, rng = self.spec.id, self.of.rng
        if name in self.of.silent or (name in self.of.wavering and rng.random() < 0.5):
            error = "The provider refused to answer."
            return RawAnswer("refused", "", self.spec.model, error=error, error_code="refused")
        named = rng.sample((self.of.brand, *TRACKED, *OTHERS), 3)
        cited = rng.choice((None, (), (f"{SITE}/", "https://press.example/boots")))
        return RawAnswer(
            "completed",
            rng.choice(_SAID).format(*named),
            self.spec.model,
            None if cited is None else tuple(Citation(url, domain=url[8:]) for url in cited),
        )


@dataclass
class Scene:
    """One brand with its owner's browser and the worker's hands; each step changes something."""

    rng: Random
    database: Database
    admin: asyncpg.Connection
    app: FastAPI
    hands: JobResources
    settings: Settings
    subject: Subject
    client: httpx.AsyncClient
    assistants: Assistants
    plan: int
    done: list[str] = field(default_factory=list)

    @property
    def path(self) -> str:
        """The brand's address."""
        return f"/api/v1/brands/{self.subject.brand_id}"

    def day(self, ago: int) -> str:
        """The day so many days ago, in the workspace's time zone."""
        return (SystemClock().now().date() - timedelta(days=ago)).isoformat()

    async def step(self) -> str:
        """Something happens by chance; what it was."""
        steps = [*([self._analyse] * 4), *([self._edit] * 3), self._decide, self._pay, self._ask]
        what = await self.rng.choice(steps if self.done else [self._analyse, self._ask])()
        self.done.append(what)
        return what

    async def _analyse(self) -> str:
        """A run of a random kind after some days, with assistants missing or not."""
        kind = self.rng.choice(KINDS)
        some = self.rng.sample(ENGINES, 2)
        if self.rng.random() < _SITE_CHANGES:
            self.change_site()
        self.assistants.silent = frozenset(self.rng.choice(((), (), (), some, ENGINES)))
        self.assistants.wavering = frozenset(self.rng.choice(((), (), some[:1])))
        await self.pass_days(self.rng.choice((0, 1, 1, 9, 40)))
        return f"{kind} after days: {await self.analyse(kind)}"

    async def analyse(self, kind: Kind = "full") -> str:
        """A run of a kind; how it ended."""
        return await self._run(Order(kind=kind, confirmed=True))

    def change_site(self) -> None:
        """Other pages with other faults from the next run on."""
        self.hands = replace(self.hands, sites=sites_of(site(self.rng)))

    async def _ask(self) -> str:
        """A single question, or answers that somebody saw elsewhere."""
        asked = await self._get("/prompts?filter[status]=active&limit=50")
        if not asked or self.rng.random() < 0.5:
            text = f"prompt,answer,engine\nWhich boots last?,{self.assistants.brand} last.,App\n"
            sent = await self.client.post(f"{self.path}/answers/import", json={"text": text})
            assert sent.status_code == 202, sent.text
            await work_off(self.hands, self.subject, UUID(sent.json()["id"]))
            return "import"
        return f"question: {await self.ask(self.rng.choice(asked)['id'])}"

    async def ask(self, prompt_id: str) -> str:
        """A single question is asked again."""
        return await self._run(Order(kind="prompt", prompt_ids=(UUID(prompt_id),)))

    async def _run(self, order: Order) -> str:
        await self.admin.execute("DELETE FROM engine_reservation")
        await self.admin.execute("DELETE FROM engine_budget")
        await self.admin.execute("DELETE FROM spending_hold")
        await self.admin.execute("DELETE FROM spending_account")
        try:
            run_id = await begin_run(self.database, self.subject, order, self.settings)
        except AppError as refused:
            return type(refused).__name__
        await work_off(self.hands, self.subject, run_id)
        return str(await self.admin.fetchval("SELECT status FROM run WHERE id = $1", run_id))

    async def pass_days(self, days: int) -> None:
        """Everything that was measured becomes older."""
        if not days:
            return
        for table, column in (
            ("run", "created_at"),
            ("run", "started_at"),
            ("run", "finished_at"),
            ("answer", "answered_at"),
            ("score", "created_at"),
        ):
            await self.admin.execute(
                _OLDER.format(table=table, column=column), self.subject.brand_id, days
            )
        async with self.database.transaction(self.subject.tenant.binding) as session:
            await refresh(session, self.subject.brand_id)

    async def _edit(self) -> str:
        """Another name, a competitor more or less, a question less; answers are read again."""
        tracked = await self._get("/competitors?filter[status]=tracked")
        what = self.rng.choice(("name", "track", "track", "untrack", "question"))
        if what == "name":
            self.assistants.brand = "Harrow" if self.assistants.brand != "Harrow" else "Fenwick"
            sent = await self.client.patch(self.path, json={"brandName": self.assistants.brand})
        elif what == "untrack" and tracked:
            gone = self.rng.choice(tracked)["id"]
            sent = await self.client.delete(f"{self.path}/competitors/{gone}")
        elif what == "question" and (asked := await self._get("/prompts?filter[status]=active")):
            gone = self.rng.choice(asked)["id"]
            sent = await self.client.delete(f"{self.path}/prompts/{gone}")
        else:
            name = self.rng.choice(TRACKED)
            sent = await self.client.post(f"{self.path}/competitors", json={"name": name})
        await self.read_again()
        return f"{what}: {sent.status_code}"

    async def _decide(self) -> str:
        """Something is done, planned, dismissed or opened again."""
        kind = self.rng.choice(("gaps/content", "gaps/technical", "recommendations"))
        rows = await self._get(f"/{kind}?limit=100")
        for row in self.rng.sample(rows, min(2, len(rows))):
            status = self.rng.choice(("done", "dismissed", "planned", "in-progress", "open"))
            sent = await self.client.patch(
                f"{self.path}/{kind}/{row['id']}", json={"status": status, "reason": "By choice"}
            )
            assert sent.status_code == 200, sent.text
        return f"decided {kind}"

    async def _pay(self) -> str:
        """Another plan."""
        self.plan = self.rng.choice((FREE, PRO, GROWTH))
        if self.plan == FREE:
            gone = "DELETE FROM subscriptions WHERE workspace_id = $1"
            await self.admin.execute(gone, self.subject.tenant.workspace_id)
        else:
            await grant_plan(self.database, self.subject, self.plan)
        return f"plan {self.plan}"

    async def read_again(self) -> None:
        """Work off what edits asked for."""
        await self.work(RESCORE)

    async def work(self, job: str) -> None:
        """Run every waiting job of a name."""
        for row in await self.admin.fetch(_TAKE, job):
            await run_job(job, self.hands, 5, json.loads(row["args"]))

    async def _get(self, tail: str) -> list[dict[str, Any]]:
        answer = await self.client.get(f"{self.path}{tail}")
        assert answer.status_code == 200, answer.text
        rows: list[dict[str, Any]] = answer.json()["data"]
        return rows


async def grant_plan(database: Database, subject: Subject, plan: int) -> None:
    """The workspace gets a plan by hand."""
    async with database.transaction(subject.tenant.binding) as session:
        await grant(session, subject.tenant.user_id, plan, None)


def site(rng: Random) -> FakeFetcher:
    """Pages with faults or none; sometimes none can be read."""
    head = rng.choice(("", '<meta name="robots" content="noindex">', '<link rel="canonical">'))
    names = ("boots", "repairs", "prices")[: rng.randint(0, 3)]
    links = "".join(f'<a href="/{name}">{name}</a>' for name in names)
    text = "Harrow makes hand-stitched leather walking boots for hill walkers. " * 12
    pages: dict[str, FakePage | str] = {
        f"{SITE}/{name}": _PAGE.format(title=f"{name} of Harrow", head=head, text=text, links=links)
        for name in ("", *names)
    }
    if rng.random() < 0.3:
        pages[f"{SITE}/robots.txt"] = text_page("User-agent: GPTBot\nDisallow: /\n")
    return FakeFetcher(pages if rng.random() < 0.9 else {})


Open = Callable[..., Awaitable[Scene]]


@asynccontextmanager
async def stage(place: Place) -> AsyncIterator[Open]:
    """Opens scenes on one application; a new brand each."""
    pace = {"requests_per_minute": 1_000_000, "tokens_per_minute": 1_000_000_000}
    connected = {name: {"api_key": "deployment", **pace} for name in ENGINES}
    settings = place.settings(
        engines={**connected, "attempts": 1, "circuit_failures": 10_000, "free_allowance_usd": 500}
    )
    database = Database(settings.database.customer_url, settings.database)
    admin = await asyncpg.connect(place.url("admin"))
    app = create_customer_app(settings, replace(build_adapters(settings), database=database))
    clients: list[httpx.AsyncClient] = []

    async def opened(seed: int, plan: int | None = None, website: bool | None = None) -> Scene:
        rng = Random(seed)  # noqa: S311 - chance, not secrets
        has_site = rng.random() < 0.7 if website is None else website
        tenant = await make_tenant(database)
        subject = await make_brand(database, tenant, SITE if has_site else None)
        if has_site:
            async with database.transaction(tenant.binding) as session:
                await add_website(session, subject.brand_id, SITE)
        plan = rng.choice((FREE, PRO, PRO, GROWTH)) if plan is None else plan
        for feature, most in (
            ("prompts.max", rng.randint(3, 8)),
            ("samples.max", rng.randint(1, 2)),
        ):
            await admin.execute(_LIMIT, new_id(), subject.tenant.workspace_id, feature, most)
        if plan != FREE:
            await grant_plan(database, subject, plan)
        cookies = await session_cookies(database, subject.tenant)
        client = browser(app, cookies=cookies)
        clients.append(client)
        assistants = Assistants(rng)
        own = replace(hands, sites=sites_of(site(rng)), assistants=assistants)
        scene = Scene(rng, database, admin, app, own, settings, subject, client, assistants, plan)
        for name in rng.sample(TRACKED, rng.randint(0, 2)):
            await client.post(f"{scene.path}/competitors", json={"name": name})
        return scene

    try:
        async with hands_of(database, settings) as hands:
            yield opened
    finally:
        for client in clients:
            await client.aclose()
        app.state.accounts.close()
        await admin.close()
        await database.close()

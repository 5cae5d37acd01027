"""What browsers do while workers work: read, write, try what is not theirs, fetch files, listen.

Each is one person's; every answer is looked at, some calls are cancelled wherever they are.
Invariant: what is asked of another tenant is never answered, and an answer holds one's own words.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

import asyncpg
from fastapi import FastAPI

from tests.assurance.frame import Deadline
from tests.assurance.isolation_calls import Answer, call
from tests.assurance.isolation_people import Person
from tests.assurance.isolation_seen import Seen

AT_ONCE, LISTENERS = 20, 15
TRIED = 0.17  # to cancel; two of five are answered before, which leaves a tenth
BODY, DOWNLOAD, STREAM = "body", "download", "stream"
# Mostly what browsers ask most, which costs a tenth of the rest.
READS = (
    *("/api/user",) * 400,
    *("/api/business-info",) * 20,
    *("/api/v1/brands/{brand}/summary",) * 10,
    "/api/subscriptions/my-subscription",
    "/api/v1/brands",
    "/api/v1/brands/{brand}",
    "/api/v1/brands/{brand}/prompts",
    "/api/v1/brands/{brand}/topics",
    "/api/v1/brands/{brand}/competitors",
    "/api/v1/brands/{brand}/materials",
    "/api/v1/brands/{brand}/annotations",
    "/api/v1/brands/{brand}/views",
    "/api/v1/brands/{brand}/facts",
    "/api/v1/brands/{brand}/runs",
    "/api/v1/members",
    "/api/v1/invitations",
    "/api/v1/api-keys",
    "/api/v1/webhooks",
    "/api/v1/alert-rules",
    "/api/v1/report-branding",
    "/api/v1/notifications",
    "/api/v1/audit-log",
)
FOREIGN = (
    ("GET", "/api/v1/brands/{brand}"),
    ("GET", "/api/v1/brands/{brand}/prompts"),
    ("GET", "/api/v1/brands/{brand}/competitors"),
    ("DELETE", "/api/v1/members/{user}"),
)
KEPT = (
    ("/api/v1/exports", "/api/v1/exports/{}/download"),
    ("/api/v1/reports", "/api/v1/reports/{}/download"),
    ("/api/v1/me/exports", "/api/v1/me/exports/{}"),
)
_READ, _FOREIGN, _FILES, _RUN = 0.955, 0.985, 0.988, 0.989  # the rest are writes
_FORESEEN = {200, 201, 202, 204, 302, 304, 403, 404, 409, 422, 429, 503}
_EVENT_ID = re.compile(r"^id: (\d+)$", re.MULTILINE)
_CUT = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE usename = 'customer' AND datname = current_database() ORDER BY random() LIMIT 1
"""


@dataclass
class Crowd:
    """People in front of one application.

    `analysed` of them have results, `hasty` ones cancel their runs; `told` is whose a file is.
    """

    app: FastAPI
    people: Sequence[Person]
    analysed: Sequence[Person]
    hasty: Sequence[Person]
    rng: Random
    seen: Seen
    told: dict[str, Person] = field(default_factory=dict)
    usual_s: float = 0.02  # what an answer takes of late

    async def ask(
        self, admin: asyncpg.Connection, wanted: int, cut_every: int, deadline: Deadline
    ) -> None:
        """Send requests, `AT_ONCE` at a time, until there are enough."""
        cut = cut_every

        async def keep_asking() -> None:
            nonlocal cut
            while self.seen.sent < wanted and not deadline.passed:
                await self._act()
                if self.seen.sent >= cut:
                    cut += cut_every
                    self.seen.cut += len(await admin.fetch(_CUT))

        others = self.rng.sample(list(self.people), min(LISTENERS, len(self.people)))
        whose = {person.number: person for person in (*self.analysed, *self.hasty, *others)}
        listening = [asyncio.create_task(self.listen(person)) for person in whose.values()]
        try:
            await asyncio.gather(*(keep_asking() for _ in range(AT_ONCE)))
        finally:
            for one in listening:
                one.cancel()
            ended = await asyncio.gather(*listening, return_exceptions=True)
        for error in ended:
            if isinstance(error, Exception):
                raise error

    async def _act(self) -> None:
        person, other = self.rng.sample(self.people, 2)
        chance = self.rng.random()
        if chance < _READ:
            path = self.rng.choice(READS).format(brand=person.brand_id)
            await self.one(person, "GET", path)
        elif chance < _FOREIGN:
            method, path = self._foreign(person, other)
            await self.one(person, method, path, own=False)
        elif chance < _FILES:
            await self.fetch(self.rng.choice((person, *self.analysed)))
        elif chance < _RUN:
            await self.run_and_cancel(self.rng.choice(self.hasty))
        else:
            await self.one(*self._written(person))

    async def one(
        self,
        person: Person,
        method: str,
        path: str,
        body: dict[str, Any] | None = None,
        *,
        own: bool = True,
        surface: str = BODY,
    ) -> Answer | None:
        """One request, counted and looked at; None when it was cancelled on the way."""
        self.seen.sent += 1
        began = time.monotonic()
        asked = asyncio.create_task(call(self.app, person, method, path, body))
        if cancelled := self.rng.random() < TRIED:
            await asyncio.sleep(self.rng.random() * self.usual_s)
            asked.cancel()
        try:
            answer = await asked
        except asyncio.CancelledError:
            self.seen.cancelled += 1
            return None
        if not cancelled:
            self.usual_s += 0.05 * (min(time.monotonic() - began, 0.2) - self.usual_s)
        where = f"{method} {path} {answer.status}"
        self.seen.answers[answer.status] += 1
        if answer.status not in _FORESEEN:
            self.seen.unforeseen.append(f"{where} {answer.text}")
        if own:
            self.seen.own[answer.status] += 1
        elif answer.status < 400:
            self.seen.leaks.append(f"{where}: answered to {person.number}")
        self.seen.look(person.number, f"{surface} {where}", answer.text, path)
        return answer

    async def fetch(self, person: Person) -> None:
        """Whatever is ready for them: exports, reports, copies of their data."""
        for listed, leads in KEPT:
            listing = await self.one(person, "GET", listed)
            if listing is None or listing.status != 200:
                continue
            rows = json.loads(listing.content)["data"]
            for row in [row for row in rows if row["status"] == "ready"][:2]:
                path = leads.format(row["id"])
                self.told[path] = person
                answer = await self.one(person, "GET", path, surface=DOWNLOAD)
                if answer is not None and answer.status == 302:
                    answer = await self.one(person, "GET", answer.location, surface=DOWNLOAD)
                if answer is not None and answer.status == 200:
                    archive = answer.content.startswith(b"PK")
                    self.seen.looked_at["archives" if archive else "sheets"] += 1

    async def run_and_cancel(self, person: Person) -> None:
        """Have the brand analysed and think better of it."""
        path, wish = f"/api/v1/brands/{person.brand_id}/runs", {"kind": "content"}
        began = await self.one(person, "POST", path, wish)
        if began is None or began.status != 202:
            return
        await asyncio.sleep(self.rng.random() * 0.5)
        run = json.loads(began.content)["id"]
        for _ in range(5):  # a connection may be cut, the call itself cancelled
            ended = await self.one(person, "POST", f"/api/v1/runs/{run}/cancel")
            if ended is not None and ended.status == 200:
                self.seen.looked_at["runsCancelled"] += 1
                return

    async def listen(self, person: Person) -> None:
        """Hold the workspace's stream, leave without a word, come back for what was missed."""
        last = ""

        def heard(piece: bytes) -> None:
            nonlocal last
            text = piece.decode()
            if ids := _EVENT_ID.findall(text):
                last = ids[-1]
                self.seen.look(person.number, f"{STREAM} of {person.number}", text)

        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(0.5 + self.rng.random() * 4):
                    path = "/api/v1/events"
                    await call(self.app, person, "GET", path, last_id=last, heard=heard)
            await asyncio.sleep(0.1)

    def _foreign(self, person: Person, other: Person) -> tuple[str, str]:
        files = [path for path, owner in self.told.items() if owner is not person]
        if files and self.rng.random() < 0.25:
            return "GET", self.rng.choice(files[-50:])
        method, path = self.rng.choice(FOREIGN)
        return method, path.format(brand=other.brand_id, user=other.tenant.user_id)

    def _written(self, person: Person) -> tuple[Person, str, str, dict[str, Any] | None]:
        """Something to write, in one's own words; reports of whoever has results."""
        number, brand = self.rng.randrange(40), f"/api/v1/brands/{person.brand_id}"
        text = f"{person.word('text')} {number} and a sentence of it."
        results = self.rng.choice(self.analysed)
        asker = self.rng.choice((person, results))
        report = {
            "format": self.rng.choice(("csv", "pdf", "docx")),
            "sections": ["summary", "prompts"],
        }
        wish = {"resource": "prompts", "format": self.rng.choice(("csv", "json"))}
        question = {"text": f"Which boots does {person.word('prompt')} {number} make?"}
        invited = {"email": f"{person.word('mail')}{number}@example.com", "role": "viewer"}
        choices: tuple[tuple[Person, str, str, dict[str, Any] | None], ...] = (
            (asker, "POST", "/api/v1/exports", {"brandId": str(asker.brand_id), **wish}),
            (person, "POST", f"{brand}/prompts", question),
            (person, "POST", "/api/business-info/update", {"description": text}),
            (person, "POST", "/api/business-info/update", {"description": text}),
            (person, "POST", "/api/v1/invitations", invited),
            (person, "PATCH", "/api/v1/me", {"firstName": person.word(f"ada{number}")}),
            (results, "POST", "/api/v1/me/export", None),
            (results, "POST", f"/api/v1/brands/{results.brand_id}/reports", report),
        )
        return self.rng.choice(choices)

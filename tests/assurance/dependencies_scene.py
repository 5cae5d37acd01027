"""A product of real processes whose every dependency stands behind a proxy that can fall ill.

Invariant: the processes know the proxies only; what the tests themselves ask of the database or of
a stand-in goes past them.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy.engine import make_url

from presence.db.embedded_process import free_port
from presence_standins.engines import server as engines
from presence_standins.sites import site_server
from presence_standins.smtp.sink import Sink, smtp_sink
from presence_standins.stripe import server as stripe
from tests.assurance.processes import end, start
from tests.assurance.sick_proxy import SickProxy, proxied
from tests.conftest import Place

ENGINES = {
    "chatgpt": "/openai/v1",
    "claude": "/anthropic",
    "gemini": "/gemini",
    "perplexity": "/perplexity",
}
DEPENDENCIES = ("database", "stripe", "mail", *ENGINES)  # files are kept in the database
PASSWORD = "correct horse battery"
READY_S = 240.0
MEASURED_S, POLL_S = 240.0, 0.25
CONFIRMED_S = 60.0
# One customer does within minutes what others do in months; what is judged are answers, not limits.
_ROOM = {
    "PRESENCE_RATES__RUNS": "[10000, 3600]",
    "PRESENCE_RATES__REGISTRATIONS": "[10000, 3600]",
    "PRESENCE_RATES__ACCOUNTS": "[10000, 3600]",
    "PRESENCE_OUTBOUND__SITE_EVERY_S": "0",
    "PRESENCE_ANALYSIS__CONFIRM_WITHIN_S": "0",
    "PRESENCE_RATES__ACCOUNTS_NETWORK": "[10000, 3600]",
    "PRESENCE_ENGINES__PLAN_SHARE": "1000",
    "PRESENCE_ENGINES__FREE_ALLOWANCE_USD": "1000",
}


@dataclass
class Scene:
    """The running product, its dependencies' proxies and what mail arrived."""

    origin: str
    proxies: dict[str, SickProxy]
    mails: Sink
    site: str
    folder: Path
    place: Place
    variables: dict[str, str]

    async def command(self, *words: str) -> None:
        """One of the product's own commands, past nobody's proxy but the database's."""
        await asyncio.to_thread(_command, self.place, self.variables, *words)

    def visitor(self) -> httpx.AsyncClient:
        """A browser that nobody has signed in with."""
        return httpx.AsyncClient(base_url=self.origin, headers={"Origin": self.origin}, timeout=30)

    def logs(self) -> str:
        """The last words of the processes."""
        return "\n".join(log.read_text()[-2_000:] for log in self.folder.glob("*.log"))


@asynccontextmanager
async def scene(place: Place) -> AsyncIterator[Scene]:
    """API and worker on `place`, ready to answer."""
    async with AsyncExitStack() as stack:
        mails = stack.enter_context(smtp_sink())
        paid = await stack.enter_async_context(stripe.start())
        asked = await stack.enter_async_context(engines.start())
        site = await stack.enter_async_context(site_server("harrow"))
        database = make_url(place.url("customer"))
        targets = {
            "database": int(database.port or 0),
            "mail": mails.port,
            "stripe": _port(paid.url),
        }
        targets |= dict.fromkeys(ENGINES, _port(asked.url))
        proxies = {
            name: await stack.enter_async_context(proxied("127.0.0.1", target))
            for name, target in targets.items()
        }
        port = free_port()
        variables = {
            **os.environ,
            **dict(v.split("=", 1) for v in paid.variables()),
            "PORT": str(port),
            "PRESENCE_DATABASE__CUSTOMER_URL": database.set(
                port=proxies["database"].port
            ).render_as_string(hide_password=False),
            "PRESENCE_STRIPE__BASE_URL": _at(proxies["stripe"]),
            "PRESENCE_MAIL__HOST": "127.0.0.1",
            "PRESENCE_MAIL__PORT": str(proxies["mail"].port),
            "PRESENCE_MAIL__SECURITY": "none",
            "PRESENCE_OUTBOUND__ALLOWED_NETWORKS": "127.0.0.0/8",
            "PRESENCE_ANALYSIS__EMBEDDINGS": "false",
            "PRESENCE_LOG_LEVEL": "warning",
            **_ROOM,
        }
        for name, path in ENGINES.items():
            variables[f"PRESENCE_ENGINES__{name.upper()}__BASE_URL"] = _at(proxies[name]) + path
            variables[f"PRESENCE_ENGINES__{name.upper()}__API_KEY"] = "stand-in-key-0001"
        folder = Path(tempfile.mkdtemp(prefix="presence-sick-"))
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        await asyncio.to_thread(_command, place, variables, "stripe-setup")
        for name in ("api", "worker"):
            stack.callback(end, start(name, variables, folder))
        origin = f"http://localhost:{port}"
        found = Scene(origin, proxies, mails, site, folder, place, variables)
        await _ready(found)
        yield found


def _port(url: str) -> int:
    return int(httpx.URL(url).port or 0)


def _at(proxy: SickProxy) -> str:
    return f"http://127.0.0.1:{proxy.port}"


def _command(place: Place, variables: dict[str, str], *words: str) -> None:
    """One of the product's own commands, as the owner."""
    given = {**variables, "PRESENCE_DATABASE__OWNER_URL": place.url("owner")}
    done = subprocess.run(  # noqa: S603 - our own module
        [sys.executable, "-m", "presence", *words], env=given, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr


async def _ready(found: Scene) -> None:
    deadline = time.monotonic() + READY_S
    async with found.visitor() as http:
        while time.monotonic() < deadline:
            try:
                if (await http.get("/readyz")).status_code == 200:
                    return
            except httpx.HTTPError:
                await asyncio.sleep(0.2)
    raise AssertionError(found.logs())


@dataclass
class Customer:
    """Somebody on the largest plan with one measured brand, and `buyer`, who has no plan yet."""

    http: httpx.AsyncClient
    buyer: httpx.AsyncClient
    scene: Scene
    brand: str = ""
    question: str = ""

    async def settle(self) -> None:
        """Register, describe the business, wait for the first result, be given every engine."""
        await register(self.buyer)
        email = await register(self.http)
        wizard = {
            "businessName": "Harrow & Pike",
            "websiteUrl": self.scene.site,
            "wizardCompleted": True,
            "businessDescription": "Solid oak furniture made to order, delivered assembled.",
            "targetAudience": "People furnishing a small flat who want furniture that lasts",
        }
        answer = await self.http.post("/api/business-info", json=wizard)
        assert answer.is_success, answer.text
        self.brand = (await self.http.get("/api/v1/brands")).json()["data"][0]["id"]
        assert await self._measured(), self.scene.logs()
        prompts = await self.http.get(f"/api/v1/brands/{self.brand}/prompts")
        self.question = prompts.json()["data"][0]["id"]
        await self.scene.command("grant", email, "Scale")
        await self._confirm(email)
        for engine in ENGINES:
            assert await self.answered(engine), f"{engine} does not answer: {self.scene.logs()}"

    async def _confirm(self, email: str) -> None:
        """Follow the link in the mail: where mail is set up, assistants are asked only then."""
        deadline = time.monotonic() + CONFIRMED_S
        mails = self.scene.mails.to(email)
        while not mails and time.monotonic() < deadline:
            await asyncio.sleep(POLL_S)
            mails = self.scene.mails.to(email)
        assert mails, self.scene.logs()
        found = re.search(r"verify#([\w-]+)", mails[0].part("plain"))
        assert found, mails[0].part("plain")
        answer = await self.http.post("/api/v1/auth/verify", json={"token": found[1]})
        assert answer.is_success, answer.text

    async def _measured(self) -> bool:
        """Whether the first run ends, waiting for it."""
        deadline = time.monotonic() + MEASURED_S
        while time.monotonic() < deadline:
            answer = await self.http.get(f"/api/v1/brands/{self.brand}/summary")
            if answer.is_success and answer.json()["activeRun"] is None and answer.json()["run"]:
                return True
            await asyncio.sleep(0.5)
        return False

    async def ask(self) -> httpx.Response:
        """Have the brand's question asked of every engine: 202 with the run."""
        wanted = {"kind": "prompt", "promptIds": [self.question]}
        return await self.http.post(f"/api/v1/brands/{self.brand}/runs", json=wanted)

    async def answered(self, engine: str) -> bool:
        """Whether a question asked now is answered by this engine, waiting for the run's end."""
        begun = await self.ask()
        if begun.status_code != httpx.codes.ACCEPTED:
            return False
        run = await self.ended(begun.json()["id"])
        return any(e["id"] == engine and e["status"] == "answered" for e in run["engines"])

    async def ended(self, run_id: str) -> dict[str, Any]:
        """The run once it is over; for ever while it is not."""
        while True:
            answer = await self.http.get(f"/api/v1/runs/{run_id}")
            if answer.is_success and answer.json()["status"] not in ("queued", "running"):
                run: dict[str, Any] = answer.json()
                return run
            await asyncio.sleep(POLL_S)


async def register(http: httpx.AsyncClient) -> str:
    """A new account; its address, to which the product writes. AssertionError when refused."""
    email, answer = await registration(http)
    assert answer.is_success, answer.text
    return email


async def registration(http: httpx.AsyncClient) -> tuple[str, httpx.Response]:
    """Ask for a new account: its address and what was answered."""
    email = f"{uuid.uuid4().hex}@example.com"
    person = {"firstName": "Nora", "lastName": "Field", "email": email, "password": PASSWORD}
    return email, await http.post("/api/register", json=person)

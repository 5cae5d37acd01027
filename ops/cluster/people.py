"""People who use the product through the ingress: they have a website measured, read and write.

Invariant: a request that does not end with the one status it should counts as failed, whatever the
reason (no connection, 5xx, any 4xx); nothing is tried again. Everybody stays within what the
product allows, so that no refusal is expected.
"""

from __future__ import annotations

import ssl
import time
import uuid
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Thread
from typing import Any

import httpx
from ops.cluster.control import HOSTS
from ops.cluster.machine import ClusterError
from ops.cluster.world import INGRESS, SHOP

BASE = f"https://{HOSTS[0]}"
STEADY_S = 5.0  # before and after what happens under load
SESSIONS = 4  # of each customer, each signed in for itself
PACE_S = 0.5  # between a session's requests: all of a person make 480 a minute, of 600 allowed
PASSWORD = "correct horse battery"  # noqa: S105 - of people who exist for one run
ENDED = {"completed", "partial", "failed", "canceled"}


class ToIngress(httpx.HTTPTransport):
    """Every host of the cluster is at the ingress; certificate and header keep its name."""

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Send to the ingress's address; the request itself keeps its name, for the cookies."""
        there = httpx.Request(
            request.method,
            request.url.copy_with(host=INGRESS),
            headers=request.headers,
            stream=request.stream,
            extensions={**request.extensions, "sni_hostname": request.url.host},
        )
        return super().handle_request(there)


def client(authority: Path) -> httpx.Client:
    """A browser's cookie jar and kept connections, on one host."""
    context = ssl.create_default_context(cafile=str(authority))
    return httpx.Client(
        base_url=BASE, headers={"Origin": BASE}, timeout=30, transport=ToIngress(verify=context)
    )


@dataclass
class Customer:
    """A signed-up person with one brand."""

    http: httpx.Client
    brand: str = ""
    email: str = field(default_factory=lambda: f"{uuid.uuid4().hex}@example.com")

    def register(self) -> None:
        """Create an account."""
        person = {
            "firstName": "Nora",
            "lastName": "Field",
            "email": self.email,
            "password": PASSWORD,
        }
        _fine(self.http.post("/api/register", json=person))

    def sign_in(self, http: httpx.Client) -> None:
        """One more session of the same person, in another browser."""
        _fine(http.post("/api/login", json={"email": self.email, "password": PASSWORD}))

    def analyse(self) -> float:
        """Finish the wizard; seconds until the first run has ended well."""
        started = time.monotonic()
        wizard = {
            "businessName": "Harrow & Pike",
            "websiteUrl": SHOP,
            "wizardCompleted": True,
            "businessDescription": "Solid oak furniture made to order, delivered assembled.",
            "targetAudience": "People furnishing a small flat who want furniture that lasts",
        }
        _fine(self.http.post("/api/business-info", json=wizard))
        self.brand = _fine(self.http.get("/api/v1/brands")).json()["data"][0]["id"]
        while time.monotonic() - started < 300:
            summary = self.summary()
            run = summary["run"] or {}
            if summary["activeRun"] is None and run.get("status") in ENDED:
                if run["status"] != "completed":
                    raise ClusterError(
                        f"The analysis ended as {run['status']}: {str(summary)[:500]}"
                    )
                return time.monotonic() - started
            time.sleep(0.5)
        raise ClusterError("The analysis did not end within 300 s.")

    def summary(self) -> dict[str, Any]:
        """What the dashboard shows."""
        found: dict[str, Any] = _fine(self.http.get(f"/api/v1/brands/{self.brand}/summary")).json()
        return found

    def dashboard(self) -> str:
        """The page itself and one of its scripts, as the browser loads them."""
        page = _fine(self.http.get("/dashboard")).text
        script = page.split('src="/assets/', 1)[1].split('"', 1)[0]
        _fine(self.http.get(f"/assets/{script}"))
        return page


def _fine(answer: httpx.Response) -> httpx.Response:
    if not answer.is_success:
        raise ClusterError(
            f"{answer.request.method} {answer.request.url.path}:"
            f" {answer.status_code} {answer.text[:300]}"
        )
    return answer


@dataclass
class Load:
    """Steady readers and writers on kept connections, and what they were answered."""

    customers: list[Customer]
    authority: Path
    answers: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)
    slowest_s: float = 0.0
    _ended: Event = field(default_factory=Event)
    _threads: list[Thread] = field(default_factory=list)

    def __enter__(self) -> Load:
        self._threads = [
            Thread(target=self._person, args=(customer,))
            for customer in self.customers
            for _ in range(SESSIONS)
        ]
        for thread in self._threads:
            thread.start()
        time.sleep(STEADY_S)
        return self

    def __exit__(self, *_: object) -> None:
        time.sleep(STEADY_S)
        self._ended.set()
        for thread in self._threads:
            thread.join()

    @property
    def requests(self) -> int:
        """Answered or not."""
        return sum(self.answers.values())

    @property
    def sessions(self) -> int:
        """How many browsers were signed in."""
        return len(self._threads)

    def _person(self, customer: Customer) -> None:
        with client(self.authority) as http:
            try:
                customer.sign_in(http)
            except (ClusterError, httpx.HTTPError) as error:
                self.answers["no session"] += 1
                self.failures.append(f"{time.strftime('%T')} no session: {error}")
                return
            while not self._ended.is_set():
                self._one(http, "GET", "/api/user", 200)
                self._one(http, "GET", f"/api/v1/brands/{customer.brand}/summary", 200)
                self._one(http, "GET", "/dashboard", 200)
                self._write(http, customer)

    def _write(self, http: httpx.Client, customer: Customer) -> None:
        note = {
            "text": f"load {uuid.uuid4().hex}",
            "day": time.strftime("%Y-%m-%d"),
            "scope": "personal",
        }
        path = f"/api/v1/brands/{customer.brand}/annotations"
        made = self._one(http, "POST", path, 201, note)
        if made is not None:
            self._one(http, "DELETE", f"/api/v1/annotations/{made.json()['id']}", 204)

    def _one(
        self, http: httpx.Client, method: str, path: str, wanted: int, body: object = None
    ) -> httpx.Response | None:
        """One request and the pause after it; its answer when it is the wanted one."""
        started = time.monotonic()
        answer = None
        try:
            answer = http.request(method, path, json=body)
            said = str(answer.status_code)
        except httpx.HTTPError as error:
            said = type(error).__name__
        took = time.monotonic() - started
        self.slowest_s = max(self.slowest_s, took)
        self.answers[said] += 1
        if said != str(wanted):
            self.failures.append(
                f"{time.strftime('%T')} {method} {path.split('?')[0]}: {said} after {took:.2f} s"
            )
            answer = None
        time.sleep(max(0.0, PACE_S - took))
        return answer

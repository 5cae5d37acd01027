"""A product that stand-in assistants answer for, and a subscriber whose brand they know.

Invariant: engines are reached through the product's own settings, as a deployment's would be.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from presence_standins.engines import EngineStandIns
from tests.e2e.people import Customer
from tests.e2e.product import ROOT, Product, running_product

KEY = "stand-in-key-0001"
COMPETITORS = ("Marlow Tables", "Oak & Iron")


def connected(engines: EngineStandIns, *names: str) -> dict[str, str]:
    """Settings that connect a product to some of the stand-in engines, which are asked at once."""
    settings = {"PRESENCE_ANALYSIS__CONFIRM_WITHIN_S": "0"}
    for name in names:
        settings[f"PRESENCE_ENGINES__{name.upper()}__API_KEY"] = KEY
        settings[f"PRESENCE_ENGINES__{name.upper()}__BASE_URL"] = engines.base(name)
    return settings


@contextmanager
def answered_product(engines: EngineStandIns, *names: str, **variables: str) -> Iterator[Product]:
    """A product of its own whose questions go to the stand-in engines named."""
    with running_product(**{**connected(engines, *names), **variables}) as product:
        yield product


async def subscribe(product: Product, customer: Customer, plan: str) -> None:
    """Give a customer a plan by the operator's command; AssertionError with what it said."""
    email = (await customer.http.get("/api/user")).json()["email"]
    granted = await asyncio.to_thread(
        subprocess.run,
        [str(Path(sys.executable).with_name("presence")), "grant", email, plan],
        cwd=ROOT,
        env={**os.environ, "PRESENCE_STATE_DIR": str(product.state / "presence")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert granted.returncode == 0, granted.stderr


async def track(customer: Customer, brand: str, *names: str) -> None:
    """Track competitors of a brand."""
    for name in names:
        answer = await customer.http.post(
            f"/api/v1/brands/{brand}/competitors",
            json={"name": name},
            headers={"Idempotency-Key": name},
        )
        assert answer.is_success, answer.text


async def analyse_again(customer: Customer, brand: str) -> None:
    """One more full run, to its end."""
    started = await customer.http.post(
        f"/api/v1/brands/{brand}/runs", json={"kind": "full"}, headers={"Idempotency-Key": "again"}
    )
    assert started.status_code == 202, started.text
    summary = await customer.summary_after_run(within_s=120)
    assert summary["run"]["id"] == started.json()["id"]
    assert summary["run"]["status"] == "completed"

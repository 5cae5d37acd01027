"""Rows 4 to 7: no account is taken over, guessed, kept open after its end, or used from elsewhere.

Invariant: every attack is made through the product's own addresses, and what counts is whether the
attacker ends up with a session or a forged request is carried out.
"""

from __future__ import annotations

import base64
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from random import Random

import asyncpg
from fastapi import FastAPI

from presence.core.settings import SessionSettings
from presence.db.session import Database
from presence.entrypoints.customer import build_adapters, create_customer_app
from presence_standins.google import Provider, google_provider
from tests.assurance import (
    account_attacks,
    account_endings,
    account_guesses,
    account_hijacks,
    account_requests,
    account_rights,
)
from tests.assurance.frame import Deadline, Outcome
from tests.conftest import Place

COVERS = (
    "api/presence/domains/identity",
    "api/presence/domains/workspaces",
    "api/presence/domains/team",
    "api/presence/domains/session",
    "api/presence/domains/operators",
    "api/presence/http",
)


@dataclass(frozen=True)
class Scale:
    """How often each attack is made."""

    callbacks: int
    guesses: int
    addresses: int
    accounts: int
    timed: int
    revocations: int
    sprays: int
    routes: int | None = None  # asked after each way in which a right ends; None: every one


QUICK = Scale(
    callbacks=220,
    guesses=300,
    addresses=100,
    accounts=2,
    timed=20,
    revocations=1,
    sprays=60,
    routes=20,
)
FULL = Scale(
    callbacks=1_000,
    guesses=100_000,
    addresses=10_000,
    accounts=20,
    timed=1_000,
    revocations=50,
    sprays=10_000,
)


FAMILIES, WAYS = 5, 4


@dataclass(frozen=True)
class Scene:
    """The product under attack, the provider it trusts, and a look into its database."""

    app: FastAPI
    provider: Provider
    admin: asyncpg.Connection


async def full(place: Place, seed: int, deadline: Deadline) -> Outcome:
    """1,000 forged callbacks, 100,000 guesses from 10,000 addresses, 1,000 timed pairs."""
    return await run(place, FULL, seed, deadline)


async def run(place: Place, scale: Scale, seed: int, deadline: Deadline) -> Outcome:
    """Every family of attacks, one after the other."""
    rng = Random(seed)  # noqa: S311 - repeatable chance
    counts: dict[str, float] = {}
    violations = 0
    hashing = SessionSettings() if scale is FULL else None
    async with scene(place, hashing) as made:
        families = (
            account_attacks.forged_callbacks(made, scale.callbacks, rng),
            account_hijacks.pre_hijacks(made, account_attacks.somebody),
            account_attacks.dead_sessions(made, scale.revocations),
            account_rights.lost_rights(made, scale.revocations),
            account_requests.foreign_requests(made),
            account_guesses.timing(made, scale.timed),
            account_guesses.guessing(made, scale, deadline),
            account_guesses.spraying(made, scale, deadline),
            account_endings.ended_rights(made, scale.routes, rng),
        )
        for family in families:
            seen, broken = await family
            counts |= seen
            violations += broken
    complete = (
        counts["guesses"] >= scale.guesses
        and counts["forgedCallbacks"] >= scale.callbacks
        and counts["timedPairs"] >= scale.timed
        and counts["preHijacks"] == FAMILIES * WAYS
        and counts["waysToEnd"] == account_endings.WAYS
    )
    return Outcome(counts, violations, complete)


@asynccontextmanager
async def scene(place: Place, hashing: SessionSettings | None = None) -> AsyncIterator[Scene]:
    """The product on the real adapters, connected to the stand-in provider.

    With `hashing` passwords cost what they cost in production.
    """
    async with google_provider() as provider:
        settings = place.settings(
            secrets={"key": base64.b64encode(b"k" * 32).decode()},
            google={
                "issuer": provider.url,
                "client_id": provider.client_id,
                "client_secret": provider.client_secret,
            },
            **({"session": hashing} if hashing else {}),
        )
        database = Database(settings.database.customer_url, settings.database)
        adapters = replace(build_adapters(settings), database=database)
        app = create_customer_app(settings, adapters)
        admin = await asyncpg.connect(place.url("admin"))
        await adapters.events.start()
        try:
            yield Scene(app, provider, admin)
        finally:
            await adapters.events.close()
            app.state.accounts.close()
            await admin.close()
            await database.close()


Seen = tuple[Mapping[str, float], int]

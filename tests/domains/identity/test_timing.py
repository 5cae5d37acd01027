"""An unknown e-mail costs the same statements and the same hashing as a known one."""

from __future__ import annotations

import statistics
import time

import httpx
from fastapi import FastAPI
from sqlalchemy import event

from presence.core.settings import SessionSettings
from presence.db.session import Database
from presence.domains.identity.service.passwords import Passwords
from tests.conftest import browser
from tests.factories.people import sign_up

ROUNDS = 25
TOLERANCE_MS = 5.0


async def test_both_send_the_same_statements(app: FastAPI, database: Database) -> None:
    async with browser(app) as client:
        known = (await sign_up(client))["email"]
    said: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        said.append(statement)

    engine = database.engine.sync_engine
    event.listen(engine, "before_cursor_execute", note)
    try:
        found = await _statements(app, known, said)
        missing = await _statements(app, "nobody@example.com", said)
    finally:
        event.remove(engine, "before_cursor_execute", note)
    assert len(found) >= 3
    assert found == missing


async def test_both_do_the_same_hashing_work() -> None:
    passwords = Passwords(SessionSettings())
    stored = await passwords.hashed("correct horse battery")
    assert stored.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    known: list[float] = []
    unknown: list[float] = []
    for _ in range(ROUNDS):
        known.append(await _milliseconds(passwords, stored))
        unknown.append(await _milliseconds(passwords, None))
    passwords.close()
    assert abs(statistics.median(known) - statistics.median(unknown)) <= TOLERANCE_MS


async def test_a_right_password_matches_nothing_without_an_account() -> None:
    passwords = Passwords(SessionSettings(argon2_memory_kib=64, argon2_time_cost=1))
    stored = await passwords.hashed("correct horse battery")
    assert await passwords.check("correct horse battery", stored) == (True, None)
    assert await passwords.check("correct horse battery", None) == (False, None)
    passwords.close()


async def test_a_weaker_stored_hash_is_replaced_at_the_next_login() -> None:
    weak = Passwords(SessionSettings(argon2_memory_kib=64, argon2_time_cost=1))
    strong = Passwords(SessionSettings(argon2_memory_kib=128, argon2_time_cost=1))
    matches, better = await strong.check("password", await weak.hashed("password"))
    assert matches
    assert better is not None
    assert "m=128" in better
    weak.close()
    strong.close()


async def _statements(app: FastAPI, email: str, said: list[str]) -> list[str]:
    said.clear()
    async with browser(app) as client:
        response: httpx.Response = await client.post(
            "/api/login", json={"email": email, "password": "not the password"}
        )
    assert response.status_code == 401
    return list(said)


async def _milliseconds(passwords: Passwords, stored: str | None) -> float:
    """CPU time of one check by all threads: what other programs do at the moment does not count."""
    start = time.process_time()
    await passwords.check("not the password", stored)
    return (time.process_time() - start) * 1000

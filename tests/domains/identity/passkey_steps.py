"""What a person does with passkeys, call by call."""

from __future__ import annotations

from typing import Any

import httpx

from tests.conftest import browser
from tests.domains.identity.conftest import Person
from tests.factories.passkeys import Device
from tests.factories.people import PASSWORD

PASSKEYS = "/api/v1/me/passkeys"
SIGN_IN = "/api/v1/auth/passkey"
SECOND = "/api/v1/auth/second-factor/passkey"


async def begin(person: Person, **proof: Any) -> httpx.Response:
    """Ask to add one, with the password unless another proof is given."""
    return await person.client.post(f"{PASSKEYS}/options", json=proof or {"password": PASSWORD})


async def add(
    person: Person, device: Device, name: str = "My phone", **proof: Any
) -> dict[str, Any]:
    """Add a passkey; what the server answers."""
    options = await begin(person, **proof)
    assert options.status_code == 200, options.text
    answer = await person.client.post(PASSKEYS, json=device.make(options.json(), name))
    assert answer.status_code == 201, answer.text
    added: dict[str, Any] = answer.json()
    return added


async def proof_by(person: Person, device: Device) -> dict[str, Any]:
    """A proof by the device's newest passkey."""
    options = (await person.client.post(f"{PASSKEYS}/proof")).json()
    return {"passkey": device.use(options)}


async def remove(person: Person, passkey_id: str, **proof: Any) -> httpx.Response:
    """Remove one."""
    return await person.client.request("DELETE", f"{PASSKEYS}/{passkey_id}", json=proof)


async def asked(client: httpx.AsyncClient) -> dict[str, Any]:
    """What a browser is asked before anybody is known."""
    answer = await client.post(f"{SIGN_IN}/options")
    assert answer.status_code == 200, answer.text
    options: dict[str, Any] = answer.json()
    return options


async def sign_in(person: Person, device: Device) -> httpx.Response:
    """Sign in with the device's newest passkey from a browser of its own."""
    async with browser(person.app, address="192.0.2.77") as other:
        return await other.post(SIGN_IN, json=device.use(await asked(other)))


async def half_way(client: httpx.AsyncClient, person: Person) -> None:
    """Give the right password where a second step is due."""
    body = {"email": person.email, "password": PASSWORD}
    first = await client.post("/api/login", json=body)
    assert (first.status_code, first.json()["code"]) == (401, "second-factor-required")


async def post_to(person: Person, path: str, body: object) -> int:
    """The status of a call with a body."""
    return (await person.client.post(path, json=body)).status_code

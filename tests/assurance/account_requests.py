"""Requests that another site's page would make with the owner's cookies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from presence.http.middleware import UNSAFE
from tests.conftest import browser
from tests.factories.google import is_signed_in
from tests.factories.people import sign_up

if TYPE_CHECKING:
    from tests.assurance.accounts import Scene, Seen

FOREIGN: tuple[dict[str, str], ...] = (
    {"origin": "https://evil.example"},
    {"origin": "null"},
    {"origin": "https://presence.test"},
    {"origin": "http://presence.test.evil.example"},
    {"origin": "http://presence.test:8080"},
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
    {"origin": "http://presence.test", "sec-fetch-site": "cross-site"},
    {"origin": "https://evil.example", "sec-fetch-site": "same-origin"},
    {"origin": "https://evil.example", "content-type": "text/plain"},
    {"sec-fetch-site": "cross-site", "content-type": "application/x-www-form-urlencoded"},
    {"origin": "null", "content-type": "multipart/form-data; boundary=x"},
)


async def foreign_requests(scene: Scene) -> Seen:
    """Every unsafe address × twelve ways in which another site's page would call it."""
    described: dict[str, Any] = scene.app.openapi()["paths"]
    unsafe = [
        (method.upper(), path.replace("{", "").replace("}", ""))
        for path, operations in described.items()
        for method in operations
        if method.upper() in UNSAFE
    ]
    accepted = made = 0
    async with browser(scene.app) as owner:
        await sign_up(owner)
        for method, path in unsafe:
            for headers in FOREIGN:
                sent = {"content-type": "application/json", **headers}
                answer = await owner.request(method, path, content=b"{}", headers=sent)
                accepted += answer.status_code != 403
                made += 1
        accepted += not await is_signed_in(owner)
    return {"foreignRequests": made, "foreignRequestsAccepted": accepted}, accepted

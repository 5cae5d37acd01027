"""Access logs as nginx writes them, and how they get to the product from outside a browser."""

from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime, timedelta
from typing import Any

from tests.e2e.people import Customer

READ_WITHIN_S = 60
GPTBOT = "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; GPTBot/1.2"
_SEARCH = "Mozilla/5.0 (compatible; OAI-SearchBot/1.0; +https://openai.com/searchbot)"
_CLAUDE = "Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)"
_PERSON = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36"
OPENAI_GPTBOT, OPENAI_SEARCH, ELSEWHERE = "20.171.206.10", "20.42.10.180", "203.0.113.7"


def line(
    at: datetime,
    agent: str = _PERSON,
    page: str = "/",
    status: int = 200,
    address: str = ELSEWHERE,
    referrer: str = "-",
) -> str:
    """One line of the combined format."""
    return (
        f'{address} - - [{at:%d/%b/%Y:%H:%M:%S} +0000] "GET {page} HTTP/1.1" {status} 512'
        f' "{referrer}" "{agent}"\n'
    )


def yesterday(hour: int) -> datetime:
    """A full hour of yesterday (UTC)."""
    day = datetime.now(UTC) - timedelta(days=1)
    return day.replace(hour=hour, minute=0, second=0, microsecond=0)


def refused_log() -> str:
    """GPTBot is refused six times on two pages; a search bot, a person, and a broken line."""
    begins = yesterday(9)
    lines = [
        line(
            begins + timedelta(minutes=n),
            GPTBOT,
            "/tables" if n < 4 else "/beds",
            403,
            OPENAI_GPTBOT,
        )
        for n in range(6)
    ]
    lines += [line(begins + timedelta(minutes=10 + n), _SEARCH, "/tables") for n in range(3)]
    lines.append(
        line(begins + timedelta(minutes=20), page="/tables", referrer="https://chatgpt.com/")
    )
    return "".join([*lines, "this is no line of a log\n"])


def answered_log() -> str:
    """An hour later GPTBot is let in, four times."""
    begins = yesterday(10)
    return "".join(
        line(begins + timedelta(minutes=n), GPTBOT, "/tables", 200, OPENAI_GPTBOT) for n in range(4)
    )


def week_of_logs() -> str:
    """Six days of four bots and of people, some of whom an assistant sent."""
    lines = []
    for day in range(6, 0, -1):
        begins = datetime.now(UTC) - timedelta(days=day)
        for n in range(20 + 7 * day):
            at = begins + timedelta(seconds=20 * n)
            page = ("/", "/tables", "/beds", "/care")[n % 4]
            lines.append(line(at, _SEARCH, page, 200, OPENAI_SEARCH))
            if n % 2:
                lines.append(line(at, GPTBOT, page, 403, OPENAI_GPTBOT))
            if n % 3 == 0:
                lines.append(line(at, _CLAUDE, page, 200 if n % 6 else 404))
            if n % 5 == 0:
                lines.append(line(at, GPTBOT, "/", 200))
                lines.append(line(at, page=page, referrer="https://chatgpt.com/"))
            lines.append(line(at, page=page))
    return "".join(lines)


async def send_log(customer: Customer, brand: str, text: str) -> None:
    """Send a log of at most one part and have it read; AssertionError when that takes too long."""
    traffic = f"/api/v1/brands/{brand}/traffic"
    content = text.encode()
    source = (await _done(customer, "POST", f"{traffic}/sources", json=_SOURCE))["source"]["id"]
    announced = {"sourceId": source, "name": "access.log", "size": len(content)}
    log = (await _done(customer, "POST", f"{traffic}/uploads", json=announced))["id"]
    upload = f"{traffic}/uploads/{log}"
    await _done(customer, "PUT", f"{upload}/parts/0", files={"file": ("part", content)})
    await _done(customer, "POST", f"{upload}/confirm", json={})
    deadline = time.monotonic() + READ_WITHIN_S
    while (found := await _done(customer, "GET", upload))["status"] != "done":
        assert time.monotonic() < deadline, found
        await asyncio.sleep(0.3)


_SOURCE = {"name": "Shop server", "kind": "upload"}


async def _done(customer: Customer, method: str, path: str, **sent: Any) -> dict[str, Any]:
    answer = await customer.http.request(method, path, **sent)
    assert answer.is_success, answer.text
    found: dict[str, Any] = answer.json()
    return found

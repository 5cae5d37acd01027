"""Access logs with a known truth, in the combined format."""

from __future__ import annotations

import gzip
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from backports import zstd

BEGINS = datetime(2026, 11, 20, 9, 0, tzinfo=UTC)
PERSON = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36"
AGENTS = {
    "GPTBot": "Mozilla/5.0 AppleWebKit/537.36; compatible; GPTBot/1.2; +https://openai.com/gptbot",
    "ClaudeBot": "Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)",
    "OAI-SearchBot": "Mozilla/5.0 (compatible; OAI-SearchBot/1.0; +https://openai.com/searchbot)",
}


def line(
    at: datetime,
    agent: str = PERSON,
    page: str = "/",
    status: int = 200,
    address: str = "203.0.113.7",
    referrer: str = "-",
) -> str:
    """One line as Apache and nginx write it."""
    return (
        f'{address} - - [{at:%d/%b/%Y:%H:%M:%S} +0000] "GET {page} HTTP/1.1" {status} 512'
        f' "{referrer}" "{agent}"\n'
    )


def log_of(
    requests: int, begins: datetime = BEGINS, every_s: int = 2
) -> tuple[bytes, Counter[str]]:
    """A log of bots, people and a broken line in every hundred; and requests by bot."""
    lines, truth = list[str](), Counter[str]()
    names = [*AGENTS, "", ""]
    for number in range(requests):
        at = begins + timedelta(seconds=number * every_s)
        if number % 100 == 99:
            lines.append(f"broken line {number} from 198.51.100.{number % 250}\n")
            truth["wrong"] += 1
            continue
        name = names[number % len(names)]
        status = 403 if name == "OAI-SearchBot" else 200
        lines.append(line(at, AGENTS.get(name, PERSON), f"/page-{number % 40}?q={number}", status))
        truth[name or "people"] += 1
    return "".join(lines).encode(), truth


PACKINGS: dict[str, Callable[[bytes], bytes]] = {
    "plain": bytes,
    "gzip": gzip.compress,
    "zstd": zstd.compress,
}

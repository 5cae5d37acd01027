"""A log with known truth: every kind of line, and what counting it has to come to.

Invariant: the truth is written down as lines are made, from the maker's side; nothing of the
product that reads them takes part.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta, timezone
from itertools import pairwise

START = int(datetime(2026, 11, 1, tzinfo=UTC).timestamp())
IDLE_S = 30 * 60
STATUSES = (200, 200, 200, 200, 304, 403, 404, 500)
ZONES = (-8 * 60, -210, 0, 0, 60, 330, 765)
# Token, maker's user agent, an address of the maker's list where one is published.
BOTS = (
    ("GPTBot", "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; GPTBot/1.3; "
     "+https://openai.com/gptbot", "132.196.86.{}"),
    ("PerplexityBot", "Mozilla/5.0 (compatible; PerplexityBot/1.0; "
     "+https://perplexity.ai/perplexitybot)", "107.20.236.150"),
    ("Bingbot", "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)",
     "13.66.139.{}"),
    ("ClaudeBot", "Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)", None),
    ("Claude-User", "Mozilla/5.0 (compatible; Claude-User/1.0; +Claude-User@anthropic.com)", None),
)  # fmt: skip
PEOPLE = (
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/131.0.0.0 Safari/537.36",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/18.1 Safari/605.1.15",
    "Mozilla/5.0 (Linux; Android 10; CUBOT P40) AppleWebKit/537.36 Chrome/120.0 Mobile",
    "NotGPTBot/1.0 (a person's own browser)",
    "=HYPERLINK(0,0)<script>alert(1)</script>",
)
ASSISTANTS = (("ChatGPT", "https://chatgpt.com/"), ("Perplexity", "https://www.perplexity.ai/"))
PAGES = ("/", "/guide", "/pricing", "/docs/start", "/blog/oak")


@dataclass
class Truth:
    """What reading the lines has to come to."""

    parsed: int = 0
    wrong: int = 0
    duplicates: int = 0
    people: int = 0
    first: int = 2**62
    last: int = 0
    requests: Counter[str] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)
    verdicts: Counter[tuple[str, str]] = field(default_factory=Counter)
    referrals: Counter[str] = field(default_factory=Counter)
    visits: dict[tuple[str, str, str], list[int]] = field(default_factory=dict)

    def sessions(self) -> dict[str, int]:
        """Sessions by assistant: a new one after half an hour without a page view."""
        found: Counter[str] = Counter()
        for (assistant, _, _), times in self.visits.items():
            times.sort()
            found[assistant] += 1 + sum(1 for a, b in pairwise(times) if b - a > IDLE_S)
        return dict(found)


@dataclass(frozen=True)
class Made:
    """One request to be written in some format."""

    time: int
    address: str
    target: str
    status: int
    referrer: str
    agent: str
    number: int


Writer = Callable[[Made, random.Random], bytes]


def as_combined(made: Made, chance: random.Random) -> bytes:
    """Apache's and nginx's combined format, each line in some server's time zone."""
    zone = timezone(timedelta(minutes=chance.choice(ZONES)))
    time = datetime.fromtimestamp(made.time, zone).strftime("%d/%b/%Y:%H:%M:%S %z")
    return (
        f'{made.address} - - [{time}] "GET {made.target} HTTP/1.1" {made.status} 512 '
        f'"{made.referrer or "-"}" "{made.agent}"'
    ).encode()


def as_cloudflare(made: Made, _: random.Random) -> bytes:
    """Cloudflare's Logpush, with an event id."""
    entry = {
        "ClientIP": made.address,
        "ClientRequestHost": "www.example.com",
        "ClientRequestMethod": "GET",
        "ClientRequestURI": made.target,
        "ClientRequestReferer": made.referrer,
        "ClientRequestUserAgent": made.agent,
        "EdgeResponseStatus": made.status,
        "EdgeResponseBytes": 512,
        "EdgeStartTimestamp": datetime.fromtimestamp(made.time, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "RayID": f"{made.number:016x}",
    }
    return json.dumps(entry).encode()


WRITERS: dict[str, Writer] = {"combined": as_combined, "cloudflare": as_cloudflare}
WITH_IDS = frozenset(("cloudflare",))


def broken(line: bytes, chance: random.Random) -> bytes:
    """The line so spoilt that no reader could make a request of it."""
    kind = chance.randrange(6)
    if kind == 0:
        return line[: len(line) // 3]
    if kind == 1:
        return b"\0" * chance.randrange(1, 400)
    if kind == 2:
        return bytes(chance.choice(b"\xc0\xaf\xff\xfe\xed\xa0\x80<>;") for _ in range(120))
    if kind == 3:
        return b"<html><script>alert(1)</script></html>"
    if kind == 4:
        return b'=cmd|"/C calc"!A0,,,' + line[:20]
    return b"A" * (1_000_000 if chance.random() < 0.001 else 3_000)


class Maker:
    """Makes lines in one format, and keeps the truth of them."""

    def __init__(self, form: str, seed: int) -> None:
        self.truth = Truth()
        self._form = form
        self._write = WRITERS[form]
        self._chance = random.Random(seed)  # noqa: S311 - a fixed sequence is the point
        self._time = START
        self._number = 0
        self._sent: list[bytes] = []

    def lines(self, count: int) -> Iterator[bytes]:
        """Lines with their breaks: a tenth broken, some sent again where they have an id."""
        chance = self._chance
        for _ in range(count):
            roll = chance.random()
            if self._form in WITH_IDS and roll < 0.02 and self._sent:
                self.truth.duplicates += 1
                self.truth.parsed += 1
                yield chance.choice(self._sent) + b"\n"
                continue
            made = self._request(roll)
            line = self._write(made, chance)
            if chance.random() < 0.1:
                self.truth.wrong += 1
                yield broken(line, chance) + b"\n"
                continue
            self._count(made)
            if len(self._sent) < 1000:
                self._sent.append(line)
            else:
                self._sent[chance.randrange(1000)] = line
            yield line + (b"\r\n" if chance.random() < 0.01 else b"\n")

    def _request(self, roll: float) -> Made:
        chance = self._chance
        self._number += 1
        self._time += chance.choice((0, 0, 0, 1))
        time = self._time + (chance.randrange(-3600, 3600) if chance.random() < 0.001 else 0)
        address = f"203.0.{chance.randrange(113, 115)}.{chance.randrange(1, 255)}"
        target, status = chance.choice(PAGES), chance.choice(STATUSES)
        referrer, agent = "", chance.choice(PEOPLE)
        if roll < 0.3:
            _, agent, own = chance.choice(BOTS)
            if own and chance.random() < 0.7:
                address = own.format(chance.randrange(1, 255))
        elif roll < 0.36:
            _, referrer = chance.choice(ASSISTANTS)
            if chance.random() < 0.3:
                target, status = chance.choice((("/style.css", 200), ("/old", 301)))
        return Made(time, address, target, status, referrer, agent, self._number)

    def _count(self, made: Made) -> None:
        truth = self.truth
        truth.parsed += 1
        truth.first, truth.last = min(truth.first, made.time), max(truth.last, made.time)
        for token, agent, own in BOTS:
            if agent == made.agent:
                verdict = "contradicted" if made.address.startswith("203.0.") else "verified"
                truth.requests[token] += 1
                truth.errors[token] += made.status >= 400
                truth.verdicts[token, verdict if own else "claimed"] += 1
                return
        truth.people += 1
        for assistant, referrer in ASSISTANTS:
            if referrer == made.referrer:
                truth.referrals[assistant] += 1
                if made.status != 301 and not made.target.endswith(".css"):
                    key = (assistant, made.address, made.agent)
                    truth.visits.setdefault(key, []).append(made.time)

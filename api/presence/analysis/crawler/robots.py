"""robots.txt by RFC 9309, with Google's parser as the arbiter where the RFC is silent.

Invariant: a decision always names the line and group that made it, so that a finding can quote
them. Longest matching rule wins; allow wins a tie; no rule means allowed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from presence.analysis.crawler.robots_patterns import (
    is_plain,
    match_length,
    path_of,
    pattern_of,
)

MAX_BYTES = 500 * 1024
_SPACE = " \t\n\r\x0b\x0c"  # of ASCII: a no-break space is part of a value, as for Google's parser
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_TOKEN = re.compile(r"^[A-Za-z0-9_-]+")
# How a line's name may begin; the misspellings are those Google's parser accepts.
_AGENT_KEYS = ("user-agent", "useragent", "user agent")
_DENY_KEYS = ("disallow", "dissallow", "dissalow", "disalow", "diasllow", "disallaw")
_SITEMAP_KEYS = ("sitemap", "site-map")


class RobotsRule(NamedTuple):
    """One Allow or Disallow line; `text` and `number` as written in the file."""

    allow: bool
    pattern: str
    text: str
    number: int


@dataclass(frozen=True, slots=True)
class RobotsDecision:
    """Whether `agent` may fetch a URL. `line` and `group` are empty when nothing applied."""

    allowed: bool
    line: str = ""
    group: str = ""
    line_number: int = 0


class AgentRules:
    """The rules of one agent's group, arranged so that thousands of plain ones cost nothing.

    Rules without wildcards are looked up by the path's own prefixes; at most 2,000 with wildcards
    are kept.
    """

    def __init__(self, rules: Iterable[tuple[RobotsRule, str]], closed: bool) -> None:
        self._closed = closed
        self._plain: dict[str, tuple[RobotsRule, str]] = {}
        self._wild: list[tuple[RobotsRule, str]] = []
        for rule, name in rules:
            if not is_plain(rule.pattern, rule.allow):
                self._wild.append((rule, name))
            elif rule.allow or rule.pattern not in self._plain:
                self._plain[rule.pattern] = (rule, name)
        self._lengths = sorted({len(pattern) for pattern in self._plain}, reverse=True)
        del self._wild[_MAX_WILD:]

    def decide(self, path: str) -> RobotsDecision:
        """Decide for a path as `path_of` gives it."""
        if self._closed:  # guard: crawler.robots-closed
            return _UNREADABLE
        if path == "/robots.txt":
            return _ALLOWED
        best: tuple[int, bool] = (0, True)
        chosen: tuple[RobotsRule, str] | None = None
        for size in self._lengths:
            found = self._plain.get(path[:size]) if size <= len(path) else None
            if found is not None:
                best, chosen = (size, found[0].allow), found
                break
        for rule, name in self._wild:
            length = match_length(rule.pattern, rule.allow, path)
            if length > 0 and (chosen is None or (length, rule.allow) > best):
                best, chosen = (length, rule.allow), (rule, name)
        if chosen is None:
            return _ALLOWED
        rule, name = chosen
        return RobotsDecision(rule.allow, rule.text, f"User-agent: {name}", rule.number)


_MAX_WILD = 2_000
_ALLOWED = RobotsDecision(True)
_UNREADABLE = RobotsDecision(False, "robots.txt could not be read")


@dataclass(frozen=True, slots=True)
class _Group:
    agents: tuple[str, ...]
    names: tuple[str, ...]
    rules: tuple[RobotsRule, ...]
    delays_s: tuple[float | None, ...]  # one for each agent


@dataclass(frozen=True, slots=True)
class RobotsFile:
    """A parsed robots.txt. `closed` means the server could not say: everything is disallowed."""

    groups: tuple[_Group, ...]
    sitemaps: tuple[str, ...]
    closed: bool = False
    _kept: dict[str, AgentRules] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def parse(cls, text: str) -> RobotsFile:
        """Read at most 500 KiB; lines that are no rule (Sitemap, unknown) never end a group."""
        head = text.removeprefix("\ufeff").encode()[:MAX_BYTES]
        return _parse(head.decode("utf-8", "ignore"))

    @classmethod
    def of_response(cls, status: int | None, body: bytes) -> RobotsFile:
        """RFC 9309 2.3.1: 4xx allows everything; 5xx or no answer disallows everything."""
        if status is not None and 200 <= status < 300:
            return _parse(_without_mark(body[:MAX_BYTES]).decode("utf-8", "replace"))
        if status is not None and 300 <= status < 500:
            return cls((), ())
        return cls((), (), closed=True)

    def decide(self, agent: str, url: str) -> RobotsDecision:
        """Decide for a product token (`OAI-SearchBot`) and an absolute URL or a path."""
        return self.rules_for(agent).decide(path_of(url))

    def rules_for(self, agent: str) -> AgentRules:
        """The rules one agent obeys; agents without a group of their own share one object."""
        groups = self._groups_for(agent)
        token = _token(agent)
        key = token if any(token in group.agents for group in groups) else "*"
        if key not in self._kept:
            rules = ((rule, _name_in(group, token)) for group in groups for rule in group.rules)
            self._kept[key] = AgentRules(rules, self.closed)
        return self._kept[key]

    def crawl_delay(self, agent: str) -> float | None:
        """Seconds between requests that the file asks of an agent."""
        groups = self._groups_for(agent)
        token = _token(agent)
        key = token if any(token in group.agents for group in groups) else "*"
        delays = (
            delay
            for group in groups
            for name, delay in zip(group.agents, group.delays_s, strict=True)
            if name == key and delay is not None
        )
        return next(delays, None)

    def _groups_for(self, agent: str) -> tuple[_Group, ...]:
        token = _token(agent)
        named = tuple(g for g in self.groups if token in g.agents)
        return named or tuple(g for g in self.groups if "*" in g.agents)


class _GroupReader:
    """The group being read: names are added until a rule was read, then a name starts a new one."""

    def __init__(self) -> None:
        self.groups: list[_Group] = []
        self._agents: list[tuple[str, float | None]] = []
        self._rules: list[RobotsRule] = []
        self._has_rule = False

    def name(self, value: str) -> None:
        if self._has_rule:
            self.close()
        self._agents.append((value, None))

    def rule(self, allow: bool, value: str, text: str, number: int) -> None:
        self._has_rule = bool(self._agents)
        if value and self._agents:
            self._rules.append(RobotsRule(allow, pattern_of(value), text, number))

    def delay(self, seconds: float | None) -> None:
        """Not of RFC 9309, so it ends no group (2.2.4); it holds for the agents named above it."""
        self._agents = [(name, seconds if known is None else known) for name, known in self._agents]

    def close(self) -> None:
        if self._agents:
            names = tuple(name for name, _ in self._agents)
            delays = tuple(delay for _, delay in self._agents)
            tokens = tuple(_token(name) for name in names)
            self.groups.append(_Group(tokens, names, tuple(self._rules), delays))
        self._agents, self._rules, self._has_rule = [], [], False


def _parse(text: str) -> RobotsFile:
    reader = _GroupReader()
    sitemaps: list[str] = []
    for number, raw in enumerate(re.split(r"\r\n|\n|\r", text), 1):
        line = raw.partition("#")[0].strip(_SPACE)
        key, value = _key_and_value(line)
        if key.startswith(_AGENT_KEYS):
            reader.name(value)
        elif key.startswith(_SITEMAP_KEYS):
            sitemaps.append(value)
        elif key == "crawl-delay":
            reader.delay(_seconds(value))
        elif key.startswith(("allow", *_DENY_KEYS)):
            reader.rule(key.startswith("allow"), value, line, number)
    reader.close()
    return RobotsFile(tuple(reader.groups), tuple(s for s in sitemaps if s))


def _key_and_value(line: str) -> tuple[str, str]:
    """Lower-case name and value; ("", "") for a line that has none.

    A forgotten colon is forgiven where the line is two words, as in Google's parser.
    """
    key, colon, value = line.partition(":")
    if colon:
        return key.strip(_SPACE).lower(), value.strip(_SPACE)
    words = [word for word in re.split(r"[ \t]+", line) if word]
    return (words[0].lower(), words[1]) if len(words) == 2 else ("", "")


def _without_mark(body: bytes) -> bytes:
    """Without a UTF-8 byte order mark, or as much of one as the file begins with."""
    size = next(n for n in (3, 2, 1, 0) if body.startswith(_BYTE_ORDER_MARK[:n]))
    return body[size:]


def _token(name: str) -> str:
    stripped = name.strip()
    if stripped == "*" or re.match(r"\*\s", stripped):
        return "*"
    match = _TOKEN.match(stripped)
    return match.group().lower() if match else ""


def _name_in(group: _Group, token: str) -> str:
    return next(
        (name for name, key in zip(group.names, group.agents, strict=True) if key == token), "*"
    )


def _seconds(value: str) -> float | None:
    try:
        seconds = float(value)
    except ValueError:
        return None
    return seconds if 0 < seconds < 86_400 else None

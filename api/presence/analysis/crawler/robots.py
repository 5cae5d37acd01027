"""robots.txt by RFC 9309, with Google's parser as the arbiter where the RFC is silent.

Invariant: a decision always names the line and group that made it, so that a finding can quote
them. Longest matching rule wins; allow wins a tie; no rule means allowed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple
from urllib.parse import urlsplit

MAX_BYTES = 500 * 1024
_LINE = re.compile(r"^\s*([A-Za-z][A-Za-z _-]*?)\s*(?::|\s)\s*(.*?)\s*$")
_TOKEN = re.compile(r"^[A-Za-z0-9_-]+")
_PLAIN_TEXT = re.compile(r"^[A-Za-z0-9/._~?&=-]*$")
_UNRESERVED = re.compile(r"[A-Za-z0-9._~-]")
# An escape, or a character that a URL cannot hold as it is or that a pattern gives a meaning to.
_ODD = re.compile(r"%[0-9a-fA-F]{2}|[^!#%&'()+,\-./0-9:;=?@A-Z\[\]_a-z~]")
_AGENT_KEYS = frozenset({"user-agent", "useragent", "user agent"})
_DENY_KEYS = frozenset({"disallow", "dissallow", "dissalow", "disalow", "diasllow", "disallaw"})
_SITEMAP_KEYS = frozenset({"sitemap", "site-map"})


class Rule(NamedTuple):
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

    def __init__(self, rules: Iterable[tuple[Rule, str]], closed: bool) -> None:
        self._closed = closed
        self._plain: dict[str, tuple[Rule, str]] = {}
        self._wild: list[tuple[Rule, str]] = []
        for rule, name in rules:
            if not _is_plain(rule):
                self._wild.append((rule, name))
            elif rule.allow or rule.pattern not in self._plain:
                self._plain[rule.pattern] = (rule, name)
        self._lengths = sorted({len(pattern) for pattern in self._plain}, reverse=True)
        del self._wild[_MAX_WILD:]

    def decide(self, path: str) -> RobotsDecision:
        """Decide for a path as `path_of` gives it."""
        if self._closed:
            return _UNREADABLE
        if path == "/robots.txt":
            return _ALLOWED
        best: tuple[int, bool] = (0, True)
        chosen: tuple[Rule, str] | None = None
        for size in self._lengths:
            found = self._plain.get(path[:size]) if size <= len(path) else None
            if found is not None:
                best, chosen = (size, found[0].allow), found
                break
        for rule, name in self._wild:
            length = _match_length(rule, path)
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
    rules: tuple[Rule, ...]
    delay_s: float | None


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
        return _parse(text.encode()[:MAX_BYTES].decode("utf-8", "ignore"))

    @classmethod
    def of_response(cls, status: int | None, body: bytes) -> RobotsFile:
        """RFC 9309 2.3.1: 4xx allows everything; 5xx or no answer disallows everything."""
        if status is not None and 200 <= status < 300:
            return cls.parse(body[:MAX_BYTES].decode("utf-8-sig", "replace"))
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
        """Seconds between requests that the agent's group asks for."""
        return next((g.delay_s for g in self._groups_for(agent) if g.delay_s is not None), None)

    def _groups_for(self, agent: str) -> tuple[_Group, ...]:
        token = _token(agent)
        named = tuple(g for g in self.groups if token in g.agents)
        return named or tuple(g for g in self.groups if "*" in g.agents)


def _parse(text: str) -> RobotsFile:
    groups: list[_Group] = []
    sitemaps: list[str] = []
    names: list[str] = []
    rules: list[Rule] = []
    delay: float | None = None
    reading_agents = False
    for number, raw in enumerate(re.split(r"\r\n|\n|\r", text.removeprefix("\ufeff")), 1):
        match = _LINE.match(raw.partition("#")[0])
        if match is None:
            continue
        key, value = match.group(1).lower(), match.group(2)
        if key in _AGENT_KEYS:
            if not reading_agents:
                _close(groups, names, rules, delay)
                names, rules, delay = [], [], None
            names.append(value)
            reading_agents = True
        elif key in _SITEMAP_KEYS:
            sitemaps.append(value)
        elif key == "crawl-delay":
            delay = _seconds(value)
            reading_agents = False
        elif key == "allow" or key in _DENY_KEYS:
            reading_agents = False
            if value and names:
                pattern = _pattern(value)
                rules.append(Rule(key == "allow", pattern, raw.partition("#")[0].strip(), number))
    _close(groups, names, rules, delay)
    return RobotsFile(tuple(groups), tuple(s for s in sitemaps if s))


def _close(groups: list[_Group], names: list[str], rules: list[Rule], delay: float | None) -> None:
    if names:
        tokens = tuple(_token(name) for name in names)
        groups.append(_Group(tokens, tuple(names), tuple(rules), delay))


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


def path_of(url: str) -> str:
    """What rules are compared with: path and query of a URL, in one spelling."""
    if url.startswith("/"):
        return _spelled(url.partition("#")[0], literal="*$")
    parts = urlsplit(url)
    path = parts.path or "/"
    return _spelled(f"{path}?{parts.query}" if parts.query else path, literal="*$")


def _pattern(value: str) -> str:
    """A rule's pattern in the spelling of paths; `$` is special at its end only.

    RFC 9309 2.2.3: `%2A` and `%24` stand for the characters themselves. A value that begins with
    neither "/" nor "*" matches no path, as in Google's parser.
    """
    ends = value.endswith("$")
    return _spelled(value[:-1] if ends else value, literal="$") + ("$" if ends else "")


def _spelled(text: str, literal: str) -> str:
    """One spelling for percent-encoding (RFC 9309 2.2.2): unreserved octets decoded, others coded.

    Characters of `literal` are written as escapes, so that they cannot be taken for wildcards.
    """
    if _PLAIN_TEXT.match(text):
        return text
    return _ODD.sub(lambda match: _octets(match.group(), literal), text)


def _octets(found: str, literal: str) -> str:
    if found.startswith("%") and len(found) == 3:
        character = chr(int(found[1:], 16))
        return character if _UNRESERVED.match(character) else found.upper()
    if found in "*$" and found not in literal:
        return found
    return "".join(f"%{octet:02X}" for octet in found.encode("utf-8", "replace"))


def _is_plain(rule: Rule) -> bool:
    wild = "*" in rule.pattern or rule.pattern.endswith("$")
    return not wild and not (rule.allow and "/index.htm" in rule.pattern)


def _match_length(rule: Rule, path: str) -> int:
    """Octets of the rule's pattern when it matches, else 0.

    `Allow: /dir/index.html` also allows `/dir/`, as Google's parser does.
    """
    if matches(rule.pattern, path):
        return len(rule.pattern)
    slash = rule.pattern.rfind("/")
    if rule.allow and slash >= 0 and rule.pattern.startswith("/index.htm", slash):
        folder = rule.pattern[: slash + 1] + "$"
        return len(folder) if matches(folder, path) else 0
    return 0


def matches(pattern: str, path: str) -> bool:
    """Whether a robots pattern with `*` and a final `$` matches from the start of the path.

    Pieces are found leftmost first, so the time is linear whatever the pattern.
    """
    anchored = pattern.endswith("$")
    pieces = (pattern[:-1] if anchored else pattern).split("*")
    if not path.startswith(pieces[0]):
        return False
    if len(pieces) == 1:
        return not anchored or len(path) == len(pieces[0])
    at = len(pieces[0])
    for piece in pieces[1:-1]:
        found = path.find(piece, at)
        if found < 0:
            return False
        at = found + len(piece)
    last = pieces[-1]
    if anchored:
        return path.endswith(last) and len(path) - len(last) >= at
    return path.find(last, at) >= 0

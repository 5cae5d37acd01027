"""Lines sent to a source's push address, again until they were taken.

Invariant: a batch that was answered with anything but the source's own answer was not taken; the
token goes to this address alone and appears in no message.
"""

from __future__ import annotations

import gzip
import json
import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from threading import Event
from typing import Final
from urllib.parse import urlsplit

import httpx2

from presence.entrypoints.commands.read_log_view import one_line

PATH: Final = "/api/v1/traffic/lines"
MOST_ENTRIES: Final = 10_000
MOST_BYTES: Final = 8 * 1024 * 1024  # of lines, unpacked; a source takes 32 MB
LONGEST_WAIT_S: Final = 60.0
LONGEST_ASKED_S: Final = 3_600.0  # what a server may ask for
_TIMEOUT: Final = httpx2.Timeout(60.0, connect=10.0)
_USER_AGENT: Final = "presence-ship-log/1"
_UNKNOWN: Final = (
    "The server does not take this token (401): it was replaced, revoked or mistyped."
    " Make a new one on the Traffic screen under Logs."
)
_NO_ADDRESS: Final = (
    "There is nothing that takes lines at {} (404). Copy the push address from the source on the"
    " Traffic screen; it ends in " + PATH + "."
)
_MOVED: Final = "{} answers that it has moved ({}). Use the address it moved to with --url."
_FOREIGN: Final = (
    "{} did not answer as a source does. Is it the push address, and is nothing in between that"
    " answers in its place?"
)
_TOO_MUCH: Final = (
    "The server takes less in one request (413). Sending smaller ones; a proxy in front of it may"
    " need a higher limit (nginx: client_max_body_size 12m)."
)
_ONE_TOO_LARGE: Final = "The server does not take a line of {:,} bytes (413); it was left out."


class LinesRefused(Exception):
    """The lines are not taken until somebody changes something; the message says what.

    `status`: what the command ends with.
    """

    def __init__(self, sentence: str, status: int = 1) -> None:
        super().__init__(sentence)
        self.status = status


class SendingStopped(Exception):
    """The process is to end and the last attempt failed, or nobody answered for long enough."""


@dataclass
class PushTally:
    """What became of lines; `reasons` of those refused, as far as the server said them."""

    counted: int = 0
    duplicates: int = 0
    refused: int = 0
    reasons: Counter[str] = field(default_factory=Counter)


class LineSender:
    """Sends batches to one address.

    `read_token` is asked again when the token was refused. `give_up_s`: how long nobody may
    answer, None for ever.
    """

    def __init__(
        self,
        url: str,
        read_token: Callable[[], str],
        stopping: Event,
        say: Callable[[str], None],
        give_up_s: float | None = None,
    ) -> None:
        self._url, self._read_token, self._token = url, read_token, read_token()
        self._stopping, self._say, self._give_up_s = stopping, say, give_up_s
        self._client = httpx2.Client(timeout=_TIMEOUT, headers={"User-Agent": _USER_AGENT})
        self._most, self.tally = MOST_BYTES, PushTally()
        self._failures, self._failing_since, self._said_smaller = 0, 0.0, False

    def close(self) -> None:
        """End the connection."""
        self._client.close()

    def take(self, entries: list[bytes]) -> int:
        """How many of the first entries fit one batch; at least one of any."""
        size = 0
        for number, entry in enumerate(entries[:MOST_ENTRIES]):
            size += len(entry)
            if size > self._most and number:
                return number
        return min(len(entries), MOST_ENTRIES)

    def send(self, entries: list[bytes]) -> None:
        """Return once the lines were taken. Raises LinesRefused and SendingStopped."""
        if not entries:
            return
        body = b"".join(entries)
        while True:
            asked_s = 0.0
            try:
                answer = self._post(body)
            except httpx2.TransportError as error:
                problem = f"The server cannot be reached: {error or type(error).__name__}"
            else:
                if answer.status_code == 413:
                    self._send_smaller(entries, len(body))
                    return
                if answer.status_code == 401 and self._has_new_token():
                    continue
                if not _passes(answer.status_code):
                    self._note(answer)
                    return
                asked_s = retry_after(answer.headers.get("Retry-After", ""))
                problem = f"The server answered {answer.status_code}"
            self._wait(problem, asked_s)

    def _post(self, body: bytes) -> httpx2.Response:
        headers = {
            "Authorization": f"Bearer {self._token}",
            "Content-Type": "application/x-ndjson",
            "Content-Encoding": "gzip",
        }
        packed = gzip.compress(body, compresslevel=6, mtime=0)
        return self._client.post(self._url, content=packed, headers=headers)

    def _has_new_token(self) -> bool:
        old, self._token = self._token, self._read_token()
        return old != self._token

    def _note(self, answer: httpx2.Response) -> None:
        """Add up what was taken. Raises LinesRefused."""
        if answer.status_code != 200:
            raise _refusal(self._url, answer)
        try:
            found = answer.json()
            counts = [found[name] for name in ("counted", "duplicates", "refused")]
            reasons = [str(one["reason"]) for one in found["problems"]]
        except (ValueError, KeyError, TypeError) as error:
            raise LinesRefused(_FOREIGN.format(self._url), 2) from error
        if not all(type(one) is int for one in counts):
            raise LinesRefused(_FOREIGN.format(self._url), 2)
        if self._failures:
            self._say("The server takes lines again.")
            self._failures = 0
        self.tally.counted += counts[0]
        self.tally.duplicates += counts[1]
        self.tally.refused += counts[2]
        for reason in reasons:
            if reason not in self.tally.reasons:
                self._say(f"Lines are refused: {one_line(reason)[:200]}.")
            self.tally.reasons[reason] += 1

    def _send_smaller(self, entries: list[bytes], size: int) -> None:
        if len(entries) == 1:
            self._say(_ONE_TOO_LARGE.format(size))
            self.tally.refused += 1
            return
        if not self._said_smaller:
            self._say(_TOO_MUCH)
            self._said_smaller = True
        self._most = max(size // 2, 1)
        half = len(entries) // 2
        self.send(entries[:half])
        self.send(entries[half:])

    def _wait(self, problem: str, asked_s: float) -> None:
        """Wait longer from time to time, and as long as the server asked. Raises SendingStopped."""
        now = time.monotonic()
        self._failing_since = self._failing_since if self._failures else now
        waits = self._give_up_s is None or now - self._failing_since < self._give_up_s
        if self._stopping.is_set() or not waits:
            raise SendingStopped(f"{one_line(problem)[:300]}.")
        longest = min(LONGEST_WAIT_S, 2.0 ** min(self._failures, 10))
        # The spread keeps many servers from coming back at once.
        wait = max(longest * random.uniform(0.5, 1.0), asked_s + random.uniform(0.0, 1.0))  # noqa: S311
        if not self._failures or asked_s > LONGEST_WAIT_S:
            self._say(f"{one_line(problem)[:300]}. Trying again, in {wait:.0f} seconds at first.")
        self._failures += 1
        self._stopping.wait(wait)


def push_address(url: str) -> str:
    """The address lines are posted to: the one given, or below a bare origin.

    Raises ValueError with a sentence.
    """
    try:
        parts = urlsplit(url)
        whole = parts.scheme in ("http", "https") and parts.hostname and (parts.port or 1)
    except ValueError:
        whole = None
    if not whole or parts.username or parts.password or parts.query or parts.fragment:
        raise ValueError(
            "--url must be the source's push address: https://, a host name, and its path."
        )
    path = PATH if parts.path in ("", "/") else parts.path
    return f"{parts.scheme}://{parts.netloc}{path}"


def retry_after(text: str) -> float:
    """How long a server asks to wait, in seconds; 0 where it says nothing that can be read."""
    if text.isascii() and text.isdigit() and len(text) < 10:
        return min(float(text), LONGEST_ASKED_S)
    try:
        moment = parsedate_to_datetime(text)
    except ValueError:
        return 0.0
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    seconds = (moment - datetime.now(UTC)).total_seconds()
    return min(max(seconds, 0.0), LONGEST_ASKED_S)


def _passes(status: int) -> bool:
    """Whether an answer is of a kind that passes by itself."""
    return status in (408, 425, 429) or status >= 500


def _refusal(url: str, answer: httpx2.Response) -> LinesRefused:
    status = answer.status_code
    if status == 401:
        return LinesRefused(_UNKNOWN, 2)
    if status in (404, 405):
        return LinesRefused(_NO_ADDRESS.format(url).replace("404", str(status)), 2)
    if 300 <= status < 400:
        return LinesRefused(_MOVED.format(url, status), 2)
    if 200 <= status < 300:
        return LinesRefused(_FOREIGN.format(url), 2)
    try:
        found = answer.json()
        said = found.get("message") if isinstance(found, dict) else None
    except json.JSONDecodeError:
        said = None
    reason = one_line(str(said or "no reason given"))[:300]
    return LinesRefused(f"The server refused the lines ({status}): {reason}")

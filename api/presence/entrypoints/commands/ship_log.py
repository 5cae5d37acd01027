"""`presence ship-log`: sends the lines of an access log to a source, once or as they are written.

Invariant: a line counts once, whenever the process is killed and whatever the log is rotated by;
the token is never printed. Needs neither a database nor settings. Exit status 0 done, 1 not
everything was sent (the next start goes on there), 2 bad usage, address or token, 3 when no line
could be read or every line was refused.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from pathlib import Path
from threading import Event
from typing import Annotated
from urllib.parse import urlsplit

import typer

from presence.analysis.traffic import BrokenArchive
from presence.entrypoints.commands.read_log_view import one_line
from presence.entrypoints.shipping.logs import LogPiece, is_packed, packed_pieces
from presence.entrypoints.shipping.places import FilePlace, ShippingState, StateUnusable
from presence.entrypoints.shipping.sending import (
    LineSender,
    LinesRefused,
    SendingStopped,
    push_address,
)
from presence.entrypoints.shipping.watching import LogWatch, NoLog

UNSENT, USAGE, NOTHING_READ = 1, 2, 3
TOKEN, ADDRESS = "PRESENCE_SHIP_TOKEN", "PRESENCE_SHIP_URL"
LAST_ROUND_S = 20.0  # for what is left when the process is told to end
MOST_TOKEN = 512
_UNFINISHED_S = 1.0
_LATER = "What was not sent is sent at the next start."
_NOTHING = "No line of it could be read"
_NO_HOME = (
    "This user has no home folder to keep in how far the log was sent; say where with --state."
)
_ALL_REFUSED = "Every line was refused"


def ship_log(
    file: Annotated[Path, typer.Argument(help="The access log. Packed ones are sent once.")],
    follow: Annotated[
        bool, typer.Option("--follow", help="Go on with lines as they are written.")
    ] = False,
    url: Annotated[
        str, typer.Option(envvar=ADDRESS, help="The source's push address.", show_envvar=True)
    ] = "",
    token_file: Annotated[
        Path | None,
        typer.Option(help=f"File with the source's token; without it {TOKEN} is read."),
    ] = None,
    state: Annotated[
        Path | None, typer.Option(help="Where to keep how far the log was sent.")
    ] = None,
    every: Annotated[
        float, typer.Option(min=0.1, help="Seconds between looking for lines, with --follow.")
    ] = 2,
    give_up_after: Annotated[
        float,
        typer.Option(min=0, help="Seconds without an answer before it ends; not with --follow."),
    ] = 900,
) -> None:
    """Send an access log to a source of the Traffic screen, every line once.

    Survives rotation (renaming, copytruncate), lost connections and being killed: what is sent
    again is counted once. The same formats as read-log; the format is detected. Lines older than
    three days are refused: upload older logs on the Traffic screen. Ends with 0 when done, 1 when
    not everything was sent, 2 for bad usage, 3 when no line could be read or all were refused.
    """
    try:
        address, read_token = push_address(url), partial(token_of, token_file)
        read_token()
        packed = _is_packed(file, follow)
    except ValueError as error:
        _end(str(error), USAGE)
    except OSError as error:
        _end(f"{file} cannot be read: {error.strerror}.", USAGE)
    _warn_in_the_clear(address)
    stopping = Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopping.set())
    sender = LineSender(address, read_token, stopping, say, None if follow else give_up_after)
    shipping = Shipping(sender, stopping, every if follow else 0)
    try:
        if packed:
            shipping.send_packed(file)
        else:
            kept = state or state_file(file, address)
            shipping.send_plain(file, ShippingState.open(kept, f"{file.absolute()} {address}"))
    except LinesRefused as error:
        shipping.end(str(error), error.status)
    except SendingStopped as error:
        asked = follow and stopping.is_set()
        shipping.end(f"{error} {_LATER}", 0 if asked else UNSENT)
    except (StateUnusable, NoLog, BrokenArchive, OSError, ValueError) as error:
        shipping.end(str(error), USAGE)  # OSError: of the log or the token's file, meanwhile
    finally:
        sender.close()
    shipping.end("")


@dataclass
class Shipping:
    """One run of the command: what was read, and where it goes. `every_s`: 0 to read once."""

    sender: LineSender
    stopping: Event
    every_s: float = 0
    read: int = 0
    wrong: int = 0
    reason: str = ""
    unsent: bool = False
    had_state: bool = False

    def send_packed(self, file: Path) -> None:
        """Send a compressed file whole; lines that were sent before count once."""
        with file.open("rb") as handle:
            for piece in packed_pieces(handle, 0, 0):
                self._send(piece, None, None)
                if self.stopping.is_set():
                    self.unsent = True
                    return

    def send_plain(self, file: Path, state: ShippingState) -> None:
        """Send a log from where it was left, then what is added to it when told to follow."""
        if state.damaged:
            say(f"{state.path} is damaged; reading the log from its beginning. Lines count once.")
        watch, self.had_state = LogWatch(file, state, time.time, say), state.looked > 0
        state.looked = state.looked or time.time()
        state.save()  # or say at once that it cannot be kept
        try:
            self._round(watch, state, None)
            if not self.every_s and not self.stopping.is_set():
                self._send_unfinished(watch, state)
            while self.every_s and not self.stopping.wait(self.every_s):
                self._round(watch, state, None)
            if self.every_s:
                self._round(watch, state, time.monotonic() + LAST_ROUND_S)
            behind = any(log.behind > 0 for log in watch.opened)
            self.unsent = watch.waiting or (self.stopping.is_set() and behind)
            state.save()
        finally:
            watch.close()

    def end(self, sentence: str, status: int = 0) -> None:
        """Say what was done and end the process."""
        tally = self.sender.tally
        if self.read or not sentence:
            typer.echo(
                f"Sent {_lines(self.read)}: {tally.counted:,} counted,"
                f" {tally.duplicates:,} known already, {tally.refused:,} refused."
                + (f" {_lines(self.wrong)} could not be read." if self.wrong else "")
            )
        if sentence:
            _end(sentence, status)
        if self.unsent:
            _end(f"Ended before everything was sent. {_LATER}", 0 if self.every_s else UNSENT)
        if not self.read and not self.every_s and (self.wrong or not self.had_state):
            _end(f"{_NOTHING}: {self.reason or 'the log is empty'}.", NOTHING_READ)
        if not self.every_s and tally.counted + tally.duplicates == 0 < tally.refused:
            reason = next((one_line(one)[:200] for one, _ in tally.reasons.most_common(1)), "")
            _end(f"{_ALL_REFUSED}{reason and ': '}{reason}.", NOTHING_READ)
        raise typer.Exit(0)

    def _round(self, watch: LogWatch, state: ShippingState, until: float | None) -> None:
        """Send what was written to any of the log's files, the oldest first."""
        watch.refresh()
        while watch.packed:
            archive = watch.packed[0]
            try:
                for piece in archive.pieces():
                    self._send(piece, archive.place, state)
                    if self._is_late(until):
                        return
            except (OSError, BrokenArchive) as error:
                watch.put_back(archive, error)
            else:
                watch.finish(archive)
        for log in list(watch.opened):
            while read := log.read():
                self._send(read, log.place, state)
                if self._is_late(until):
                    return
        watch.retire(lambda log: self._send(log.last_line(), log.place, state))

    def _is_late(self, until: float | None) -> bool:
        """Whether to leave the rest for the next start."""
        return bool(until or self.stopping.is_set()) and time.monotonic() > (until or 0)

    def _send_unfinished(self, watch: LogWatch, state: ShippingState) -> None:
        """Send a last line without a line break, unless it is just being written."""
        for log in watch.opened:
            if log.unfinished and time.time() - log.status.st_mtime < _UNFINISHED_S:
                self.stopping.wait(_UNFINISHED_S)
                while further := log.read():
                    self._send(further, log.place, state)
            if log.unfinished:
                last_line = log.last_line()
                if last_line is None and not log.place.part:
                    say("The last line is not finished; it is left for the next time.")
                self._send(last_line, log.place, state, unfinished=True)

    def _send(
        self,
        piece: LogPiece | None,
        place: FilePlace | None,
        state: ShippingState | None,
        *,
        unfinished: bool = False,
    ) -> None:
        """Send a piece in batches; the place is stored after each one was taken."""
        if piece is None:
            return
        if self.every_s and piece.wrong and not self.wrong:
            say(f"A line could not be read: {piece.reason}. Those that cannot are passed over.")
        self.wrong += piece.wrong
        self.reason = self.reason or piece.reason
        begin = 0
        while begin < len(piece.entries):
            entries = piece.entries[begin:]
            count = self.sender.take(entries)
            self.sender.send(entries[:count])
            self.read += count
            begin += count
            if place is not None and state is not None and begin < len(piece.entries):
                place.position, place.part = piece.requests[begin].offset, 0
                state.save()
        if place is not None and state is not None and (unfinished or piece.end > place.position):
            if not unfinished:
                place.position, place.part = piece.end, 0
            state.save()


def say(sentence: str) -> None:
    """Tell a person something on standard error."""
    typer.echo(f"presence: {one_line(sentence)}", err=True)


def token_of(path: Path | None) -> str:
    """The source's token. Raises ValueError with a sentence that does not hold it."""
    where = f"{path}" if path else TOKEN
    if path is None:
        text = os.environ.get(TOKEN, "")
    else:
        try:
            with path.open("rb") as handle:
                text = handle.read(MOST_TOKEN + 1).decode("ascii", "replace")
        except OSError as error:
            raise ValueError(f"{path} cannot be read: {error.strerror}.") from error
    token = text.strip()
    if not token:
        raise ValueError(f"The source's token is needed: --token-file FILE, or {TOKEN}.")
    if len(token) > MOST_TOKEN or not all("!" <= char <= "~" for char in token):
        raise ValueError(f"{where} holds no token: one word of letters, digits and signs.")
    return token


def state_file(file: Path, address: str) -> Path:
    """Where the state of a log is kept unless somebody says where; STATE_DIRECTORY is systemd's.

    Raises StateUnusable.
    """
    folder = os.environ.get("STATE_DIRECTORY", "").partition(":")[0]
    if not folder:
        try:
            home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
        except RuntimeError as error:
            raise StateUnusable(_NO_HOME) from error
        folder = str(Path(home) / "presence")
    name = blake2b(f"{file.absolute()} {address}".encode("utf-8", "surrogateescape"), digest_size=8)
    return Path(folder) / f"ship-log-{name.hexdigest()}.json"


def _is_packed(file: Path, follow: bool) -> bool:
    """Whether a log is compressed; one to follow may not be there yet. Raises ValueError."""
    if not file.exists():
        if follow and file.parent.is_dir():
            return False
        raise ValueError(f"{file} cannot be read: there is no such file.")
    if not file.is_file():
        raise ValueError(f"{file} cannot be read: it is not a file.")
    with file.open("rb") as handle:
        packed = is_packed(handle.read(4))
    if packed and follow:
        raise ValueError(f"{file} is compressed and does not grow; leave --follow out.")
    return packed


def _warn_in_the_clear(address: str) -> None:
    parts = urlsplit(address)
    if parts.scheme == "http" and parts.hostname not in ("127.0.0.1", "::1", "localhost"):
        say("The address begins with http://: token and lines can be read on their way.")


def _lines(count: int) -> str:
    return f"{count:,} line" if count == 1 else f"{count:,} lines"


def _end(sentence: str, status: int) -> None:
    sys.stdout.flush()
    say(sentence)
    raise typer.Exit(status)

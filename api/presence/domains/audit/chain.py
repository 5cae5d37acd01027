"""The chain of a workspace's audit log as exported, and its verification without a database.

Invariant: the computations are the same as in the database functions `audit_canonical`,
`audit_digest` and `audit_hash`; a changed form gets another name than FORMAT.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final, Literal

FORMAT: Final = "presence-audit-1"
START: Final = "00" * 32
Kind = Literal["changed", "missing", "reordered", "inserted", "truncated"]
_HASHED = ("id", "createdAt", "actorId", "onBehalfOf", "via", "action", "target")
_ENTRY = {*_HASHED, "sequence", "hash", "salt", "digest", "staffDigest", "actorName"}


class NotAnAuditLog(ValueError):
    """The input is not an exported audit log; the message says why."""


@dataclass(frozen=True, slots=True)
class Head:
    """How far a chain is known: the number of its last entry and that entry's hash, in hex."""

    sequence: int
    hash: str

    def __str__(self) -> str:
        return f"{self.sequence}:{self.hash}"


@dataclass(frozen=True, slots=True)
class Break:
    """The first entry that differs from what was written, and in which way."""

    sequence: int
    kind: Kind
    sentence: str


@dataclass(frozen=True, slots=True)
class ChainCheck:
    """`found` is None for an intact chain. `erased` entries are known only by their digests.

    With `more`, the log continues after what was checked.
    """

    entries: int
    erased: int
    head: Head
    found: Break | None
    more: bool = False


def canonical(value: Any) -> str:
    """The canonical form of a JSON value: keys by code point, no spaces, shortest numbers."""
    if isinstance(value, Mapping):
        pairs = (f"{_text(key)}:{canonical(value[key])}" for key in sorted(value))
        return "{" + ",".join(pairs) + "}"
    if isinstance(value, list | tuple):
        return "[" + ",".join(canonical(one) for one in value) + "]"
    if isinstance(value, bool) or value is None:
        return json.dumps(value)
    if isinstance(value, int | float | Decimal):
        number = Decimal(str(value)).normalize()
        return "0" if number == 0 else format(number, "f")
    return _text(str(value))


def _text(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)


def digest(salt: bytes, value: Any) -> str:
    """SHA-256 over the salt and the value's canonical form, in hex."""
    return hashlib.sha256(salt + canonical(value).encode()).hexdigest()


def entry_hash(workspace_id: str, entry: Mapping[str, Any], previous: str) -> str:
    """The hash of an exported entry that follows the one whose hash is `previous`."""
    id_, created_at, *rest = (entry[name] for name in _HASHED)
    parts = (FORMAT, workspace_id, entry["sequence"], previous, id_, created_at, *rest)
    return digest(b"", (*parts, entry["digest"], entry["staffDigest"]))


def verify(document: Any, known: Sequence[Head] = ()) -> ChainCheck:
    """Like `verify_files`, for a log in one file."""
    return verify_files([document], known)


def verify_files(documents: Sequence[Any], known: Sequence[Head] = ()) -> ChainCheck:
    """Check the files of an exported log from its first entry on, and against `known` heads.

    Raises NotAnAuditLog for anything that is not an exported log.
    """
    logs = sorted((log_of(document) for document in documents), key=_begins)
    last = _head_of(logs[0]["after"])
    heads, hashes = [*known], {last.sequence: last.hash}
    checked = erased = 0
    for log in logs:
        found = _joined(last, _head_of(log["after"]))
        if found is not None:
            return ChainCheck(checked, erased, last, found)
        entries = log["entries"]
        for place, entry in enumerate(entries):
            found = _misplaced(entries, place, last.sequence + 1) or _changed(log, entry, last.hash)
            if found is not None:
                return ChainCheck(checked, erased, last, found)
            checked, erased = checked + 1, erased + (entry["salt"] is None)
            last = _head_of(entry)
            hashes[last.sequence] = last.hash
        heads.append(_head_of(log["head"]))
    more = bool(logs[-1].get("more"))
    return ChainCheck(checked, erased, last, _against(heads, hashes, last), more)


def _begins(log: Mapping[str, Any]) -> int:
    return _head_of(log["after"]).sequence


def _head_of(said: Mapping[str, Any]) -> Head:
    return Head(said["sequence"], said["hash"])


def _joined(last: Head, after: Head) -> Break | None:
    """What is wrong where a file that begins after `after` follows entry `last`."""
    number = last.sequence
    if after.sequence > number:
        return Break(number + 1, "missing", f"no file holds {number + 1} to {after.sequence}")
    if after.sequence < number:
        return Break(after.sequence + 1, "inserted", "more than one file holds it")
    if after.hash != last.hash:
        return Break(number, "changed", "the file that follows it knows another hash of it")
    return None


def _misplaced(entries: Sequence[Any], place: int, expected: int) -> Break | None:
    number = entries[place]["sequence"]
    if number == expected:
        return None
    if any(entry["sequence"] == expected for entry in entries[place:]):
        if number < expected or [e["sequence"] for e in entries].count(number) > 1:
            return Break(expected, "inserted", f"before it stands another entry numbered {number}")
        return Break(expected, "reordered", f"entry {number} stands in its place")
    if number < expected:
        return Break(expected, "inserted", f"an entry numbered {number} follows {expected - 1}")
    return Break(expected, "missing", f"after {expected - 1} follows {number}")


def _changed(log: Mapping[str, Any], entry: Mapping[str, Any], previous: str) -> Break | None:
    number = entry["sequence"]
    personal = (entry["actorName"], entry["before"], entry["after"])
    salt = entry["salt"]
    if salt is None:
        if any(part is not None for part in personal):
            return Break(number, "changed", "it is said to be erased and holds values")
    elif digest(bytes.fromhex(salt), personal) != entry["digest"]:
        return Break(number, "changed", "who did it, or what was there before or after, differs")
    if entry_hash(log["workspaceId"], entry, previous) != entry["hash"]:
        return Break(number, "changed", "its content or what stood before it differs")
    return None


def _against(heads: Sequence[Head], hashes: Mapping[int, str], last: Head) -> Break | None:
    for head in sorted(heads, key=lambda one: one.sequence):
        if head.sequence > last.sequence:
            said = f"the log ends with {last.sequence}, and {head.sequence} is known to exist"
            return Break(last.sequence + 1, "truncated", said)
        if head.sequence in hashes and hashes[head.sequence] != head.hash:
            said = "it, or one before it, was written anew: its hash is not the known one"
            return Break(head.sequence, "changed", said)
    return None


def log_of(document: Any) -> dict[str, Any]:
    """The log in an export of it, or in a workspace's file in a copy of somebody's data.

    Raises NotAnAuditLog.
    """
    log = document.get("auditLog", document) if isinstance(document, dict) else None
    if not isinstance(log, dict) or log.get("format") != FORMAT:
        raise NotAnAuditLog(f"It is no audit log in the form {FORMAT}.")
    entries = log.get("entries")
    whole = isinstance(entries, list) and all(isinstance(entry, dict) for entry in entries)
    if not whole or any(_ENTRY - entry.keys() for entry in entries or ()):
        raise NotAnAuditLog("Its entries are not complete.")
    for part in ("head", "after"):
        if not isinstance(log.get(part), dict) or not {"sequence", "hash"} <= log[part].keys():
            raise NotAnAuditLog(f"It does not say its {part}.")
    if not isinstance(log.get("workspaceId"), str):
        raise NotAnAuditLog("It does not say whose it is.")
    try:
        for part in ("head", "after"):
            log[part]["sequence"] = int(log[part]["sequence"])
        for entry in entries or ():
            bytes.fromhex(entry["salt"] or "")
            entry["sequence"] = int(entry["sequence"])
            entry.setdefault("before", None)
            entry.setdefault("after", None)
    except (TypeError, ValueError) as error:
        raise NotAnAuditLog("Its numbers or salts cannot be read.") from error
    return log

"""An encrypted file opens whole or not at all, and says which it is."""

from __future__ import annotations

import io
import json
import tracemalloc
from base64 import b64decode
from collections.abc import Callable

import pytest

from presence.db.backup.sealed_file import (
    ALTERED,
    CHUNK,
    CUT,
    NEWER,
    NO_BACKUP,
    WRONG,
    BackupError,
    SealedReader,
    SealedWriter,
)

PHRASE = "correct horse battery"
SEALED = CHUNK + 16


def sealed(content: bytes, phrase: str = PHRASE) -> bytes:
    """The content as a file, with cheap derivation of the key."""
    file = io.BytesIO()
    writer = SealedWriter(file, phrase, n=2)
    for start in range(0, len(content), 10_000):
        writer.write(content[start : start + 10_000])
    writer.close()
    return file.getvalue()


def opened(file: bytes, size: int, phrase: str = PHRASE) -> bytes:
    """All of it, as a reader that knows how much there is."""
    reader = SealedReader(io.BytesIO(file), phrase)
    content = reader.read(size)
    reader.finish()
    return content


def body_of(file: bytes) -> int:
    """Where the chunks begin."""
    return file.index(b"\n", file.index(b"\n") + 1) + 1


CONTENT = bytes(range(256)) * (3 * CHUNK // 256) + b"the end"


@pytest.mark.parametrize("size", [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 3 * CHUNK + 5])
def test_what_was_written_is_read_again_and_is_not_in_the_file(size: int) -> None:
    content = CONTENT[:size]
    file = sealed(content)
    assert opened(file, size) == content
    assert size < 16 or content[:16] not in file


def test_the_same_content_never_looks_the_same() -> None:
    assert sealed(CONTENT)[200:] != sealed(CONTENT)[200:]


def test_the_key_of_a_file_costs_whoever_guesses_the_pass_phrase_128_mb_a_try() -> None:
    file = io.BytesIO()
    SealedWriter(file, PHRASE)
    costs = json.loads(file.getvalue().splitlines()[1])
    assert (costs["kdf"], costs["n"], costs["r"], costs["p"]) == ("scrypt", 2**17, 8, 1)
    assert len(b64decode(costs["salt"])) >= 16


def test_another_pass_phrase_opens_nothing() -> None:
    with pytest.raises(BackupError, match=WRONG):
        opened(sealed(CONTENT), len(CONTENT), "correct horse batteri")


def test_a_file_cut_anywhere_is_refused() -> None:
    file = sealed(CONTENT)
    start = body_of(file)
    cuts = [start + SEALED, start + 2 * SEALED, start + 3 * SEALED, len(file) - 1]
    cuts += range(start + SEALED + 1, len(file), 7_001)
    for cut in cuts:
        with pytest.raises(BackupError) as refused:
            opened(file[:cut], len(CONTENT))
        assert str(refused.value) in {CUT, ALTERED}
    for cut in range(start):
        with pytest.raises(BackupError):
            opened(file[:cut], len(CONTENT))


def test_any_byte_altered_is_refused() -> None:
    file = sealed(CONTENT)
    for at in (*range(body_of(file)), *range(body_of(file), len(file), 997)):
        altered = bytearray(file)
        altered[at] ^= 1
        with pytest.raises(BackupError):
            opened(bytes(altered), len(CONTENT))


def _swapped(file: bytes, at: int) -> bytes:
    first, second = file[at : at + SEALED], file[at + SEALED : at + 2 * SEALED]
    return file[:at] + second + first + file[at + 2 * SEALED :]


def _repeated(file: bytes, at: int) -> bytes:
    return file[: at + SEALED] + file[at:]


def _left_out(file: bytes, at: int) -> bytes:
    return file[: at + SEALED] + file[at + 2 * SEALED :]


def _followed(file: bytes, _: int) -> bytes:
    return file + b"more"


@pytest.mark.parametrize("change", [_swapped, _repeated, _left_out, _followed])
def test_chunks_moved_repeated_left_out_or_added_are_refused(
    change: Callable[[bytes, int], bytes],
) -> None:
    file = sealed(CONTENT)
    with pytest.raises(BackupError):
        opened(change(file, body_of(file)), len(CONTENT))


def test_a_newer_format_and_another_file_are_told_apart() -> None:
    with pytest.raises(BackupError, match=NEWER):
        opened(b"presence-backup 2\n{}\n", 0)
    for other in (b"", b"\n", b"PK\x03\x04", b"presence-backup\n", b"presence-backup x\n"):
        with pytest.raises(BackupError, match=NO_BACKUP):
            opened(other, 0)


@pytest.mark.parametrize("costs", [{"n": 2**30}, {"n": 3}, {"n": 0}, {"r": 800}, {"p": 99}])
def test_a_file_cannot_ask_for_all_memory_of_the_machine(costs: dict[str, int]) -> None:
    file = sealed(b"x")
    head, told, rest = file.split(b"\n", 2)
    asked = json.dumps(json.loads(told) | costs).encode()
    with pytest.raises(BackupError, match=ALTERED):
        opened(b"\n".join((head, asked, rest)), 1)


def test_memory_does_not_grow_with_the_file() -> None:
    class Sink(io.RawIOBase):
        def write(self, data: object) -> int:
            return 0

    tracemalloc.start()
    writer = SealedWriter(Sink(), PHRASE, n=2)  # type: ignore[arg-type]  # only written to
    for _ in range(1_000):
        writer.write(CONTENT[:100_000])
    writer.close()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 2_000_000

"""A hostile zip is refused with one sentence, before anything of it is used."""

from __future__ import annotations

import contextlib
import zipfile
from io import BytesIO

import pytest

from presence.analysis.bundle import BundleRefused, pack, unpack
from presence.analysis.bundle.archive import MAX_BYTES, NAMES
from tests.analysis.bundle.sample import files


def zipped(parts: list[tuple[str, bytes]], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, data in parts:
            archive.writestr(name, data)
    return buffer.getvalue()


def refusal(data: bytes) -> str:
    with pytest.raises(BundleRefused) as refused:
        unpack(data)
    return str(refused.value)


def test_what_was_packed_comes_out_again() -> None:
    assert unpack(pack(files())) == files()


def test_very_repetitive_files_survive_the_guard_against_bombs() -> None:
    big = {**files(), "pages.jsonl": b'{"a":1}\n' * 500_000}
    assert unpack(pack(big)) == big


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "/etc/passwd", "..\\evil.txt", "answers.jsonl/../x", "extra.json"]
)
def test_a_name_that_does_not_belong_is_refused(name: str) -> None:
    said = refusal(zipped([*files().items(), (name, b"x")]))
    assert said.startswith("The bundle holds a file that does not belong there: ")


def test_a_missing_file_is_named() -> None:
    parts = [(name, data) for name, data in files().items() if name != "scores.json"]
    assert refusal(zipped(parts)) == "The bundle lacks scores.json."


def test_a_bomb_is_not_opened() -> None:
    parts = [(n, b"\0" * (64 * 1024 * 1024) if n == NAMES[1] else b"") for n in NAMES]
    assert refusal(zipped(parts)) == (
        "The bundle is compressed suspiciously tightly and was not opened."
    )


def test_too_much_is_refused_before_it_is_unpacked() -> None:
    assert refusal(b"PK\x03\x04" + b"\0" * MAX_BYTES) == "The bundle is too large once unpacked."


def test_a_name_given_twice_is_refused() -> None:
    with pytest.warns(UserWarning, match="Duplicate"):
        data = zipped([*files().items(), ("scores.json", b"[]")])
    assert refusal(data) == "The bundle is damaged and could not be opened."


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "The file is empty."),
        (b"hello", "This file is not a bundle of a run."),
        (b"%PDF-1.7", "This file is not a bundle of a run."),
        (b"PK\x03\x04garbage", "The bundle is damaged and could not be opened."),
        (pack(files())[:-40], "The bundle is damaged and could not be opened."),
    ],
)
def test_anything_else_is_refused(data: bytes, sentence: str) -> None:
    assert refusal(data) == sentence


def test_flipped_bytes_never_crash() -> None:
    whole = pack(files())
    for place in range(0, len(whole), 37):
        broken = whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :]
        with contextlib.suppress(BundleRefused):
            assert set(unpack(broken)) == set(NAMES)

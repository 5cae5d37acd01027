"""Whether a server would take an object: its schema, strictly, without a server.

Invariant: a kind without a schema is a complaint, so that nothing goes unchecked.
"""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from jsonschema import (  # type: ignore[import-untyped]  # no stubs among our packages
    Draft202012Validator,
)
from referencing import Registry, Resource

from tests.charts.chart import Manifest, label

KUBERNETES = ("1.32", "1.37")  # the oldest and the newest the chart is for
_CUSTOM = Path(__file__).parent / "schemas"


def schema_complaints(manifests: list[Manifest]) -> list[str]:
    """What each object's schema does not allow, in every version of Kubernetes we name."""
    found = [c for m in manifests for v in KUBERNETES for c in _judged(v, json.dumps(m))]
    return list(dict.fromkeys(found))


@cache  # variants of a chart share most of their objects, and a schema takes milliseconds
def _judged(version: str, text: str) -> tuple[str, ...]:
    manifest: Manifest = json.loads(text)
    validator = _validator(version, manifest["kind"], manifest["apiVersion"])
    if validator is None:
        return (f"{label(manifest)}: no schema of {manifest['apiVersion']} in {version}",)
    return tuple(
        f"{label(manifest)}: {'/'.join(map(str, error.absolute_path))}: {error.message[:200]}"
        for error in validator.iter_errors(manifest)
    )


@cache
def _validator(version: str, kind: str, api_version: str) -> Draft202012Validator | None:
    custom = _CUSTOM / f"{kind.lower()}-{api_version.rpartition('/')[2]}.json"
    if "." in api_version.partition("/")[0] and custom.is_file():
        return Draft202012Validator(_read(custom))
    name = re.sub(r"^([^./]*)(?:\.[^/]*)?/", r"\1-", api_version)
    path = _folder(version) / f"{kind.lower()}-{name}.json"
    if not path.is_file():
        return None
    return Draft202012Validator(_read(path), registry=_definitions(version))


@cache
def _definitions(version: str) -> Registry[Any]:
    contents = _read(_folder(version) / "_definitions.json")
    return Resource.from_contents(contents) @ Registry()


def _folder(version: str) -> Path:
    packaged = files("kubernetes_validate") / "kubernetes-json-schema"
    return Path(str(packaged)) / f"v{version}.0-local-strict"


def _read(path: Path) -> dict[str, Any]:
    contents: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return contents

"""Renders the chart with Helm itself and reads what comes out.

Invariant: a manifest is what Helm would send to a server, nothing is patched on the way.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import helm_python
import yaml  # type: ignore[import-untyped]  # no stubs among the development packages

from tests.architecture.tree import ROOT

CHART = ROOT / "charts" / "presence"
PLATFORM = ROOT / "charts" / "platform"
RELEASE = "presence"

Manifest = dict[str, Any]
Values = dict[str, Any]


def read_yaml(text: str) -> Any:
    """One document; by the C parser, which is ten times as fast."""
    return yaml.load(text, Loader=yaml.CSafeLoader)


def combination(name: str, chart: Path = CHART) -> Values:
    """The values of `ci/<name>-values.yaml`."""
    text = (chart / "ci" / f"{name}-values.yaml").read_text(encoding="utf-8")
    values: Values = read_yaml(text)
    return values


def combinations(chart: Path = CHART) -> list[str]:
    """Names of all of them."""
    return sorted(p.name.removesuffix("-values.yaml") for p in (chart / "ci").glob("*.yaml"))


def render(values: Values, chart: Path = CHART) -> list[Manifest]:
    """Every object of a release. Raises HelmError when the chart or its validations refuse."""
    loaded = helm_python.Chart.load(chart)
    files = loaded.render(values, name=RELEASE, namespace="presence")
    return [
        manifest
        for path, text in sorted(files.items())
        if not path.endswith(".txt")  # what Helm tells whoever installed it
        for manifest in yaml.load_all(text, Loader=yaml.CSafeLoader)
        if manifest is not None
    ]


def over(values: Values, *changes: Values) -> Values:
    """`values` with `changes` laid over it, as Helm merges files of values."""
    merged = dict(values)
    for change in changes:
        for key, value in change.items():
            inner = merged.get(key)
            both = isinstance(inner, dict) and isinstance(value, dict)
            merged[key] = over(inner, value) if both else value  # type: ignore[arg-type]
    return merged


def of_kind(manifests: list[Manifest], kind: str) -> dict[str, Manifest]:
    """The objects of one kind by component, the part of the name after the release's."""
    return {
        m["metadata"]["name"].removeprefix(f"{RELEASE}-"): m for m in manifests if m["kind"] == kind
    }


def pod_of(manifest: Manifest) -> Manifest | None:
    """The pod (metadata and spec) an object makes, None when it makes none."""
    if manifest["kind"] == "Pod":
        return manifest
    if manifest["kind"] in {"Deployment", "Job", "StatefulSet"}:
        template: Manifest = manifest["spec"]["template"]
        return template
    return None


def label(manifest: Manifest) -> str:
    """`Kind/name`, for complaints."""
    return f"{manifest['kind']}/{manifest['metadata']['name']}"


def selects(selector: Manifest, labels: Manifest) -> bool:
    """Whether equality labels choose something with these labels."""
    return bool(selector) and all(labels.get(k) == v for k, v in selector.items())

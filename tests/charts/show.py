"""`python -m tests.charts.show NAME`: what the chart renders for a combination of values, as YAML.

For tools that read manifests; `ops/scripts/chart-audit` is one.
"""

from __future__ import annotations

import sys

import yaml  # type: ignore[import-untyped]  # no stubs among the development packages

from tests.charts.chart import combination, render


def main(name: str) -> None:
    """Write all objects to standard output."""
    yaml.safe_dump_all(render(combination(name)), sys.stdout, sort_keys=False)


if __name__ == "__main__":
    main(sys.argv[1])

"""Everything that can be said against a rendered chart, in one list.

Invariant: an empty list means that a server takes the objects and our rules hold for each.
"""

from __future__ import annotations

from tests.charts import objects, pods
from tests.charts.chart import Manifest
from tests.charts.schemas import schema_complaints


def complaints(manifests: list[Manifest]) -> list[str]:
    """Of the schemas first: the rules rely on the objects' form."""
    found = schema_complaints(manifests)
    if found:
        return found
    return [c for rule in (*pods.RULES, *objects.RULES) for c in rule(manifests)]

"""What a browser tells counts, under labels nobody can invent."""

from __future__ import annotations

import httpx
import pytest

from presence.core.metrics import COUNTED

LCP = "presence_web_vital_lcp_seconds"


def value(name: str, **labels: str) -> float:
    return COUNTED.get_sample_value(name, labels) or 0.0


async def tell(client: httpx.AsyncClient, **told: object) -> int:
    return (await client.post("/api/v1/browser-reports", json=told)).status_code


async def test_vitals_and_faults_count_under_their_page(client: httpx.AsyncClient) -> None:
    before = value(f"{LCP}_sum", route="/dashboard/brands/:id")
    page = "/dashboard/brands/:id"
    assert await tell(client, page=page, lcpMs=1_500, inpMs=80, cls=0.02, errors=2) == 204
    assert value(f"{LCP}_sum", route=page) == before + 1.5
    assert value("presence_js_errors_total", route=page, build="development") >= 2


@pytest.mark.parametrize(
    "page", ["", "dashboard", "/0199aaaa", "/a b", "/A", "/x" * 9, "/" + "y" * 150]
)
async def test_a_page_nobody_has_counts_as_other(client: httpx.AsyncClient, page: str) -> None:
    before = value(f"{LCP}_count", route="other")
    assert await tell(client, page=page, lcpMs=10) == 204
    assert value(f"{LCP}_count", route="other") == before + 1


@pytest.mark.parametrize(
    "odd", [{"lcpMs": -1}, {"cls": 1e9}, {"errors": 1_001}, {"presses": [{}]}, {"page": "/" * 200}]
)
async def test_an_impossible_measurement_is_refused(
    client: httpx.AsyncClient, odd: dict[str, object]
) -> None:
    assert await tell(client, **{"page": "/dashboard", **odd}) == 422

"""All brands side by side, on the screen and as a file."""

from __future__ import annotations

import csv
import io

import asyncpg
import httpx

from tests.factories.runs import Analysed

LIST = "/api/v1/portfolio"
FILE = "/api/v1/portfolio.csv"


async def test_a_brand_has_the_scores_and_the_trend_of_its_own_dashboard(
    owner: httpx.AsyncClient, analysed: Analysed
) -> None:
    (brand,) = (await owner.get(LIST)).json()["data"]
    dashboard = (await owner.get(f"/api/v1/brands/{analysed.brand_id}/summary")).json()
    assert brand["id"] == str(analysed.brand_id)
    assert brand["scores"]["overall"]["value"] == dashboard["scores"]["overall"]["value"]
    (point,), (shown,) = brand["trend"], dashboard["trend"]
    assert [point[key] for key in ("runId", "overall", "low", "high")] == [
        shown[key] for key in ("runId", "overall", "low", "high")
    ]


async def test_the_file_has_a_line_for_each_brand_with_intervals(
    owner: httpx.AsyncClient, analysed: Analysed
) -> None:
    (brand,) = (await owner.get(LIST)).json()["data"]
    answer = await owner.get(FILE)
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert "attachment; filename=" in answer.headers["content-disposition"]
    (line,) = csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig")))
    overall = brand["scores"]["overall"]
    assert line["Website"] == analysed.url
    assert [line[f"AI Visibility{part}"] for part in ("", ", low", ", high")] == [
        str(overall[key]) for key in ("value", "low", "high")
    ]
    assert int(line["Open technical gaps"]) > 0


async def test_a_name_that_a_spreadsheet_would_run_is_text(
    owner: httpx.AsyncClient, admin: asyncpg.Connection, analysed: Analysed
) -> None:
    await admin.execute("UPDATE brand SET name = '=1+1' WHERE id = $1", analysed.brand_id)
    text = (await owner.get(FILE)).content.decode("utf-8-sig")
    (line,) = csv.DictReader(io.StringIO(text))
    assert line["Brand"] == "'=1+1"

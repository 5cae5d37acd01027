"""Accounts that ask for a copy of their data, and what is in one."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

import httpx

from tests.factories.people import sign_up

EXPORT = "outputs.export_account"


async def open_account(client: httpx.AsyncClient) -> dict[str, str]:
    """Somebody signs up and names their business."""
    user = await sign_up(client)
    business = {"businessName": "Harrow", "description": "Boots", "phone": "+44 20 7946 0000"}
    await client.post("/api/business-info/update", json=business)
    found: dict[str, str] = user
    return found


async def workspaces_in(client: httpx.AsyncClient, export_id: str) -> dict[str, Any]:
    """What a copy says of each workspace, by its id."""
    content = (await client.get(f"/api/v1/me/exports/{export_id}")).content
    files = zipfile.ZipFile(io.BytesIO(content))
    found = [json.loads(files.read(n)) for n in files.namelist() if n.startswith("workspaces/")]
    return {one["id"]: one for one in found}

"""Where a screen stands, as an address that mails and messages carry.

Invariant: it names the workspace, because a login has one in view at a time and a mail may tell of
several; the web app goes there first.
"""

from __future__ import annotations

from datetime import date
from urllib.parse import urlencode
from uuid import UUID


def screen_address(
    path: str, workspace_id: UUID | None, brand_id: UUID | None = None, **view: str | date
) -> str:
    """The path with its workspace, its brand and the filters of what it shows.

    Without a workspace, which only a mail of the account is, the path stays as it is.
    """
    path, mark, part = path.partition("#")
    named = {"workspace": workspace_id, "brand": brand_id, **view}
    query = urlencode({name: str(value) for name, value in named.items() if value is not None})
    return f"{path}?{query}{mark}{part}" if query else f"{path}{mark}{part}"

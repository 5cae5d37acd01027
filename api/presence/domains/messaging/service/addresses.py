"""The address of a screen, as carried by e-mails and messages.

Invariant: it names the workspace, because a session shows one workspace at a time and an e-mail may
cover several; the web app switches to it first.
"""

from __future__ import annotations

from datetime import date
from urllib.parse import urlencode
from uuid import UUID


def screen_address(
    path: str, workspace_id: UUID | None, brand_id: UUID | None = None, **view: str | date
) -> str:
    """The path with its workspace, its brand and the filters of what it shows.

    Without a workspace, as in e-mails about the account, the path is left unchanged.
    """
    path, mark, part = path.partition("#")
    named = {"workspace": workspace_id, "brand": brand_id, **view}
    query = urlencode({name: str(value) for name, value in named.items() if value is not None})
    return f"{path}?{query}{mark}{part}" if query else f"{path}{mark}{part}"

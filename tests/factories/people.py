"""People who sign up: through the API where that is under test, else straight into the tables."""

from __future__ import annotations

import itertools
import os
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import httpx

from presence.core.ids import new_id
from presence.db.session import Database
from presence.db.tenancy import TenantBinding, bind
from presence.domains.identity.models import User
from presence.domains.workspaces.service import ensure_workspace

PASSWORD = "correct horse battery"
# Two processes of one test may share a database.
_numbers = itertools.count(os.getpid() * 1_000_000)


@dataclass(frozen=True)
class Tenant:
    """A stored user who owns a workspace, and the binding to act as that user."""

    user_id: UUID
    workspace_id: UUID
    email: str

    @property
    def binding(self) -> TenantBinding:
        """Bind a transaction with it: `database.transaction(tenant.binding)`."""
        return TenantBinding(self.workspace_id, self.user_id)


def registration(**changes: Any) -> dict[str, Any]:
    """A valid body of POST /api/register with a fresh e-mail."""
    body = {
        "firstName": "Ada",
        "lastName": "Example",
        "email": f"person{next(_numbers)}@example.com",
        "password": PASSWORD,
    }
    return {**body, **changes}


async def sign_up(client: httpx.AsyncClient, **changes: Any) -> dict[str, Any]:
    """Register through the API; `client` holds the session afterwards. Returns the user."""
    response = await client.post("/api/register", json=registration(**changes))
    assert response.status_code == 201, response.text
    user: dict[str, Any] = response.json()
    return user


async def make_user(database: Database, **changes: Any) -> UUID:
    """Store a user who has no workspace and cannot log in."""
    user_id = new_id()
    async with database.transaction(TenantBinding(None, user_id)) as session:
        values = {"first_name": "Ada", "last_name": "Example", "email": registration()["email"]}
        session.add(User(id=user_id, **{**values, **changes}))
    return user_id


async def make_tenant(database: Database, **changes: Any) -> Tenant:
    """Store a user with a workspace of their own."""
    email = changes.pop("email", None) or registration()["email"]
    user_id = await make_user(database, email=email, **changes)
    async with database.transaction(TenantBinding(None, user_id)) as session:
        workspace_id = await ensure_workspace(session, user_id)
    return Tenant(user_id, workspace_id, email)


async def workspace_of(database: Database, user_id: UUID) -> UUID:
    """The user's workspace, created when there is none."""
    async with database.transaction() as session:
        await bind(session, TenantBinding(None, user_id))
        return await ensure_workspace(session, user_id)

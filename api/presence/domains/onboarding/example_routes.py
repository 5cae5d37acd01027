"""The example of a sample company: opening and removing it."""

from __future__ import annotations

from fastapi import APIRouter

from presence.domains.identity.context import CurrentUser
from presence.domains.onboarding import example
from presence.domains.onboarding.schemas import ExampleOut
from presence.domains.workspaces.service import examples
from presence.http.errors import documented
from presence.http.permission import PERSONAL
from presence.http.session import SessionDep, SettingsDep

router = APIRouter()


@router.post(
    "/api/v1/example",
    openapi_extra=PERSONAL,
    responses=documented(401, 403, 404, 429),
)
async def open_example(user: CurrentUser, session: SessionDep, settings: SettingsDep) -> ExampleOut:
    """Open the example and switch to it.

    A read-only workspace with a sample company, whose website is analyzed when it is opened for the
    first time. 404 where no example is offered; see `features.example` of `GET /api/v1/meta`.
    """
    opened = await example.open_example(session, settings, user.user_id, user.session_id)
    return ExampleOut(workspace_id=opened)


@router.delete(
    "/api/v1/example",
    status_code=204,
    openapi_extra=PERSONAL,
    responses=documented(401, 403, 404),
)
async def remove_example(user: CurrentUser, session: SessionDep) -> None:
    """Remove the example and switch back to where it was opened."""
    await examples.remove_example(session, user.user_id, user.session_id)

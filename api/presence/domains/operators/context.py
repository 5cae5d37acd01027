"""Which member of staff is calling, what they may do, and what is logged of it.

    @router.post("/plans", dependencies=[May("plans", "create")])
    @operation("plans", "create")
    async def create_plan(
        body: PlanIn, session: SessionDep, operator_call: OperatorCallDep
    ) -> PlanRecordOut: …

Invariant: a route of the console declares a resource and an action of the permission table; a route
that changes something is an operation, with a reason and one log entry in the same transaction.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import wraps
from typing import Annotated, Any, ParamSpec, TypeVar, cast

from fastapi import APIRouter, Depends, Request, Response
from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import ValidationFailed
from presence.core.settings import Settings
from presence.db.session import release
from presence.db.tenancy import TenantBinding, bind
from presence.domains.audit.service import Operation, Staffer, operating, record_operation
from presence.domains.identity.context import ClientDep, cookie_name
from presence.domains.identity.service import token_hash
from presence.domains.operators.errors import (
    may_not,
    not_signed_in,
    nothing_there,
    session_idle,
)
from presence.domains.operators.queries import staff as queries
from presence.domains.operators.queries.staff import SignedIn
from presence.domains.operators.roles import StaffRole
from presence.domains.operators.schemas import LONGEST_REASON, REASON_REQUIRED, SHORTEST_REASON
from presence.domains.operators.service.accounts import StaffAccounts
from presence.domains.operators.service.impersonating import TOKEN_MARK
from presence.domains.operators.service.permissions import decide_may
from presence.domains.operators.service.provider import StaffProvider
from presence.http.errors import documented
from presence.http.idempotency import Repeatable, idempotent, parameter_of
from presence.http.permission import Permission
from presence.http.session import NowDep, SessionDep, SettingsDep
from presence.http.throttle import prove

BASE = "/api/admin/v1"
P = ParamSpec("P")
R = TypeVar("R")
_DEVICE = "_device"
HALF = "_half"
_A_YEAR_S = 365 * 24 * 3600
UNATTENDED = "x-unattended"
_NOTED_EVERY = timedelta(minutes=1)
AnswerWith = Callable[[AsyncSession, Any], Awaitable[Any]]


def console_cookie(settings: Settings, purpose: str = "") -> str:
    """Name of the console's cookie; `__Host-` over https."""
    name = f"presence_console{purpose}"
    return f"__Host-{name}" if settings.console_http.secure else name


def set_console_cookie(
    response: Response,
    settings: Settings,
    token: str,
    seconds: int,
    purpose: str = "",
    *,
    from_elsewhere: bool = False,
) -> None:
    """Store a token in the browser; an empty one deletes it.

    With `from_elsewhere`, the browser also sends it when another site links here.
    """
    response.set_cookie(
        console_cookie(settings, purpose),
        token,
        max_age=seconds if token else 0,
        path="/",
        secure=settings.console_http.secure,  # guard: cookies.console-secure
        httponly=True,  # guard: cookies.console-unreadable
        # guard: cookies.console-same-site -> samesite="lax",
        samesite="lax" if from_elsewhere else "strict",
    )


def device_of(request: Request, settings: Settings) -> str:
    """The identifier of this browser, empty the first time."""
    return request.cookies.get(console_cookie(settings, _DEVICE), "")


def remember_device(response: Response, settings: Settings, device: str) -> None:
    """Make the browser recognisable the next time, also when it returns from a provider."""
    set_console_cookie(response, settings, device, _A_YEAR_S, _DEVICE, from_elsewhere=True)


async def current_operator(
    request: Request, session: SessionDep, settings: SettingsDep, now: NowDep
) -> SignedIn:
    """The signed-in member of staff.

    Raises Unauthenticated; NotFound for staff who act as a customer. A call that the page makes by
    itself while nobody is there says so and does not count as use.
    """
    token = request.cookies.get(console_cookie(settings))
    found = await queries.by_token(session, token_hash(token), "full", now) if token else None
    # guard: staff.session-in-use -> found is None
    if found is None or found.last_seen_at <= now - idle_limit(settings):
        if request.cookies.get(cookie_name(settings, "session"), "").startswith(TOKEN_MARK):
            raise nothing_there()
        raise session_idle(settings.console.idle_minutes) if found else not_signed_in()
    attended = UNATTENDED not in request.headers
    if attended and found.last_seen_at < now - _NOTED_EVERY:
        if not await queries.note_use(session, found.session_id, now):
            raise not_signed_in()
        await release(session)  # a call that waits for whoever ends sessions holds none
    request.state.staff_id = found.id
    prove(request.scope, f"staff {found.id}")
    return found


def idle_limit(settings: Settings) -> timedelta:
    """How long a session of the console lasts that nobody uses."""
    return timedelta(minutes=settings.console.idle_minutes)


def open_until(who: SignedIn, settings: Settings, now: datetime) -> datetime:
    """When a session ends that nobody uses from now on."""
    return min(who.expires_at, now + idle_limit(settings))


CurrentOperator = Annotated[SignedIn, Depends(current_operator)]


async def get_staff_accounts(request: Request) -> StaffAccounts:
    """The service that the entry point built."""
    accounts: StaffAccounts = request.app.state.staff
    return accounts


async def get_staff_provider(request: Request) -> StaffProvider:
    """Staff's own sign-in provider, whether or not it is set up."""
    provider: StaffProvider = request.app.state.staff_provider
    return provider


StaffProviderDep = Annotated[StaffProvider, Depends(get_staff_provider)]
StaffAccountsDep = Annotated[StaffAccounts, Depends(get_staff_accounts)]


def May(resource: str, action: str) -> Any:
    """Route dependency: raises Forbidden unless the role permits it; declares the permission."""

    async def check(who: CurrentOperator) -> None:
        if not decide_may(cast(StaffRole, who.role), resource, action):
            raise may_not()

    check.permission = Permission(f"{resource}:{action}")  # type: ignore[attr-defined]  # read by http/permission
    return Depends(check)


def console(slice_: str) -> APIRouter:
    """The router for a slice's part of the console."""
    return APIRouter(
        prefix=BASE,
        tags=[f"{slice_}_admin"],
        responses=documented(401, 403, 404, 409, 412, 422, 428, 429),
    )


@dataclass(frozen=True, slots=True)
class OperatorCall(Repeatable):
    """An operation requested by a member of staff: who, why, and from where."""

    who: SignedIn
    reason: str
    address: str


async def get_operator_call(
    request: Request, session: SessionDep, who: CurrentOperator, client: ClientDep
) -> OperatorCall:
    """The call in the form `operation` expects. Raises ValidationFailed without a reason."""
    return OperatorCall(request, session, who, await _reason_of(request), client.address[:64])


OperatorCallDep = Annotated[OperatorCall, Depends(get_operator_call)]


def operation(
    resource: str, action: str, answer_with: AnswerWith | None = None
) -> Callable[[Callable[P, Awaitable[R]]], Callable[..., Awaitable[Any]]]:
    """Placed under a route's decorator, makes the route an operation of staff on `resource`.

    The route takes an OperatorCallDep. If it returns nothing, `answer_with(session, key)` builds
    the response once the entry is written.
    """

    def wrap(function: Callable[P, Awaitable[R]]) -> Callable[..., Awaitable[Any]]:
        parameter = parameter_of(function, OperatorCall)

        @wraps(function)
        async def call(*args: P.args, **kwargs: P.kwargs) -> Any:
            operator_call = cast(OperatorCall, kwargs[parameter])
            session, who = operator_call.session, operator_call.who
            key = kwargs.get("key")
            subject = f"{resource}:{key}" if key is not None else resource
            doing = Operation(f"{resource}.{action}", subject)
            token = operating.set(doing)
            try:
                answer: Any = await function(*args, **kwargs)
            finally:
                operating.reset(token)
            if key is None and hasattr(answer, "id"):
                doing.target = f"{resource}:{answer.id}"
            by = Staffer(who.id, who.name, operator_call.reason, operator_call.address)
            await record_operation(session, doing, by)
            if answer is None and answer_with is not None:
                return await answer_with(session, key)
            return answer

        return idempotent(call)

    return wrap


async def _reason_of(request: Request) -> str:
    """The reason given in the body. Raises ValidationFailed without one."""
    try:
        body = json.loads(await request.body() or b"{}")
    except ValueError:
        body = {}
    reason = body.get("reason") if isinstance(body, dict) else None
    if not isinstance(reason, str) or len(reason.strip()) < SHORTEST_REASON:
        raise ValidationFailed.at("/reason", REASON_REQUIRED)
    return reason.strip().replace("\x00", "")[:LONGEST_REASON]


def current_operation() -> Operation:
    """The operation in progress, to which the state before and after can be added."""
    doing = operating.get()
    if doing is None:
        raise LookupError("No operation of the console is being carried out.")
    return doing


async def leave(session: AsyncSession) -> None:
    """Unbind the session, so that it reads across tenants again."""
    await bind(session, TenantBinding())

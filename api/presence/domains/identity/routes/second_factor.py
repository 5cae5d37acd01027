"""Setting up the second factor and switching it off."""

from __future__ import annotations

from fastapi import APIRouter

from presence.domains.identity.context import AccountsDep, ClientDep, Myself, proof_of
from presence.domains.identity.schemas import (
    CodeIn,
    ProofIn,
    RecoveryCodesOut,
    SecondFactorSetupOut,
)
from presence.http.errors import documented
from presence.http.permission import PERSONAL

router = APIRouter(prefix="/api/v1/me/second-factor", tags=["identity"])


@router.post(
    "",
    response_model=SecondFactorSetupOut,
    openapi_extra=PERSONAL,
    responses=documented(401, 403, 409, 422, 429),
)
async def begin_second_factor(
    data: ProofIn, me: Myself, accounts: AccountsDep, client: ClientDep
) -> SecondFactorSetupOut:
    """Start setting up an authenticator app.

    Returns a new key. The second factor is only required once the key is confirmed with a code.
    """
    setup = await accounts.second_factors.begin(me, proof_of(data), client)
    return SecondFactorSetupOut.model_validate(setup)


@router.post(
    "/confirm",
    response_model=RecoveryCodesOut,
    openapi_extra=PERSONAL,
    responses=documented(401, 409, 422, 429),
)
async def confirm_second_factor(
    data: CodeIn, me: Myself, accounts: AccountsDep, client: ClientDep
) -> RecoveryCodesOut:
    """Turn on the authenticator app with its first code.

    Returns the recovery codes, which are not shown again.
    """
    codes = await accounts.second_factors.confirm(me, data.code, client)
    return RecoveryCodesOut(codes=list(codes))


@router.post(
    "/recovery-codes",
    response_model=RecoveryCodesOut,
    openapi_extra=PERSONAL,
    responses=documented(401, 403, 409, 422, 429),
)
async def renew_recovery_codes(
    data: ProofIn, me: Myself, accounts: AccountsDep, client: ClientDep
) -> RecoveryCodesOut:
    """Replace the recovery codes.

    Requires proof of identity. The previous codes stop working.
    """
    codes = await accounts.second_factors.renew_codes(me, proof_of(data), client)
    return RecoveryCodesOut(codes=list(codes))


@router.delete(
    "",
    status_code=204,
    openapi_extra=PERSONAL,
    responses=documented(401, 403, 409, 422, 429),
)
async def remove_second_factor(
    data: ProofIn, me: Myself, accounts: AccountsDep, client: ClientDep
) -> None:
    """Turn off the authenticator app.

    Requires the password and proof of identity. Passkeys are kept; all other sessions end. 409 when
    it is the last second factor and a workspace requires one.
    """
    await accounts.second_factors.switch_off(me, proof_of(data), client)

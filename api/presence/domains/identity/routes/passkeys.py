"""A person's own passkeys: the list, adding, naming and removing them."""

from __future__ import annotations

from uuid import UUID

from fastapi import APIRouter

from presence.domains.identity.context import AccountsDep, ClientDep, CurrentUser, Myself, proof_of
from presence.domains.identity.passkey_schemas import (
    NewPasskeyIn,
    PasskeyAddedOut,
    PasskeyAskingOut,
    PasskeyMakingOut,
    PasskeyNameIn,
    PasskeyOut,
    PasskeysOut,
)
from presence.domains.identity.schemas import ProofIn
from presence.domains.identity.service.passkeys import LIMIT, passkeys_of
from presence.http.errors import documented
from presence.http.permission import PERSONAL
from presence.http.session import SessionDep, SettingsDep

router = APIRouter(prefix="/api/v1/me/passkeys", tags=["identity"])


@router.get("", response_model=PasskeysOut, openapi_extra=PERSONAL, responses=documented(401))
async def passkeys(me: CurrentUser, session: SessionDep) -> PasskeysOut:
    """List the passkeys of the signed-in user."""
    found = await passkeys_of(session)
    return PasskeysOut(data=[PasskeyOut.model_validate(one) for one in found], limit=LIMIT)


@router.post(
    "/options",
    response_model=PasskeyMakingOut,
    openapi_extra=PERSONAL,
    responses=documented(401, 403, 409, 422, 429),
)
async def begin_passkey(
    data: ProofIn, me: Myself, accounts: AccountsDep, client: ClientDep, settings: SettingsDep
) -> PasskeyMakingOut:
    """Get the options for creating a passkey.

    Pass them to `navigator.credentials.create`. Requires proof of identity. The challenge is valid
    for five minutes.
    """
    making = await accounts.passkeys.begin(me, proof_of(data), client)
    return PasskeyMakingOut.of(making, settings)


@router.post(
    "",
    response_model=PasskeyAddedOut,
    status_code=201,
    openapi_extra=PERSONAL,
    responses=documented(401, 409, 422),
)
async def add_passkey(data: NewPasskeyIn, me: Myself, accounts: AccountsDep) -> PasskeyAddedOut:
    """Add a passkey.

    Ends all other sessions. 409 when the passkey is known or the maximum number is reached.
    """
    added = await accounts.passkeys.add(me, data.name, data.attestation(), data.transports)
    return PasskeyAddedOut(
        passkey=PasskeyOut.model_validate(added.passkey), recovery_codes=list(added.codes)
    )


@router.post(
    "/proof",
    response_model=PasskeyAskingOut,
    openapi_extra=PERSONAL,
    responses=documented(401, 404),
)
async def prove_with_passkey(
    me: Myself, accounts: AccountsDep, settings: SettingsDep
) -> PasskeyAskingOut:
    """Get the options for proving one's identity with a passkey.

    Pass them to `navigator.credentials.get`, and send the result as `passkey` where proof is
    required.
    """
    return PasskeyAskingOut.of(await accounts.passkeys.ask_for_proof(me), settings)


@router.patch(
    "/{passkey_id}",
    response_model=PasskeyOut,
    openapi_extra=PERSONAL,
    responses=documented(401, 404, 422),
)
async def rename_passkey(
    passkey_id: UUID, data: PasskeyNameIn, me: Myself, accounts: AccountsDep
) -> PasskeyOut:
    """Rename a passkey."""
    return PasskeyOut.model_validate(await accounts.passkeys.rename(me, passkey_id, data.name))


@router.delete(
    "/{passkey_id}",
    status_code=204,
    openapi_extra=PERSONAL,
    responses=documented(401, 403, 404, 409, 422, 429),
)
async def remove_passkey(
    passkey_id: UUID, data: ProofIn, me: Myself, accounts: AccountsDep, client: ClientDep
) -> None:
    """Delete a passkey.

    Ends all other sessions. Deleting the last second factor also requires the password.
    """
    await accounts.passkeys.remove(me, passkey_id, proof_of(data), client)

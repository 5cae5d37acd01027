"""Passkeys (W3C Web Authentication): what a browser is asked, and whether its answer holds.

Invariant: an answer holds only for one challenge, for the product's own origin and domain, and when
the device verified its person (a fingerprint, a face, a PIN). Whoever accepts it has taken the
challenge out of circulation before.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from webauthn import verify_authentication_response, verify_registration_response
from webauthn.helpers import (
    base64url_to_bytes,
    bytes_to_base64url,
    parse_attestation_object,
    parse_client_data_json,
)
from webauthn.helpers.cose import COSEAlgorithmIdentifier
from webauthn.helpers.structs import (
    AuthenticationCredential,
    AuthenticatorAssertionResponse,
    AuthenticatorAttestationResponse,
    RegistrationCredential,
)

CHALLENGE_BYTES = 32
# How long somebody has to find their device and use it.
CHALLENGE_LIFETIME = timedelta(minutes=5)
# Which signatures are understood: ES256, EdDSA and RS256, which every authenticator has one of.
ALGORITHMS = (
    COSEAlgorithmIdentifier.ECDSA_SHA_256,
    COSEAlgorithmIdentifier.EDDSA,
    COSEAlgorithmIdentifier.RSASSA_PKCS1_v1_5_SHA_256,
)
# No statement of a maker is asked for; a device may sign for itself, which proves nothing more.
_STATEMENTS = ("none", "packed")


class Untrue(Exception):
    """What a browser answered does not hold; the message is for the log, never for a caller."""


@dataclass(frozen=True, slots=True)
class RelyingParty:
    """Whose passkeys they are: the domain they belong to, and the only origin they answer at."""

    domain: str
    origin: str


@dataclass(frozen=True, slots=True)
class KnownPasskey:
    """A passkey as a browser finds it: its credential id, and by which ways."""

    credential_id: bytes
    transports: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Making:
    """What a browser is asked when a passkey is to be made."""

    challenge: bytes
    user_id: UUID
    email: str
    name: str
    known: tuple[KnownPasskey, ...]


@dataclass(frozen=True, slots=True)
class Asking:
    """What a browser is asked when one is to be used; without `known`, any of the product's."""

    challenge: bytes
    known: tuple[KnownPasskey, ...] = ()


@dataclass(frozen=True, slots=True)
class Attestation:
    """What a browser answers when a passkey was made; raw bytes."""

    client_data: bytes
    attestation_object: bytes


@dataclass(frozen=True, slots=True)
class Assertion:
    """What a browser returns when a passkey was used, as raw bytes.

    `user_handle` is whose passkey it claims to be, empty if it makes no claim.
    """

    credential_id: bytes
    client_data: bytes
    authenticator_data: bytes
    signature: bytes
    user_handle: bytes = b""


@dataclass(frozen=True, slots=True)
class PublicKey:
    """A passkey as it is stored: nothing of it is secret."""

    credential_id: bytes
    key: bytes
    sign_count: int
    backed_up: bool


@dataclass(frozen=True, slots=True)
class Use:
    """What a device said of a passkey when it signed."""

    sign_count: int
    backed_up: bool


def encoded(raw: bytes) -> str:
    """Bytes as they travel: base64url without padding."""
    return bytes_to_base64url(raw)


def decoded(text: str) -> bytes:
    """The bytes of base64url without padding; ValueError for anything else."""
    return base64url_to_bytes(text)


def new_challenge() -> bytes:
    """A new challenge for a device to sign once."""
    return secrets.token_bytes(CHALLENGE_BYTES)


def challenge_of(client_data: bytes) -> bytes:
    """Which challenge an answer says it is for. Raises Untrue."""
    try:
        return parse_client_data_json(client_data).challenge
    except Exception as error:
        raise Untrue(f"client data: {error}") from error


def made(site: RelyingParty, answer: Attestation, challenge: bytes) -> PublicKey:
    """The passkey that was made. Raises Untrue."""
    _require_own_page(answer.client_data)
    try:
        statement = parse_attestation_object(answer.attestation_object)
        if statement.fmt not in _STATEMENTS:
            raise Untrue(f"a statement of the kind {statement.fmt}")
        data = statement.auth_data.attested_credential_data
        raw_id = data.credential_id if data else b""
        found = verify_registration_response(
            credential=RegistrationCredential(
                id=bytes_to_base64url(raw_id),
                raw_id=raw_id,
                response=AuthenticatorAttestationResponse(
                    client_data_json=answer.client_data,
                    attestation_object=answer.attestation_object,
                ),
            ),
            expected_challenge=challenge,
            expected_rp_id=site.domain,
            expected_origin=site.origin,
            require_user_verification=True,  # guard: identity.passkey-verified-when-made
            supported_pub_key_algs=list(ALGORITHMS),
        )
    except Untrue:
        raise
    except Exception as error:  # whatever bytes of a stranger make the parsers say
        raise Untrue(str(error)) from error
    return PublicKey(
        credential_id=found.credential_id,
        key=found.credential_public_key,
        sign_count=found.sign_count,
        backed_up=found.credential_backed_up,
    )


def used(site: RelyingParty, answer: Assertion, challenge: bytes, key: bytes) -> Use:
    """What the device stated when it signed with the passkey. Raises Untrue.

    The caller, who knows the previous counter, decides whether it has advanced.
    """
    _require_own_page(answer.client_data)
    try:
        found = verify_authentication_response(
            credential=AuthenticationCredential(
                id=bytes_to_base64url(answer.credential_id),
                raw_id=answer.credential_id,
                response=AuthenticatorAssertionResponse(
                    client_data_json=answer.client_data,
                    authenticator_data=answer.authenticator_data,
                    signature=answer.signature,
                ),
            ),
            expected_challenge=challenge,
            expected_rp_id=site.domain,
            expected_origin=site.origin,
            credential_public_key=key,
            credential_current_sign_count=0,
            require_user_verification=True,  # guard: identity.passkey-verified-when-used
        )
    except Exception as error:  # whatever bytes of a stranger make the parsers say
        raise Untrue(str(error)) from error
    return Use(sign_count=found.new_sign_count, backed_up=found.credential_backed_up)


def _require_own_page(client_data: bytes) -> None:
    """Untrue when the answer was given inside a page of somebody else's."""
    try:
        inside = parse_client_data_json(client_data).cross_origin
    except Exception as error:
        raise Untrue(f"client data: {error}") from error
    if inside:  # guard: identity.passkey-own-page
        raise Untrue("answered inside another site's page")

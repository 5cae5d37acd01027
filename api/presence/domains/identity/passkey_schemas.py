"""Passkeys on the wire: what a browser is asked, and what it answers.

Bytes are base64url without padding. What a browser is asked has the shape that
`PublicKeyCredential.parseCreationOptionsFromJSON` and `parseRequestOptionsFromJSON` take.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, ClassVar, Literal
from uuid import UUID

from pydantic import Field, StringConstraints

from presence.core.passkeys import (
    ALGORITHMS,
    CHALLENGE_LIFETIME,
    Asking,
    Assertion,
    Attestation,
    KnownPasskey,
    Making,
    decoded,
    encoded,
)
from presence.core.settings import Settings
from presence.http.schemas import ApiIn, ApiOut

_BASE64URL = r"^(?:[A-Za-z0-9_-]{4})*(?:[A-Za-z0-9_-]{2,3})?$"
_WAIT_MS = int(CHALLENGE_LIFETIME.total_seconds() * 1000)


def _bytes(most: int) -> StringConstraints:
    return StringConstraints(min_length=2, max_length=most, pattern=_BASE64URL)


CredentialId = Annotated[str, _bytes(1_364)]
Small = Annotated[str, _bytes(4_000)]
Large = Annotated[str, _bytes(16_000)]
PasskeyName = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=60)]
Transport = Annotated[str, StringConstraints(pattern=r"^[a-z-]{1,20}$")]


class PasskeyAnswerIn(ApiIn):
    """The browser's response after using a passkey."""

    credential_id: CredentialId
    client_data_json: Small
    authenticator_data: Small
    signature: Small
    user_handle: Annotated[str, StringConstraints(max_length=88, pattern=_BASE64URL)] | None = None

    def assertion(self) -> Assertion:
        """The same as bytes."""
        return Assertion(
            credential_id=decoded(self.credential_id),
            client_data=decoded(self.client_data_json),
            authenticator_data=decoded(self.authenticator_data),
            signature=decoded(self.signature),
            user_handle=decoded(self.user_handle or ""),
        )


class NewPasskeyIn(ApiIn):
    """The browser's response after creating a passkey, and a name for it."""

    sentences: ClassVar[dict[str, str]] = {"name": "Give it a name of up to 60 characters"}

    name: PasskeyName
    client_data_json: Small
    attestation_object: Large
    transports: Annotated[list[Transport], Field(max_length=8)] = Field(default_factory=list)

    def attestation(self) -> Attestation:
        """The same as bytes."""
        return Attestation(decoded(self.client_data_json), decoded(self.attestation_object))


class PasskeyNameIn(ApiIn):
    """The new name of a passkey."""

    sentences: ClassVar[dict[str, str]] = NewPasskeyIn.sentences

    name: PasskeyName


class PasskeyOut(ApiOut):
    """A passkey of the user.

    `synced` is true when its provider copies it to the user's other devices. `refusedAt` is when it
    was last used with a counter that did not increase, which can mean that a copy exists.
    """

    id: UUID
    name: str
    synced: bool
    created_at: datetime
    last_used_at: datetime | None
    refused_at: datetime | None


class PasskeysOut(ApiOut):
    """The user's passkeys, oldest first, and the maximum number per account."""

    data: list[PasskeyOut]
    limit: int


class PasskeyAddedOut(ApiOut):
    """The new passkey; with recovery codes, shown only once, if it is the first second factor."""

    passkey: PasskeyOut
    recovery_codes: list[str]


class PasskeyOwnerOut(ApiOut):
    """The user, as the device shows them."""

    id: str
    name: str
    display_name: str


class PasskeySiteOut(ApiOut):
    """The site the passkey is for."""

    id: str
    name: str


class PasskeyAlgorithmOut(ApiOut):
    """A supported signature algorithm, by its COSE number."""

    type: Literal["public-key"] = "public-key"
    alg: int


class KnownPasskeyOut(ApiOut):
    """An existing passkey and how the browser can reach it."""

    type: Literal["public-key"] = "public-key"
    id: str
    transports: list[str]

    @classmethod
    def of(cls, known: KnownPasskey) -> KnownPasskeyOut:
        """As it is stored."""
        return cls(id=encoded(known.credential_id), transports=list(known.transports))


class PasskeySelectionOut(ApiOut):
    """Requires a discoverable passkey with user verification."""

    resident_key: Literal["required"] = "required"
    require_resident_key: Literal[True] = True
    user_verification: Literal["required"] = "required"


class PasskeyMakingOut(ApiOut):
    """Options for `navigator.credentials.create`."""

    challenge: str
    rp: PasskeySiteOut
    user: PasskeyOwnerOut
    pub_key_cred_params: list[PasskeyAlgorithmOut]
    exclude_credentials: list[KnownPasskeyOut]
    authenticator_selection: PasskeySelectionOut = PasskeySelectionOut()
    attestation: Literal["none"] = "none"
    timeout: int = _WAIT_MS

    @classmethod
    def of(cls, making: Making, settings: Settings) -> PasskeyMakingOut:
        """For the product's own site."""
        return cls(
            challenge=encoded(making.challenge),
            rp=PasskeySiteOut(id=settings.http.domain, name="Presence"),
            user=PasskeyOwnerOut(
                id=encoded(making.user_id.bytes), name=making.email, display_name=making.name
            ),
            pub_key_cred_params=[PasskeyAlgorithmOut(alg=int(one)) for one in ALGORITHMS],
            exclude_credentials=[KnownPasskeyOut.of(one) for one in making.known],
        )


class PasskeyAskingOut(ApiOut):
    """Options for `navigator.credentials.get`."""

    challenge: str
    rp_id: str
    allow_credentials: list[KnownPasskeyOut]
    user_verification: Literal["required"] = "required"
    timeout: int = _WAIT_MS

    @classmethod
    def of(cls, asking: Asking, settings: Settings) -> PasskeyAskingOut:
        """For the product's own site."""
        return cls(
            challenge=encoded(asking.challenge),
            rp_id=settings.http.domain,
            allow_credentials=[KnownPasskeyOut.of(one) for one in asking.known],
        )


class SecondStepOut(ApiOut):
    """The second factors that can complete the sign-in; a recovery code always works."""

    app: bool
    passkeys: bool

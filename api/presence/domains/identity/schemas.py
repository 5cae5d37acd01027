"""Requests and responses of the account calls, with the sentences of the specification."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Annotated, ClassVar, Literal
from uuid import UUID
from zoneinfo import available_timezones

from pydantic import AfterValidator, Field, StringConstraints

from presence.domains.identity.passkey_schemas import PasskeyAnswerIn
from presence.http.schemas import ApiIn, ApiOut

EMAIL_MAX = 254
# The same rule as the form in the browser (zod), so both sides accept the same addresses.
_EMAIL = re.compile(
    r"(?!\.)(?!.*\.\.)[a-z0-9_'+\-.]*[a-z0-9_+-]@([a-z0-9][a-z0-9-]*\.)+[a-z][a-z0-9-]*[a-z0-9]",
    re.ASCII,
)


def fold_email(address: str) -> str:
    """The stored form: trimmed and lower case. Raises ValueError if it is not an address."""
    folded = address.strip().lower()
    if len(folded) > EMAIL_MAX or not _EMAIL.fullmatch(folded):
        raise ValueError("Invalid email address")
    return folded


Email = Annotated[str, Field(json_schema_extra={"format": "email"}), AfterValidator(fold_email)]
Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=2, max_length=100)]
Password = Annotated[str, StringConstraints(min_length=8, max_length=128)]
# A password or code that is only compared: too short is wrong, not invalid.
Given = Annotated[str, StringConstraints(max_length=128)]
Token = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Phone = Annotated[
    str, StringConstraints(strip_whitespace=True, max_length=32, pattern=r"^\+?[0-9 ()./-]{3,}$")
]
Locale = Annotated[
    str, StringConstraints(max_length=35, pattern=r"^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$")
]


def known_zone(name: str) -> str:
    """An IANA time zone. Raises ValueError for anything else."""
    if name not in available_timezones():
        raise ValueError("Unknown time zone")
    return name


TimeZone = Annotated[str, StringConstraints(max_length=64), AfterValidator(known_zone)]


class LoginIn(ApiIn):
    """The credentials for signing in."""

    sentences: ClassVar[dict[str, str]] = {
        "email": "Invalid email address",
        "password": "Password must be at least 8 characters",
    }

    email: Email
    password: Password


class RegisterIn(LoginIn):
    """A new account."""

    sentences: ClassVar[dict[str, str]] = {
        **LoginIn.sentences,
        "first_name": "First name must be at least 2 characters",
        "last_name": "Last name must be at least 2 characters",
    }

    first_name: Name
    last_name: Name


class ForgotIn(ApiIn):
    """The e-mail address of the account."""

    sentences: ClassVar[dict[str, str]] = {"email": "Invalid email address"}

    email: Email


class TokenIn(ApiIn):
    """The token from a link in an e-mail."""

    token: Token


class LinkIn(TokenIn):
    """A token from a link in an e-mail, and its purpose."""

    purpose: Literal["reset", "confirm"]


class ResetIn(TokenIn):
    """The token from the link and the new password."""

    sentences: ClassVar[dict[str, str]] = {"password": LoginIn.sentences["password"]}

    password: Password


class PasswordIn(ApiIn):
    """The current password; omitted for accounts without one."""

    password: Given | None = None


class ProofIn(PasswordIn):
    """Proof of identity.

    A code or a passkey when a second factor is on, otherwise the current password.
    """

    code: Annotated[str | None, StringConstraints(max_length=40)] = None
    passkey: PasskeyAnswerIn | None = None


class CodeIn(ApiIn):
    """A six-digit code from the authenticator app, or a recovery code where one is accepted."""

    sentences: ClassVar[dict[str, str]] = {"code": "Enter a code"}

    code: Annotated[str, StringConstraints(min_length=1, max_length=40)]


class NewPasswordIn(ApiIn):
    """The new password with proof of identity.

    The current password if the account has one, and a code or a passkey when a second factor is on.
    """

    sentences: ClassVar[dict[str, str]] = {"password": LoginIn.sentences["password"]}

    current_password: Given | None = None
    password: Password
    code: Annotated[str | None, StringConstraints(max_length=40)] = None
    passkey: PasskeyAnswerIn | None = None


class EmailIn(ProofIn):
    """The new e-mail address."""

    sentences: ClassVar[dict[str, str]] = {"email": "Invalid email address"}

    email: Email


class AccountIn(ApiIn):
    """Changes to the user's profile; omitted fields are unchanged."""

    sentences: ClassVar[dict[str, str]] = {
        "first_name": "First name must be at least 2 characters",
        "last_name": "Last name must be at least 2 characters",
        "phone": "Invalid phone number",
        "locale": "Unknown language",
        "time_zone": "Unknown time zone",
    }

    first_name: Name = ""
    last_name: Name = ""
    phone: Phone | None = None
    locale: Locale = ""
    time_zone: TimeZone = ""


class SecondFactorOut(ApiOut):
    """Whether a second factor is on, by authenticator app, passkeys or both.

    `recoveryCodesLeft` counts the unused recovery codes.
    """

    enabled: bool
    app: bool
    passkeys: int
    recovery_codes_left: int


class AccountOut(ApiOut):
    """The account of the signed-in user."""

    id: UUID
    first_name: str
    last_name: str
    email: str
    email_verified: bool
    pending_email: str | None
    phone: str | None
    locale: str
    time_zone: str
    has_password: bool
    google_available: bool
    google_email: str | None
    second_factor: SecondFactorOut
    created_at: datetime


class LoginOut(ApiOut):
    """A session of the user."""

    id: UUID
    device: str
    address: str
    current: bool
    last_seen_at: datetime
    created_at: datetime


class LoginsOut(ApiOut):
    """The user's sessions, the current one first."""

    data: list[LoginOut]


class SecondFactorSetupOut(ApiOut):
    """A new key for an authenticator app: as text, as a URI and as a QR code."""

    secret: str
    uri: str
    qr_svg: str


class RecoveryCodesOut(ApiOut):
    """Recovery codes; each works once, and they are not shown again."""

    codes: list[str]


class ConfirmedOut(ApiOut):
    """The confirmed e-mail address."""

    email: str


class LeaveOut(ApiOut):
    """The address the browser must open next."""

    address: str

"""What the calls about an account take and answer, with the specification's sentences."""

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
    """The stored form: trimmed and lower case; ValueError when it is no address."""
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
    """An IANA time zone; ValueError for anything else."""
    if name not in available_timezones():
        raise ValueError("Unknown time zone")
    return name


TimeZone = Annotated[str, StringConstraints(max_length=64), AfterValidator(known_zone)]


class LoginIn(ApiIn):
    """Credentials; the e-mail and password rules only."""

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
    """Whose password was forgotten."""

    sentences: ClassVar[dict[str, str]] = {"email": "Invalid email address"}

    email: Email


class TokenIn(ApiIn):
    """The secret of a link in a mail."""

    token: Token


class LinkIn(TokenIn):
    """A link in a mail, and what it is for."""

    purpose: Literal["reset", "confirm"]


class ResetIn(TokenIn):
    """A new password for the account the link belongs to."""

    sentences: ClassVar[dict[str, str]] = {"password": LoginIn.sentences["password"]}

    password: Password


class PasswordIn(ApiIn):
    """The current password; accounts without one leave it out."""

    password: Given | None = None


class ProofIn(PasswordIn):
    """That it is still them: a code or a passkey where a second factor is on, else the current
    password."""

    code: Annotated[str | None, StringConstraints(max_length=40)] = None
    passkey: PasskeyAnswerIn | None = None


class CodeIn(ApiIn):
    """Six digits of the authenticator app; a recovery code where one may stand in."""

    sentences: ClassVar[dict[str, str]] = {"code": "Enter a code"}

    code: Annotated[str, StringConstraints(min_length=1, max_length=40)]


class NewPasswordIn(ApiIn):
    """Another password, the current one if there is one, and a code or a passkey where a second
    factor is on."""

    sentences: ClassVar[dict[str, str]] = {"password": LoginIn.sentences["password"]}

    current_password: Given | None = None
    password: Password
    code: Annotated[str | None, StringConstraints(max_length=40)] = None
    passkey: PasskeyAnswerIn | None = None


class EmailIn(ProofIn):
    """Another address to sign in with."""

    sentences: ClassVar[dict[str, str]] = {"email": "Invalid email address"}

    email: Email


class AccountIn(ApiIn):
    """Changes to the person's own profile; what is left out stays."""

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
    """Whether a second factor is asked for: an authenticator app, passkeys or both.

    `recoveryCodesLeft` counts the codes that stand in for either.
    """

    enabled: bool
    app: bool
    passkeys: int
    recovery_codes_left: int


class AccountOut(ApiOut):
    """The signed-in person's account."""

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
    """One signed-in browser."""

    id: UUID
    device: str
    address: str
    current: bool
    last_seen_at: datetime
    created_at: datetime


class LoginsOut(ApiOut):
    """Where the person is signed in, the asking browser first."""

    data: list[LoginOut]


class SecondFactorSetupOut(ApiOut):
    """A new key: as text to type, as an address, and as a picture to scan."""

    secret: str
    uri: str
    qr_svg: str


class RecoveryCodesOut(ApiOut):
    """Codes that stand in for the app, once each; they are never shown again."""

    codes: list[str]


class ConfirmedOut(ApiOut):
    """The address that is confirmed now."""

    email: str


class LeaveOut(ApiOut):
    """Where the browser goes next."""

    address: str

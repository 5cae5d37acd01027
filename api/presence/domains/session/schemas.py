"""The signed-in user on the wire."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, ClassVar, Literal
from uuid import UUID

from pydantic import AfterValidator, ConfigDict, StringConstraints

from presence.domains.billing.schemas import PlanSummaryOut
from presence.domains.brands.naming import Blank
from presence.domains.identity.schemas import Name, ProofIn, TimeZone, fold_email
from presence.domains.onboarding.schemas import (
    BUSINESS_TYPE,
    LANGUAGE,
    NAME_SHORT,
    BusinessName,
    BusinessType,
    Language,
)
from presence.http.schemas import ApiIn, ApiOut


def _text(most: int, pattern: str | None = None) -> StringConstraints:
    return StringConstraints(strip_whitespace=True, max_length=most, pattern=pattern)


Phone = Annotated[Annotated[str, _text(32, r"^\+?[0-9 ()./-]{3,}$")] | None, Blank]
Contact = Annotated[Annotated[str, AfterValidator(fold_email)] | None, Blank]
Line = Annotated[Annotated[str, _text(200)] | None, Blank]


class SettingsIn(ApiIn):
    """The settings under Settings / General.

    All fields are optional; an empty text clears a field that may be empty.
    """

    sentences: ClassVar[dict[str, str]] = {
        "business_name": NAME_SHORT,
        "first_name": "First name must be at least 2 characters",
        "last_name": "Last name must be at least 2 characters",
        "email": "Invalid email address",
        "phone": "Invalid phone number",
        "business_type": BUSINESS_TYPE,
        "language": LANGUAGE,
        "time_zone": "Unknown time zone",
    }

    business_name: BusinessName = ""
    description: Annotated[Annotated[str, _text(5_000)] | None, Blank] = None
    first_name: Name = ""
    last_name: Name = ""
    phone: Phone = None
    email: Contact = None
    address1: Line = None
    address2: Line = None
    location: Line = None
    city: Line = None
    postal_code: Annotated[Annotated[str, _text(16)] | None, Blank] = None
    business_type: Annotated[BusinessType | None, Blank] = None
    language: Annotated[Language | None, Blank] = None
    time_zone: TimeZone = ""


class WorkspaceOut(ApiOut):
    """A workspace the user belongs to.

    `paused` while its plan has no seat for them, `example` if it shows a sample company.
    """

    id: UUID
    name: str
    role: Literal["owner", "admin", "editor", "viewer", "billing"]
    paused: bool
    example: bool


class UserOut(ApiOut):
    """The signed-in user with plan summary and workspaces."""

    id: UUID
    first_name: str
    last_name: str
    email: str
    email_verified: bool
    locale: str
    time_zone: str
    created_at: datetime
    plan: PlanSummaryOut | None
    workspaces: list[WorkspaceOut]
    current_workspace_id: UUID | None
    second_factor_due: bool


class DeletionOut(ApiOut):
    """When the account will be deleted."""

    deletion_at: datetime


class FactorRule(ApiIn):
    """Whether members need a second factor to access the workspace."""

    model_config = ConfigDict(serialize_by_alias=True)

    required: bool


class FactorRuleIn(ProofIn):
    """The second-factor rule.

    Turning it off requires proof of identity: a code or a passkey when the caller has a second
    factor, otherwise the current password.
    """

    required: bool


class PasswordRule(ApiIn):
    """Whether common passwords are refused when a password is changed or reset."""

    model_config = ConfigDict(serialize_by_alias=True)

    refuse_common: bool

"""Business info and the wizard's draft on the wire, with the specification's sentences.

Invariant: texts are trimmed before their length counts, and an empty optional text means none.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal
from uuid import UUID

from pydantic import Field, StringConstraints

from presence.domains.billing.schemas import PlanSummaryOut
from presence.domains.brands.naming import INVALID_URL, URL_MAX, Blank, Website
from presence.http.schemas import ApiIn, ApiOut

BusinessType = Literal["Technology", "Healthcare", "Real Estate", "Remodeling", "Other"]
Step = Literal["brand-name", "brand-description", "brand-info", "target-audience"]

NAME_SHORT = "Business name must be at least 2 characters"
DESCRIPTION_SHORT = "Please provide a detailed brand description (at least 10 characters)"
AUDIENCE_SHORT = "Please describe your target audience"
DOCUMENT_MISSING = "Please upload a DOCX file or choose a different option"
NOT_DOCX = "Please select a valid DOCX file."
LANGUAGE = "Language must be a language tag such as en or pt-BR"
BUSINESS_TYPE = "Business type must be Technology, Healthcare, Real Estate, Remodeling or Other"


def _text(least: int, most: int) -> StringConstraints:
    return StringConstraints(strip_whitespace=True, min_length=least, max_length=most)


BusinessName = Annotated[str, _text(2, 120)]
Description = Annotated[Annotated[str, _text(10, 5_000)] | None, Blank]
Audience = Annotated[Annotated[str, _text(5, 1_000)] | None, Blank]
Language = Annotated[
    str, StringConstraints(pattern=r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$", max_length=35)
]
Market = Annotated[str, StringConstraints(pattern=r"^[A-Za-z]{2}$", to_upper=True)]


class BusinessInfoIn(ApiIn):
    """The result of the setup wizard, or part of it while `wizardCompleted` is false."""

    sentences: ClassVar[dict[str, str]] = {
        "business_name": NAME_SHORT,
        "business_description": DESCRIPTION_SHORT,
        "website_url": INVALID_URL,
        "target_audience": AUDIENCE_SHORT,
        "business_type": BUSINESS_TYPE,
        "language": LANGUAGE,
    }

    business_name: BusinessName
    business_description: Description = None
    website_url: Website = None
    target_audience: Audience = None
    business_type: Annotated[BusinessType | None, Blank] = None
    location: Annotated[Annotated[str, _text(1, 200)] | None, Blank] = None
    language: Annotated[Language | None, Blank] = None
    wizard_completed: bool = False


class BusinessInfoOut(ApiOut):
    """The business, its primary brand and its plan; all null until something was saved."""

    business_name: str | None = None
    business_description: str | None = None
    description: str | None = None
    business_type: str | None = None
    language: str | None = None
    location: str | None = None
    website_url: str | None = None
    target_audience: str | None = None
    wizard_completed: bool = False
    first_name: str | None = None
    last_name: str | None = None
    phone: str | None = None
    email: str | None = None
    address1: str | None = None
    address2: str | None = None
    city: str | None = None
    postal_code: str | None = None
    primary_brand_id: UUID | None = None
    plan: PlanSummaryOut | None = None
    source: Literal["website", "document", "description"] | None = None
    time_zone: str | None = None


class DraftIn(ApiIn):
    """A draft of the setup wizard; every field is optional and may be incomplete."""

    step: Step | None = None
    business_name: Annotated[str | None, Field(max_length=120)] = None
    business_description: Annotated[str | None, Field(max_length=5_000)] = None
    source: Literal["website", "document", "skip"] | None = None
    website_url: Annotated[str | None, Field(max_length=URL_MAX)] = None
    target_audience: Annotated[str | None, Field(max_length=1_000)] = None
    aliases: Annotated[list[Annotated[str, _text(1, 120)]] | None, Field(max_length=20)] = None
    market: Annotated[Market | None, Blank] = None
    language: Annotated[Language | None, Blank] = None
    time_zone: Annotated[str | None, Field(max_length=64)] = None


class DraftOut(ApiOut):
    """The saved draft; all fields are null or empty without one."""

    step: Step | None = None
    business_name: str | None = None
    business_description: str | None = None
    source: Literal["website", "document", "skip"] | None = None
    website_url: str | None = None
    target_audience: str | None = None
    aliases: tuple[str, ...] = ()
    market: str | None = None
    language: str | None = None
    time_zone: str | None = None


class ExampleOut(ApiOut):
    """The example, which is now the current workspace in this browser."""

    workspace_id: UUID

"""How reports look, on the wire."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import Field, StringConstraints

from presence.http.schemas import ApiIn, ApiOut

# Far above what is kept, so that a file that is too large is refused by its size in a sentence.
MAX_LOGO_TEXT = 3_000_000
Colour = Annotated[str, StringConstraints(to_lower=True, pattern=r"^(#[0-9a-fA-F]{6})?$")]
Logo = Annotated[str, StringConstraints(max_length=MAX_LOGO_TEXT)]


class ReportBrandingIn(ApiIn):
    """The name, color and logo for reports.

    An empty name or color and a null logo restore the product's default. `logo` is a data URL of a
    PNG or JPEG image.
    """

    sentences: ClassVar[dict[str, str]] = {
        "name": "The name can have at most 80 characters",
        "colour": "Give the colour as # and six digits, like #1f5f8b",
        "logo": "The logo is larger than 200 kB. Choose a smaller file.",
    }

    name: Annotated[str, StringConstraints(strip_whitespace=True, max_length=80)] = ""
    colour: Colour = ""
    logo: Logo | None = Field(None, json_schema_extra={"format": "data-url"})


class ReportBrandingOut(ApiOut):
    """The branding of reports; `active` says whether the plan includes it."""

    name: str
    colour: str
    logo: str | None
    active: bool

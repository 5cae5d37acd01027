"""What register and login take, with the specification's sentences."""

from __future__ import annotations

import re
from typing import Annotated, ClassVar

from pydantic import AfterValidator, Field, StringConstraints

from presence.http.schemas import ApiIn

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

"""The interface of identity to other slices: accounts, sign-in, sign-out, profiles, e-mails."""

from __future__ import annotations

from presence.domains.identity.queries import (
    LOCKED,
    find_user,
    is_impersonated,
    locked_workspaces,
    session_ends_at,
    session_stands,
)
from presence.domains.identity.service import deletion
from presence.domains.identity.service.accounts import Accounts
from presence.domains.identity.service.data_export import exported_account
from presence.domains.identity.service.dependencies import Client
from presence.domains.identity.service.google import GoogleProvider, GoogleRefused, google_address
from presence.domains.identity.service.one_time_tokens import (
    AddressChange,
    EmailToken,
    change_of,
    email_token,
)
from presence.domains.identity.service.passkeys import passkey_name
from presence.domains.identity.service.profiles import (
    Profile,
    greeting_of,
    profile_of,
    title_of,
    update_profile,
)
from presence.domains.identity.service.signing_in import Challenge, Issued
from presence.domains.identity.service.tokens import new_token, token_hash

__all__ = [
    "LOCKED",
    "Accounts",
    "AddressChange",
    "Challenge",
    "Client",
    "EmailToken",
    "GoogleProvider",
    "GoogleRefused",
    "Issued",
    "Profile",
    "change_of",
    "deletion",
    "email_token",
    "exported_account",
    "find_user",
    "google_address",
    "greeting_of",
    "is_impersonated",
    "locked_workspaces",
    "new_token",
    "passkey_name",
    "profile_of",
    "session_ends_at",
    "session_stands",
    "title_of",
    "token_hash",
    "update_profile",
]

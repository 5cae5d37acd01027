"""What identity does for other slices: accounts, log-in, log-out, profiles."""

from __future__ import annotations

from presence.domains.identity.queries import find_user, session_stands
from presence.domains.identity.service.accounts import Accounts, Client, Issued
from presence.domains.identity.service.profiles import Profile, profile_of, update_profile
from presence.domains.identity.service.tokens import token_hash

__all__ = [
    "Accounts",
    "Client",
    "Issued",
    "Profile",
    "find_user",
    "profile_of",
    "session_stands",
    "token_hash",
    "update_profile",
]

"""What the provider knows and signs: accounts, codes, keys.

Invariant: without a fault it is as strict as the real one: a code is good once, for the client,
redirect address and PKCE verifier it was asked with, and tokens are RS256.
"""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa

CODE_LIFETIME_S = 60
TOKEN_LIFETIME_S = 3_600


@dataclass(frozen=True)
class Account:
    """Somebody at Google; `hosted` is their Google Workspace, the address's own unless given.

    `methods` is what the token says they were asked for; Google says nothing.
    """

    subject: str
    email: str
    email_verified: bool = True
    given_name: str = "Ada"
    family_name: str = "Example"
    hosted: str | None = None
    methods: tuple[str, ...] = ()

    @property
    def hosted_domain(self) -> str:
        """What the token names in `hd`; empty for a private account."""
        domain = self.email.rpartition("@")[2]
        return ("" if domain == "gmail.com" else domain) if self.hosted is None else self.hosted


PEOPLE = (
    Account("110000000000000000001", "ada.google@example.com"),
    Account("110000000000000000002", "ben.google@example.com", given_name="Ben"),
    Account("110000000000000000003", "new.google@example.com", email_verified=False),
)


@dataclass(frozen=True)
class Asked:
    """What an authorization request asked for."""

    client_id: str
    redirect_uri: str
    nonce: str
    challenge: str
    account: Account
    at: float = field(default_factory=time.monotonic)


Fault = Callable[["Provider", dict[str, Any], dict[str, Any]], str | None]
"""Changes header and claims in place, or answers the whole token instead."""


class Provider:
    """One provider with one client. `fault` alters the next tokens, `down` fails every call."""

    def __init__(
        self,
        client_id: str = "presence",
        client_secret: str = "standin-secret",  # noqa: S107 - the stand-in's own
    ) -> None:
        self.client_id, self.client_secret = client_id, client_secret
        self.url = ""
        self.people: list[Account] = list(PEOPLE)
        self.fault: Fault | None = None
        self.down = False
        self.tokens_made = 0
        self._codes: dict[str, Asked] = {}
        self.key = _new_key()
        self.kid = secrets.token_hex(8)

    @property
    def discovery(self) -> dict[str, Any]:
        """The published configuration."""
        return {
            "issuer": self.url,
            "authorization_endpoint": f"{self.url}/o/oauth2/v2/auth",
            "token_endpoint": f"{self.url}/token",
            "jwks_uri": f"{self.url}/oauth2/v3/certs",
            "response_types_supported": ["code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256"],
            "scopes_supported": ["openid", "email", "profile"],
            "code_challenge_methods_supported": ["S256"],
        }

    @property
    def jwks(self) -> dict[str, Any]:
        """The published key."""
        public = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(self.key.public_key()))
        return {"keys": [{**public, "kid": self.kid, "use": "sig", "alg": "RS256"}]}

    def rotate(self) -> None:
        """Sign with a new key from now on."""
        self.key, self.kid = _new_key(), secrets.token_hex(8)

    def add(self, account: Account) -> Account:
        """Somebody more who can sign in."""
        self.people = [p for p in self.people if p.subject != account.subject] + [account]
        return account

    def change(self, subject: str, **changes: Any) -> None:
        """Change somebody's account."""
        self.people = [replace(p, **changes) if p.subject == subject else p for p in self.people]

    def code_for(self, query: dict[str, str], account: Account) -> str:
        """A code for an authorization request that `account` agreed to."""
        code = secrets.token_urlsafe(24)
        self._codes[code] = Asked(
            client_id=query["client_id"],
            redirect_uri=query["redirect_uri"],
            nonce=query.get("nonce", ""),
            challenge=query.get("code_challenge", ""),
            account=account,
        )
        return code

    def redeem(self, form: dict[str, str]) -> dict[str, Any] | str:
        """The token answer, or the error code of RFC 6749."""
        if (form.get("client_id"), form.get("client_secret")) != (
            self.client_id,
            self.client_secret,
        ):
            return "invalid_client"
        asked = self._codes.pop(form.get("code", ""), None)
        verifier = form.get("code_verifier", "")
        digest = hashlib.sha256(verifier.encode()).digest()
        proven = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
        if (
            asked is None
            or asked.at < time.monotonic() - CODE_LIFETIME_S
            or asked.redirect_uri != form.get("redirect_uri")
            or asked.challenge != proven
        ):
            return "invalid_grant"
        self.tokens_made += 1
        return {
            "access_token": secrets.token_urlsafe(),
            "expires_in": TOKEN_LIFETIME_S,
            "scope": "openid email profile",
            "token_type": "Bearer",
            "id_token": self._id_token(asked),
        }

    def sign(self, claims: dict[str, Any], header: dict[str, Any], key: Any = None) -> str:
        """A token of any content, signed RS256 with our key unless told otherwise."""
        return jwt.encode(claims, key or self.key, algorithm="RS256", headers=header)

    def _id_token(self, asked: Asked) -> str:
        now = int(time.time())
        who = asked.account
        claims: dict[str, Any] = {
            "iss": self.url,
            "azp": asked.client_id,
            "aud": asked.client_id,
            "sub": who.subject,
            "email": who.email,
            "email_verified": who.email_verified,
            "nonce": asked.nonce,
            "name": f"{who.given_name} {who.family_name}",
            "given_name": who.given_name,
            "family_name": who.family_name,
            "iat": now,
            "exp": now + TOKEN_LIFETIME_S,
        }
        if who.hosted_domain:
            claims["hd"] = who.hosted_domain
        if who.methods:
            claims["amr"] = list(who.methods)
        header: dict[str, Any] = {"kid": self.kid}
        if self.fault is not None:
            whole = self.fault(self, header, claims)
            if whole is not None:
                return whole
        return self.sign(claims, header)


def _new_key() -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(public_exponent=65_537, key_size=2_048)

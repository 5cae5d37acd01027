"""Google as an OpenID provider: authorization code with PKCE, and ID tokens checked in full.

Invariant: an account is answered only for a token that this client asked for: signed with RS256 by
a current key of the issuer, for our client id, unexpired, and with the nonce of this very flow.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import time
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode, urlsplit

import httpx2
import jwt

from presence.adapters.provider_calls import NoAnswer, ProviderCalls, origin_of
from presence.core.settings import GoogleSettings, OutboundSettings, Settings

CALLBACK = "/auth/google/callback"
_KEPT_S = 3_600.0
_LEEWAY_S = 60
_NEEDED = ("iss", "sub", "aud", "exp", "iat", "nonce")
_SUBJECT_MAX = 255
_GMAIL = "gmail.com"


class GoogleTrouble(Exception):
    """No account: Google did not answer, or what it answered does not hold."""


@dataclass(frozen=True, slots=True)
class GoogleAccount:
    """Who signed in there. `subject` never changes; the e-mail may.

    `hosted_domain` is the Google Workspace that manages the account, empty for a private one;
    `methods` is what a provider says it asked for (RFC 8176), which Google does not say.
    """

    subject: str
    email: str
    email_verified: bool
    given_name: str
    family_name: str
    hosted_domain: str = ""
    methods: tuple[str, ...] = ()

    @property
    def two_factors(self) -> bool:
        """Whether the provider says that it asked for more than one factor."""
        return "mfa" in self.methods

    @property
    def authoritative(self) -> bool:
        """Whether Google itself gives this e-mail address to this account, now.

        For any other address Google only remembers that it was confirmed once: who left a company
        keeps a Google account under its address.
        """
        domain = self.email.lower().rpartition("@")[2]
        hosted = self.hosted_domain.lower()
        return self.email_verified and (domain == _GMAIL or (bool(hosted) and hosted == domain))


class Google:
    """One OAuth client; discovery and keys are kept for an hour."""

    def __init__(
        self, settings: GoogleSettings, redirect_uri: str, outbound: OutboundSettings
    ) -> None:
        self._settings = settings
        self._redirect_uri = redirect_uri
        self._calls = ProviderCalls(settings.issuer, settings.timeout_s, outbound)
        self._discovered: tuple[float, dict[str, Any]] | None = None
        self._keys: tuple[float, dict[str, jwt.PyJWK]] | None = None
        self._lock = asyncio.Lock()

    async def aclose(self) -> None:
        """Close the connections."""
        await self._calls.aclose()

    async def address(self, state: str, nonce: str, verifier: str) -> str:
        """Where to send the browser. Raises GoogleTrouble."""
        discovered = await self._discovery()
        digest = hashlib.sha256(verifier.encode()).digest()
        query = {
            "client_id": self._settings.client_id,
            "redirect_uri": self._redirect_uri,
            "response_type": "code",
            "scope": "openid email profile",
            "state": state,
            "nonce": nonce,
            "code_challenge": base64.urlsafe_b64encode(digest).rstrip(b"=").decode(),
            "code_challenge_method": "S256",
            "prompt": "select_account",
        }
        return f"{discovered['authorization_endpoint']}?{urlencode(query)}"

    async def account(self, code: str, nonce: str, verifier: str) -> GoogleAccount:
        """Whose account a code of the callback is. Raises GoogleTrouble."""
        discovered = await self._discovery()
        answer = await self._fetch(
            "POST",
            discovered["token_endpoint"],
            {
                "grant_type": "authorization_code",
                "code": code,
                "redirect_uri": self._redirect_uri,
                "client_id": self._settings.client_id,
                "client_secret": self._settings.client_secret.get_secret_value(),
                "code_verifier": verifier,
            },
        )
        token = answer.get("id_token")
        if not isinstance(token, str):
            raise GoogleTrouble("The token answer carries no ID token.")
        return _account(await self._verified(token, nonce))

    async def _verified(self, token: str, nonce: str) -> dict[str, Any]:
        try:
            header = jwt.get_unverified_header(token)
            key = await self._key(str(header.get("kid", "")))
            claims: dict[str, Any] = jwt.decode(
                token,
                key.key,
                algorithms=["RS256"],
                audience=self._settings.client_id,
                issuer=self._issuers(),
                leeway=_LEEWAY_S,
                options={"require": list(_NEEDED), "strict_aud": True},
            )
        except jwt.PyJWTError as error:
            raise GoogleTrouble(f"The ID token does not hold: {type(error).__name__}.") from error
        if claims["nonce"] != nonce:  # guard: google.nonce
            raise GoogleTrouble("The ID token answers another request.")
        if (
            claims.get("azp", self._settings.client_id) != self._settings.client_id
        ):  # guard: google.azp
            raise GoogleTrouble("The ID token was made for another client.")
        return claims

    def _issuers(self) -> list[str]:
        """Google signs with and without the scheme; nobody else may leave it out."""
        issuer = self._settings.issuer.rstrip("/")
        short = urlsplit(issuer).netloc
        return [issuer, short] if short == "accounts.google.com" else [issuer]

    async def _key(self, kid: str) -> jwt.PyJWK:
        keys = await self._current_keys(kid)
        if kid not in keys:
            raise GoogleTrouble("The ID token is signed with a key the issuer does not publish.")
        return keys[kid]

    async def _current_keys(self, kid: str) -> dict[str, jwt.PyJWK]:
        """Published keys. An id that is not among them has them read again: it came from the
        token endpoint itself, so nobody else can make us ask.
        """
        async with self._lock:
            if self._keys is not None:
                read_at, keys = self._keys
                if kid in keys and time.monotonic() - read_at < _KEPT_S:
                    return keys
            answer = await self._fetch("GET", (await self._discovery())["jwks_uri"])
            keys = {}
            for item in answer.get("keys", ()):
                if item.get("kty") == "RSA" and item.get("use", "sig") == "sig":
                    try:
                        keys[str(item.get("kid", ""))] = jwt.PyJWK(item, algorithm="RS256")
                    except jwt.PyJWTError:
                        continue  # a key of a kind we do not know does not spoil the others
            self._keys = (time.monotonic(), keys)
            return keys

    async def _discovery(self) -> dict[str, Any]:
        if self._discovered is not None and time.monotonic() - self._discovered[0] < _KEPT_S:
            return self._discovered[1]
        issuer = self._settings.issuer.rstrip("/")
        answer = await self._fetch("GET", f"{issuer}/.well-known/openid-configuration")
        if str(answer.get("issuer", "")).rstrip("/") != issuer:  # guard: google.metadata-issuer
            raise GoogleTrouble("The provider names another issuer.")
        for name in ("authorization_endpoint", "token_endpoint", "jwks_uri"):
            named = origin_of(str(answer.get(name, "")))
            if named is None or named[0] != urlsplit(issuer).scheme:
                raise GoogleTrouble(f"The provider names no usable {name}.")
        self._discovered = (time.monotonic(), answer)
        return answer

    async def _fetch(
        self, method: str, url: str, form: dict[str, str] | None = None
    ) -> dict[str, Any]:
        """A JSON object of a 200. Raises GoogleTrouble."""
        try:
            status, body = await self._calls.ask(method, url, form)
            if status != httpx2.codes.OK:
                raise GoogleTrouble(f"{url} answered {status}.")
            answer = json.loads(body)
        except (NoAnswer, ValueError) as error:
            raise GoogleTrouble(f"{url} does not answer: {error}.") from error
        if not isinstance(answer, dict):
            raise GoogleTrouble(f"{url} does not answer an object.")
        return answer


def _account(claims: dict[str, Any]) -> GoogleAccount:
    subject, email = claims["sub"], claims.get("email")
    if not isinstance(subject, str) or not 0 < len(subject) <= _SUBJECT_MAX:
        raise GoogleTrouble("The ID token names no account.")
    if not isinstance(email, str):
        raise GoogleTrouble("The ID token carries no e-mail.")
    return GoogleAccount(
        subject=subject,
        email=email,
        email_verified=claims.get("email_verified") is True,
        given_name=_text(claims.get("given_name")),
        family_name=_text(claims.get("family_name")),
        hosted_domain=_text(claims.get("hd")),
        methods=_methods(claims.get("amr")),
    )


def _methods(value: object) -> tuple[str, ...]:
    return tuple(map(_text, value)) if isinstance(value, list) else ()


def _text(value: object) -> str:
    return value.replace("\x00", "") if isinstance(value, str) else ""


def google_of(settings: Settings) -> Google | None:
    """The configured client; None when people cannot sign in with Google here."""
    if not settings.google.configured:
        return None
    return Google(settings.google, f"{settings.http.origin}{CALLBACK}", settings.outbound)

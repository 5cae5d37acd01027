"""Configurations with which a product that serves customers must not be started.

Invariant: each refusal names the variable and says what to set instead; development is never
refused. `PRESENCE_OUTBOUND__ALLOW_PRIVATE` acknowledges servers in one's own network: it opens no
network by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import ip_address
from urllib.parse import urlsplit

from presence.core.secrets import require_secrets
from presence.core.settings import Settings

_MOST_PROXIES = 8
_WIDEST = {4: 8, 6: 7}  # the largest networks that are anybody's own: 10.0.0.0/8 and fc00::/7
_FEWEST_DIFFERENT_BYTES = 12  # of 32 random ones all but never so few differ
_MEANT = "if that is meant, set PRESENCE_OUTBOUND__ALLOW_PRIVATE=true"


def problems_of(settings: Settings) -> list[str]:
    """Why these settings are refused in production, a sentence each; none in development."""
    if settings.environment != "production":
        return []
    return [
        *_addresses(settings),
        *_networks(settings),
        *_providers(settings),
        *_mail(settings),
        *_keys(settings),
    ]


def _addresses(settings: Settings) -> Iterator[str]:
    http = settings.http
    if not http.public_url.startswith("https://"):  # guard: production.public-url
        yield (
            "PRESENCE_HTTP__PUBLIC_URL must be an https:// address in production: without it "
            "cookies and passwords travel in the clear."
        )
    console = settings.console.public_url
    if console and not console.startswith("https://"):  # guard: production.console-url
        yield "PRESENCE_CONSOLE__PUBLIC_URL must be an https:// address in production."
    for origin in http.allowed_origins:
        if not origin.startswith("https://") or "*" in origin:  # guard: production.origins
            yield (
                f"PRESENCE_HTTP__ALLOWED_ORIGINS names {origin}: in production each is one "
                "https:// address."
            )
    if http.trusted_proxies > _MOST_PROXIES:  # guard: production.proxies
        yield (
            "PRESENCE_HTTP__TRUSTED_PROXIES counts the proxies in front of the product, usually "
            f"1; {http.trusted_proxies} would let callers choose their own address."
        )
    if any("*" in host for host in http.hosts):  # guard: production.hosts
        yield "PRESENCE_HTTP__HOSTS names single hosts; a * would let any page point at us."


def _networks(settings: Settings) -> Iterator[str]:
    if settings.outbound.example_site:  # guard: production.example
        yield ("PRESENCE_OUTBOUND__EXAMPLE_SITE is for trying the product: unset it in production.")
    for network in settings.outbound.allowed_networks:
        widest = _WIDEST[network.version]
        if network.prefixlen < widest:  # guard: production.every-network
            yield (
                f"PRESENCE_OUTBOUND__ALLOWED_NETWORKS must not be {network}: it would let "
                "customers reach every server of your network through the crawler. Name single "
                f"networks, of /{widest} at most."
            )
        elif not settings.outbound.allow_private:  # guard: production.networks
            yield (
                f"PRESENCE_OUTBOUND__ALLOWED_NETWORKS opens {network} to addresses that customers "
                f"type; {_MEANT}."
            )


def _providers(settings: Settings) -> Iterator[str]:
    engines = settings.engines
    named = {
        **{
            f"ENGINES__{name.upper()}__BASE_URL": getattr(engines, name).base_url
            for name in ("chatgpt", "perplexity", "gemini", "claude", "compatible")
        },
        "STRIPE__BASE_URL": settings.stripe.base_url,
        "GOOGLE__ISSUER": settings.google.issuer,
        "CONSOLE__OIDC__ISSUER": settings.console.oidc.issuer,
    }
    for name, address in named.items():
        if address and not settings.outbound.allow_private and _is_near(address):
            yield (  # keys are sent there
                f"PRESENCE_{name} is {address}: in production it must be a public https:// "
                f"address, because keys are sent there; {_MEANT}."
            )


def _mail(settings: Settings) -> Iterator[str]:
    mail, meant = settings.mail, settings.outbound.allow_private
    in_the_clear = mail.security == "none" and not is_loopback(mail.host)
    if mail.host and in_the_clear and not meant:  # guard: production.mail
        yield (
            "PRESENCE_MAIL__SECURITY=none sends mails and their links in the clear: set "
            f"starttls or tls; {_MEANT}."
        )


def _keys(settings: Settings) -> Iterator[str]:
    for key in require_secrets(settings):
        if len(set(key)) < _FEWEST_DIFFERENT_BYTES:  # guard: production.weak-key
            yield (
                "PRESENCE_SECRETS__KEY holds a key that is not random: make one with "
                "openssl rand -base64 32."
            )


def _is_near(address: str) -> bool:
    """Whether it is plain http, or a host of this machine or network by its number or name."""
    parts = urlsplit(address)
    host = parts.hostname or ""
    if parts.scheme != "https" or is_loopback(host) or "." not in host.strip("."):
        return True
    try:
        return not ip_address(host).is_global
    except ValueError:
        return host.endswith((".local", ".internal", ".localhost", ".svc"))


def is_loopback(host: str) -> bool:
    """Whether a host, by its number or name, is this machine."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost" or host.lower().endswith(".localhost")

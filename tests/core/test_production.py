"""A product for customers does not start with what is only good for a trial."""

from __future__ import annotations

import base64
import os
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from presence.core.production import problems_of
from presence.core.settings import Settings
from presence.entrypoints.cli import app
from presence.entrypoints.commands.environment import serving_settings

KEY = base64.b64encode(bytes(range(32))).decode()
GOOD = {
    "environment": "production",
    "http": {"public_url": "https://app.example.com", "trusted_proxies": 1},
    "secrets": {"key": KEY},
}


def settings_with(changes: dict[str, object]) -> Settings:
    """Good settings of production with one group replaced or added to."""
    merged: dict[str, object] = dict(GOOD)
    for group, values in changes.items():
        before = merged.get(group)
        both = isinstance(before, dict) and isinstance(values, dict)
        merged[group] = {**before, **values} if both else values  # type: ignore[dict-item]
    return Settings.model_validate(merged)


REFUSED: dict[str, tuple[dict[str, object], str]] = {
    "plain public address": (
        {"http": {"public_url": "http://app.example.com"}},
        "HTTP__PUBLIC_URL",
    ),
    "no public address": ({"http": {"public_url": ""}}, "HTTP__PUBLIC_URL"),
    "plain console": ({"console": {"public_url": "http://c.example.com"}}, "CONSOLE__PUBLIC_URL"),
    "plain origin": ({"http": {"allowed_origins": "http://a.example"}}, "ALLOWED_ORIGINS"),
    "any origin": ({"http": {"allowed_origins": "https://*.example"}}, "ALLOWED_ORIGINS"),
    "any host": ({"http": {"hosts": "*"}}, "HTTP__HOSTS"),
    "all proxies": ({"http": {"trusted_proxies": 99}}, "TRUSTED_PROXIES"),
    "every network": (
        {"outbound": {"allowed_networks": "0.0.0.0/0", "allow_private": True}},
        "ALLOWED_NETWORKS",
    ),
    "every network of IPv6": (
        {"outbound": {"allowed_networks": "::/0", "allow_private": True}},
        "ALLOWED_NETWORKS",
    ),
    "half of every network": (
        {"outbound": {"allowed_networks": "0.0.0.0/1,128.0.0.0/8", "allow_private": True}},
        "ALLOWED_NETWORKS",
    ),
    "every public network of IPv6": (
        {"outbound": {"allowed_networks": "2000::/3", "allow_private": True}},
        "ALLOWED_NETWORKS",
    ),
    "example": ({"outbound": {"example_site": "http://127.0.0.1:8002/"}}, "EXAMPLE_SITE"),
    "own network": ({"outbound": {"allowed_networks": "10.0.0.0/8"}}, "ALLOWED_NETWORKS"),
    "engine here": (
        {"engines": {"chatgpt": {"base_url": "https://127.0.0.1:9100/v1"}}},
        "ENGINES__CHATGPT__BASE_URL",
    ),
    "engine without TLS": (
        {"engines": {"compatible": {"base_url": "http://llm.example.com"}}},
        "ENGINES__COMPATIBLE__BASE_URL",
    ),
    "engine of the metadata service": (
        {"engines": {"claude": {"base_url": "https://169.254.169.254"}}},
        "ENGINES__CLAUDE__BASE_URL",
    ),
    "engine of the house": (
        {"engines": {"gemini": {"base_url": "https://llm.ai.svc/v1"}}},
        "ENGINES__GEMINI__BASE_URL",
    ),
    "engine by its first name": (
        {"engines": {"perplexity": {"base_url": "https://llm/v1"}}},
        "ENGINES__PERPLEXITY__BASE_URL",
    ),
    "staff's provider in the clear": (
        {"console": {"oidc": {"issuer": "http://id.example.com"}}},
        "CONSOLE__OIDC__ISSUER",
    ),
    "stripe's stand-in": ({"stripe": {"base_url": "http://localhost:9200"}}, "STRIPE__BASE_URL"),
    "google's stand-in": ({"google": {"issuer": "http://localhost:9300"}}, "GOOGLE__ISSUER"),
    "mail in the clear": (
        {"mail": {"host": "mail.example.com", "security": "none"}},
        "MAIL__SECURITY",
    ),
    "key of zeros": (
        {"secrets": {"key": base64.b64encode(bytes(32)).decode()}},
        "SECRETS__KEY",
    ),
}


@pytest.mark.parametrize("name", sorted(REFUSED))
def test_production_refuses_with_a_sentence_that_names_the_variable(name: str) -> None:
    changes, variable = REFUSED[name]
    (problem,) = problems_of(settings_with(changes))
    assert variable in problem
    assert problem.endswith(".")
    assert problems_of(settings_with({**changes, "environment": "development"})) == []


@pytest.mark.parametrize("command", ["api", "operator", "worker", "serve"])
def test_no_process_starts_with_what_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PRESENCE_ENVIRONMENT", "production")
    monkeypatch.setenv("PRESENCE_SECRETS__KEY", KEY)
    monkeypatch.setenv("PRESENCE_HTTP__PUBLIC_URL", "http://app.example.com")
    done = CliRunner().invoke(app, [command])
    assert done.exit_code == 1
    assert done.stderr.startswith("presence: PRESENCE_HTTP__PUBLIC_URL must be an https:// address")
    assert done.stderr.count("\n") == 1


def test_what_is_refused_never_becomes_the_settings_of_a_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each of those four begins with it: asked alone, it says so without starting anything."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PRESENCE_ENVIRONMENT", "production")
    monkeypatch.setenv("PRESENCE_SECRETS__KEY", KEY)
    monkeypatch.setenv("PRESENCE_HTTP__PUBLIC_URL", "http://app.example.com")
    with pytest.raises(typer.Exit):
        serving_settings()
    assert "PRESENCE_HTTP__PUBLIC_URL must be an https://" in capsys.readouterr().err


def test_ordinary_settings_of_production_pass_with_random_keys() -> None:
    assert problems_of(settings_with({})) == []
    for _ in range(200):
        key = base64.b64encode(os.urandom(32)).decode()
        assert problems_of(settings_with({"secrets": {"key": key}})) == []


def test_servers_of_ones_own_network_are_taken_when_that_is_acknowledged() -> None:
    inside: dict[str, object] = {
        "outbound": {"allowed_networks": "10.0.0.0/8,fc00::/7", "allow_private": True},
        "engines": {"compatible": {"base_url": "http://llm.ai.svc:8000/v1"}},
        "stripe": {"base_url": "http://stripe.around.svc:9200"},
        "mail": {"host": "mail.around.svc", "security": "none"},
    }
    assert problems_of(settings_with(inside)) == []

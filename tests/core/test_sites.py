"""Hosts below one registrable domain are one site, however they are written."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from presence.core.sites import site_of


@pytest.mark.parametrize(
    ("host", "site"),
    [
        ("harrow.example", "harrow.example"),
        ("www.harrow.example", "harrow.example"),
        ("a1.deep.down.harrow.example", "harrow.example"),
        ("a1.harrow.com", "harrow.com"),
        ("shop.harrow.co.uk", "harrow.co.uk"),
        ("HARROW.Example", "harrow.example"),
        ("a.harrow.example.", "harrow.example"),
        ("laden.bäcker.de", "xn--bcker-gra.de"),
        ("xn--bcker-gra.de", "xn--bcker-gra.de"),
        ("a。bäcker。de", "xn--bcker-gra.de"),
        ("a.xn--e1afmkfd.xn--p1ai", "xn--e1afmkfd.xn--p1ai"),
    ],
)
def test_hosts_below_one_registrable_domain_are_one_site(host: str, site: str) -> None:
    assert site_of(host) == site


@pytest.mark.parametrize("suffix", ["github.io", "myshopify.com", "blogspot.com"])
def test_what_lies_below_a_suffix_let_to_strangers_is_a_site_of_each(suffix: str) -> None:
    assert site_of(f"harrow.{suffix}") == f"harrow.{suffix}"
    assert site_of(f"a1.harrow.{suffix}") == f"harrow.{suffix}"
    assert site_of(suffix) == suffix


@pytest.mark.parametrize("host", ["203.0.113.7", "2001:db8::7", "localhost", "intranet", "co.uk"])
def test_an_address_and_a_bare_host_are_their_own_site(host: str) -> None:
    assert site_of(host) == host


def test_an_address_of_six_that_holds_one_of_four_is_that_one() -> None:
    assert site_of("::ffff:203.0.113.7") == "203.0.113.7"
    assert site_of("2001:DB8:0:0::7") == "2001:db8::7"


def test_the_list_is_neither_fetched_nor_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("the network was asked")

    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    monkeypatch.setenv("TLDEXTRACT_CACHE", str(tmp_path / "cache"))
    site_of("a1.harrow.example")
    assert not (tmp_path / "cache").exists()

"""A mistyped link is reported as what it was meant to be, not as a missing page."""

from __future__ import annotations

import pytest

from presence.analysis.types import Finding
from tests.analysis.sites import BASE, audited, good_site, page, site_with


def dead_link(href: str) -> Finding:
    report = audited(site_with({"/tables": page("dining", "/tables", links=("/", "/care", href))}))
    (finding,) = [found for found in report.findings if found.code == "broken-link"]
    return finding


@pytest.mark.parametrize(
    ("href", "issue", "fix"),
    [
        ("hello@acme.example", "lacks “mailto:”: hello@acme.example",
         'href="mailto:hello@acme.example"'),
        ("+44 (113) 555-0192", "lacks “tel:”", 'href="tel:+441135550192"'),
        ("www.oak.example/care", "lacks “https://”: www.oak.example/care",
         'href="https://www.oak.example/care"'),
        ("@acmetables", "social profile lacks its website: @acmetables", "https://"),
        ("PASTE_PROFILE_URL_HERE", "holds a placeholder: PASTE_PROFILE_URL_HERE", "real address"),
        ("{{profile}}", "holds a placeholder: {{profile}}", "real address"),
        ("your-page-link", "holds a placeholder: your-page-link", "real address"),
    ],
)  # fmt: skip
def test_a_slip_is_named_with_what_to_write(href: str, issue: str, fix: str) -> None:
    found = dead_link(href)
    assert issue in found.issue
    assert fix in found.fix


@pytest.mark.parametrize("href", ["/gone", "/team/anna", "/2019", "/change-of-address", "/ADDRESS"])
def test_a_page_that_is_gone_stays_a_missing_address(href: str) -> None:
    assert f"missing address: {BASE}{href}" in dead_link(href).issue


def test_one_page_at_two_addresses_is_not_told_to_have_two_titles() -> None:
    links = ("/", "/tables", "/care", "/index.html")
    twin = page("oak", "/", links=links, head="<!-- no canonical address -->")
    report = audited({**good_site(), f"{BASE}/": twin, f"{BASE}/index.html": twin})
    (title,) = [found for found in report.findings if found.code == "title-duplicate"]
    assert title.issue == "The same page at 2 addresses"
    assert "canonical" in title.fix

"""A downloaded file is called by the product's words, whatever a customer called a brand."""

from __future__ import annotations

import pytest

from presence.domains.outputs.service.reports.naming import download_name


@pytest.mark.parametrize(
    ("stored", "shown"),
    [
        ("ai-visibility-report-2026-11-21.pdf", "ai-visibility-report-2026-11-21.pdf"),
        ("content-gaps-2026-11-21-018f2c3a.csv", "content-gaps-2026-11-21-018f2c3a.csv"),
        ("räder-ai-visibility-2026-11-21.pdf", "presence-file.pdf"),
        ("acme\u202efdp.exe", "presence-file.exe"),
        ('a"; filename="evil.exe', "presence-file.exe"),
        ("a\r\nset-cookie: x=1.csv", "presence-file.csv"),
        ("../../etc/passwd", "presence-file"),
        ("", "presence-file"),
    ],
)  # fmt: skip
def test_only_our_own_names_reach_the_header(stored: str, shown: str) -> None:
    assert download_name(stored) == shown

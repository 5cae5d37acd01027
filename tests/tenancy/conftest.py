"""A leak that shows once in two tries is a leak: nothing here is tried again."""

from __future__ import annotations

import pytest


def pytest_itemcollected(item: pytest.Item) -> None:
    """Overrules `--reruns`, which forgives a busy machine."""
    item.add_marker(pytest.mark.flaky(reruns=0))

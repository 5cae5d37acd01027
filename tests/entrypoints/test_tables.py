"""Each entry point loads the tables its own point to; tests load more than a process does."""

from __future__ import annotations

import subprocess
import sys

import pytest

LOOK = """
import importlib, sys
importlib.import_module(sys.argv[1])
from presence.db.base import Base
for table in Base.metadata.tables.values():
    for key in table.foreign_keys:
        key.column
"""


@pytest.mark.parametrize(
    "module",
    ["customer", "operator", "worker", "commands.grant", "commands.staff"],
)
def test_no_foreign_key_points_to_a_table_that_is_not_loaded(module: str) -> None:
    command = [sys.executable, "-c", LOOK, f"presence.entrypoints.{module}"]
    ended = subprocess.run(  # noqa: S603 - our own interpreter and module
        command, capture_output=True, text=True, check=False, timeout=60
    )
    assert ended.returncode == 0, ended.stderr

"""No part of the analysis needs another to have been imported before it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import presence.analysis

_EACH_FIRST = """
import importlib, sys
for part in sys.argv[1:]:
    for known in [name for name in sys.modules if name.startswith("presence")]:
        del sys.modules[known]
    importlib.import_module(part)
"""


def test_every_part_of_the_analysis_can_be_imported_first() -> None:
    folder = Path(str(presence.analysis.__file__)).parent
    parts = sorted(f"presence.analysis.{init.parent.name}" for init in folder.glob("*/__init__.py"))
    done = subprocess.run(  # noqa: S603 - our own modules
        [sys.executable, "-c", _EACH_FIRST, *parts], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr

"""What a runbook tells people to do can be done: commands, namespaces and settings exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from presence.entrypoints.cli import COMMANDS
from tests.alerts.test_alerts import RUNBOOKS
from tests.charts.test_settings import knows

PAGES = sorted(RUNBOOKS.glob("*.md"))
# These are about the cluster, or about somebody else's namespace.
ANYWHERE = ("kubectl cnpg ", "--all-namespaces")


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.stem)
def test_a_command_names_its_namespace(page: Path) -> None:
    commands = re.findall(r"kubectl [^\n`]*", page.read_text(encoding="utf-8"))
    lost = [c for c in commands if "--namespace" not in c and not any(w in c for w in ANYWHERE)]
    assert lost == []


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.stem)
def test_a_command_is_one_the_image_has(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert "psql" not in re.sub(r"somebody uses psql", "", text)
    assert set(re.findall(r"(?:-- |`)presence ([a-z-]+)", text)) <= set(COMMANDS)


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.stem)
def test_a_setting_is_one_the_product_has(page: Path) -> None:
    named = re.findall(r"PRESENCE_[A-Z_]+[A-Z]", page.read_text(encoding="utf-8"))
    assert [name for name in named if not knows(name)] == []

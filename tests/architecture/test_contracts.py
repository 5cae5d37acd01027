"""The import contracts hold on the real tree, and each one notices a planted import."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT

CONFIG = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
CONTRACTS = {contract["id"]: contract for contract in CONFIG["contracts"]}
DOMAINS = ROOT / "api" / "presence" / "domains"

# contract id -> (file that offends, what it imports)
PLANTED = {
    "packages": ("core/clock.py", "presence.db.session"),
    "slices": ("domains/billing/service.py", "presence.domains.runs.service"),
    "in-slice": ("domains/brands/queries.py", "presence.domains.brands.service"),
    "pure-analysis": ("analysis/scoring.py", "sqlalchemy"),
    "analysis-users": ("http/errors.py", "presence.analysis.types"),
    "one-importer-of-fastapi-users": ("domains/session/routes.py", "fastapi_users"),
    "strange-pages": ("domains/brands/sites.py", "selectolax"),
} | {
    name: ("entrypoints/cli.py", contract["protected_modules"][0])
    for name, contract in CONTRACTS.items()
    if contract["type"] == "protected"
}


def _lint(tree: Path, contract: str | None = None) -> subprocess.CompletedProcess[str]:
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]);"
        "from importlinter.cli import lint_imports;"
        "limit = (sys.argv[3],) if len(sys.argv) > 3 else ();"
        "sys.exit(lint_imports(config_filename=sys.argv[2], limit_to_contracts=limit,"
        " no_cache=True))"
    )
    arguments = [str(tree), str(ROOT / "pyproject.toml"), *([contract] if contract else [])]
    return subprocess.run(  # noqa: S603 - our own interpreter and code
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        cwd=tree,
        check=False,
    )


def _replica(tmp_path: Path) -> Path:
    """An empty tree with every module of ours, so that any import can be planted in it."""
    for source in (ROOT / "api" / "presence").rglob("*.py"):
        copy = tmp_path / source.relative_to(ROOT / "api")
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.touch()
    return tmp_path


def test_the_real_tree_keeps_every_contract() -> None:
    answer = _lint(ROOT / "api")
    assert answer.returncode == 0, answer.stdout


def test_an_empty_replica_keeps_every_contract(tmp_path: Path) -> None:
    answer = _lint(_replica(tmp_path))
    assert answer.returncode == 0, answer.stdout + answer.stderr


@pytest.mark.parametrize("contract", sorted(CONTRACTS))
def test_a_planted_import_trips_its_contract(contract: str, tmp_path: Path) -> None:
    offender, imported = PLANTED[contract]
    file = _replica(tmp_path) / "presence" / offender
    file.parent.mkdir(parents=True, exist_ok=True)
    for folder in (file.parent, *file.parent.parents):
        if folder == tmp_path:
            break
        (folder / "__init__.py").touch()
    file.write_text(f"import {imported}\n")
    answer = _lint(tmp_path, contract)
    assert answer.returncode == 1, answer.stderr
    assert f"{CONTRACTS[contract]['name']} BROKEN" in answer.stdout.replace("\n", " ")


def test_a_slice_without_a_place_trips_the_slice_contract(tmp_path: Path) -> None:
    stray = _replica(tmp_path) / "presence" / "domains" / "stray"
    stray.mkdir()
    (stray / "__init__.py").touch()
    answer = _lint(tmp_path, "slices")
    assert answer.returncode == 1
    assert "stray" in answer.stdout + answer.stderr


def test_every_models_and_queries_module_is_protected() -> None:
    protected = {
        module
        for contract in CONTRACTS.values()
        for module in contract.get("protected_modules", ())
    }
    existing = {
        f"presence.domains.{folder.name}.{part.stem}"
        for folder in DOMAINS.iterdir()
        if folder.is_dir()
        for part in folder.iterdir()
        if part.stem.endswith(("models", "queries"))
        and (part.suffix == ".py" or (part / "__init__.py").exists())
    }
    assert existing == protected


def test_every_slice_is_layered_inside() -> None:
    slices = {
        f"presence.domains.{d.name}" for d in DOMAINS.iterdir() if (d / "__init__.py").exists()
    }
    assert slices == set(CONTRACTS["in-slice"]["containers"])


def _drawn(page: str) -> list[str]:
    """The rooms that the picture of the architecture page shows, from top to bottom."""
    picture = page.split("## The rooms")[1].split("```")[1]
    names = {path.name for path in DOMAINS.iterdir()}
    return [word for word in picture.replace("|", " ").split() if word in names]


def test_the_architecture_page_draws_every_slice_in_the_order_of_the_contract() -> None:
    order = [name for layer in CONTRACTS["slices"]["layers"] for name in layer.split(" | ")]
    drawn = _drawn((ROOT / "ops/docs/architecture.md").read_text())
    assert list(dict.fromkeys(drawn)) == order

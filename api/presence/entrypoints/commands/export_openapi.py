"""`presence export-openapi`: writes the API descriptions the web clients are generated from."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

import presence.openapi
from presence.core.settings import DatabaseSettings, Settings
from presence.entrypoints import customer, operator

CUSTOMER = Path(presence.openapi.__file__).with_name("customer.json")


def export_openapi(
    path: Annotated[Path, typer.Argument(help="Where to write the customers' API.")] = CUSTOMER,
) -> None:
    """Write both descriptions as JSON, the same bytes for the same code.

    The console's is `operator.json` beside the customers'.
    """
    for target, document in (
        (path, describe()),
        (path.with_name("operator.json"), describe_operator()),
    ):
        target.write_text(rendered(document))
        typer.echo(f"Wrote {target}.")


def rendered(document: dict[str, Any] | None = None) -> str:
    """A committed file's text: sorted by nothing but the routes' own order, no environment."""
    return json.dumps(document or describe(), indent=2, ensure_ascii=False) + "\n"


def describe() -> dict[str, Any]:
    """OpenAPI 3.1 of the customer application; needs no database."""
    return customer.build_app(_settings()).openapi()


def describe_operator() -> dict[str, Any]:
    """OpenAPI 3.1 of the console's application; needs no database."""
    return operator.build_app(_settings()).openapi()


def _settings() -> Settings:
    address = "postgresql://nobody@127.0.0.1/presence"
    database = DatabaseSettings(customer_url=address, operator_url=address)
    return Settings.model_construct(database=database)

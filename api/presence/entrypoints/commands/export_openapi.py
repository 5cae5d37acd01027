"""`presence export-openapi`: writes the API description the web client is generated from."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

import presence.openapi
from presence.core.settings import DatabaseSettings, Settings
from presence.entrypoints.customer import build_app

CUSTOMER = Path(presence.openapi.__file__).with_name("customer.json")


def export_openapi(
    path: Annotated[Path, typer.Argument(help="Where to write it.")] = CUSTOMER,
) -> None:
    """Write the description of the customer API as JSON, the same bytes for the same code."""
    path.write_text(rendered())
    typer.echo(f"Wrote {path}.")


def rendered() -> str:
    """The committed file's text: sorted by nothing but the routes' own order, no environment."""
    return json.dumps(describe(), indent=2, ensure_ascii=False) + "\n"


def describe() -> dict[str, Any]:
    """OpenAPI 3.1 of the customer application; needs no database."""
    database = DatabaseSettings(customer_url="postgresql://customer@127.0.0.1/presence")
    return build_app(Settings.model_construct(database=database)).openapi()

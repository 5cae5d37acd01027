"""`presence stripe-setup`: products, prices and portal pages at Stripe for the plans we sell."""

from __future__ import annotations

import asyncio
from typing import Annotated

import typer

from presence.adapters.stripe import payments_of
from presence.core.settings import Settings
from presence.db.session import Database
from presence.domains.billing.service.price_setup import PriceLine, check_prices, set_up_prices
from presence.entrypoints.commands.environment import BadEnvironment, database_settings

NO_KEY = "presence: Set PRESENCE_STRIPE__SECRET_KEY to the key of your Stripe account first."


def stripe_setup(
    check: Annotated[
        bool, typer.Option("--check", help="Only compare; ends with 1 when something is missing.")
    ] = False,
) -> None:
    """Make what is missing at Stripe and store the price ids; running it again changes nothing."""
    with database_settings("presence stripe-setup", role="owner") as settings:
        if not settings.stripe.configured:
            typer.echo(NO_KEY, err=True)
            raise typer.Exit(1)
        lines = asyncio.run(set_up(settings, check_only=check))
    for line in lines:
        price = f"{line.price_id or '-':32}"
        typer.echo(
            f"{line.plan:10} {line.frequency:8} {line.amount:>8.2f} USD  {price} {line.state}"
        )
    if check and any(line.state == "missing" for line in lines):
        raise typer.Exit(1)


async def set_up(settings: Settings, *, check_only: bool) -> list[PriceLine]:
    """Compare or set up, as the schema's owner: customers may not write the price list."""
    database = Database(settings.database.owner_url, settings.database)
    gateway = payments_of(settings)
    if gateway is None:
        raise BadEnvironment(NO_KEY)
    try:
        async with database.transaction() as session:
            work = check_prices if check_only else set_up_prices
            return await work(session, gateway)
    finally:
        await gateway.aclose()
        await database.close()

"""`python -m presence_standins.stripe --port N`: serve the model of Stripe until stopped.

Invariant: what it prints can be pasted into a shell to connect a product to this model.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from contextlib import suppress

from presence_standins.stripe.server import WEBHOOK_PATH, start


async def _serve(options: argparse.Namespace) -> None:
    webhook = options.product.rstrip("/") + WEBHOOK_PATH
    async with start(
        options.port, host=options.host, webhook_url=webhook, seed=options.seed
    ) as running:
        sys.stdout.write(
            f"# stand-in for Stripe on {running.url}; events go to {webhook}\n"
            f"# time passes with: curl -d '{{\"days\": 31}}' {running.url}/_control/clock\n"
        )
        for line in running.variables():
            sys.stdout.write(f"export {line}\n")
        sys.stdout.write("# then, once for each database: presence stripe-setup\n")
        sys.stdout.flush()
        await asyncio.Event().wait()


def main() -> None:
    """Parse the options and serve."""
    parser = argparse.ArgumentParser(prog="presence_standins.stripe")
    parser.add_argument("--port", type=int, default=0, help="0 picks a free one")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--product", default="http://localhost:8000", help="address that gets the events"
    )
    options = parser.parse_args()
    with suppress(KeyboardInterrupt):
        try:
            asyncio.run(_serve(options))
        except OSError as error:
            parser.error(str(error))


if __name__ == "__main__":
    main()

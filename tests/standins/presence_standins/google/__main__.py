"""`python -m presence_standins.google --port N`: play Google until stopped.

Invariant: what is printed connects a product to it.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from contextlib import suppress

from presence_standins.google.server import google_provider


async def _serve(port: int) -> None:
    async with google_provider(port=port) as provider:
        sys.stdout.write(
            f"export PRESENCE_GOOGLE__ISSUER={provider.url}"
            f" PRESENCE_GOOGLE__CLIENT_ID={provider.client_id}"
            f" PRESENCE_GOOGLE__CLIENT_SECRET={provider.client_secret}\n"
        )
        sys.stdout.flush()
        await asyncio.Event().wait()


def main() -> None:
    """Parse the options and serve."""
    parser = argparse.ArgumentParser(prog="presence_standins.google")
    parser.add_argument("--port", type=int, default=9101)
    options = parser.parse_args()
    with suppress(KeyboardInterrupt):
        asyncio.run(_serve(options.port))


if __name__ == "__main__":
    main()

"""`python -m presence_standins.sites --port N --site NAME`: serve a stand-in site until stopped.

Invariant: several `--site` options get consecutive ports, starting at `--port`; with `--supervised`
it ends with the program that started it, whose end closes its standard input.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from contextlib import AsyncExitStack, suppress
from threading import Thread

from presence_standins.sites.server import names, site_server


async def _serve(sites: list[str], port: int, host: str) -> None:
    async with AsyncExitStack() as stack:
        for offset, name in enumerate(sites):
            chosen = port + offset if port else 0
            base = await stack.enter_async_context(site_server(name, chosen, host))
            sys.stdout.write(f"{name} {base}/\n")
        sys.stdout.flush()
        await asyncio.Event().wait()


def _end_with_input() -> None:
    while os.read(0, 1):
        pass
    os._exit(0)


def main() -> None:
    """Parse the options and serve."""
    parser = argparse.ArgumentParser(prog="presence_standins.sites")
    parser.add_argument("--port", type=int, default=0, help="first port; 0 picks free ones")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--supervised", action="store_true", help="end with standard input")
    parser.add_argument(
        "--site", action="append", required=True, help=f"one of: {', '.join(names())}"
    )
    options = parser.parse_args()
    if options.supervised:
        Thread(target=_end_with_input, daemon=True).start()
    with suppress(KeyboardInterrupt):
        try:
            asyncio.run(_serve(options.site, options.port, options.host))
        except KeyError as error:
            parser.error(f"there is no site {error}")
        except OSError as error:
            parser.error(f"cannot listen: {error.strerror}")


if __name__ == "__main__":
    main()

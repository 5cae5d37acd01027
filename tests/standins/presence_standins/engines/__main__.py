"""`python -m presence_standins.engines --port N`: serve the stand-in engines until stopped.

Invariant: what it prints can be pasted into a shell to connect a product to these engines.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from presence_standins.engines.script import BEHAVIOURS, read_rules
from presence_standins.engines.server import start
from presence_standins.engines.world import DEFAULT_WORLD, KnownBrand, load_world

KEY = "stand-in-key-0001"


def _brand(text: str) -> KnownBrand:
    """NAME=SITE, for a brand whose site has an address of its own in a trial."""
    name, _, site = text.partition("=")
    if not name or not site:
        raise argparse.ArgumentTypeError("write NAME=ADDRESS")
    known = {b.name: b for b in DEFAULT_WORLD.brands}.get(name)
    return replace(known, site=site) if known else KnownBrand(name, site, "what its site says")


async def _serve(options: argparse.Namespace) -> None:
    world = load_world(options.world) if options.world else DEFAULT_WORLD
    for brand in options.brand:
        world = world.with_brand(brand)
    rules = read_rules(json.loads(options.script.read_text())) if options.script else ()
    async with start(
        options.port,
        host=options.host,
        world=world,
        rules=rules,
        latency_s=options.latency,
        requests_per_minute=options.rpm,
    ) as running:
        sys.stdout.write(f"# stand-in engines on {running.url}; meters at {running.url}/_counts\n")
        for line in running.variables(KEY):
            sys.stdout.write(f"export {line}\n")
        sys.stdout.flush()
        await asyncio.Event().wait()


def main() -> None:
    """Parse the options and serve."""
    parser = argparse.ArgumentParser(
        prog="presence_standins.engines", epilog=f"behaviours: {', '.join(BEHAVIOURS)}"
    )
    parser.add_argument("--port", type=int, default=0, help="0 picks a free one")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--latency", type=float, default=0.0, help="seconds before each answer")
    parser.add_argument("--rpm", type=int, help="requests a minute an engine accepts")
    parser.add_argument("--script", type=Path, help="JSON list of rules")
    parser.add_argument("--world", type=Path, help="JSON file of brands and sources")
    parser.add_argument(
        "--brand",
        type=_brand,
        action="append",
        default=[],
        metavar="NAME=ADDRESS",
        help="a brand the engines shall know, and its site",
    )
    options = parser.parse_args()
    with suppress(KeyboardInterrupt):
        try:
            asyncio.run(_serve(options))
        except (OSError, ValueError) as error:
            parser.error(str(error))


if __name__ == "__main__":
    main()

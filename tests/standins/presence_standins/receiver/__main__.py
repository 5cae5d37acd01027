"""Prints the webhooks it takes: `python -m presence_standins.receiver --port N --secret …`."""

from __future__ import annotations

import argparse
import sys
import time
from contextlib import suppress

from presence_standins.receiver.server import receiver, verified


def main() -> None:
    """Parse the options, serve, print what comes and whether its signature is right."""
    parser = argparse.ArgumentParser(prog="presence_standins.receiver")
    parser.add_argument("--port", type=int, default=9104)
    parser.add_argument("--secret", default="")
    options = parser.parse_args()
    with receiver(port=options.port) as taking, suppress(KeyboardInterrupt):
        sys.stdout.write(f"{taking.url('/ok')}\n")
        shown = 0
        while True:
            for one in taking.taken[shown:]:
                good = verified(one, options.secret) if options.secret else None
                sys.stdout.write(f"\n{one.path} {one.id} signature: {good}\n{one.body.decode()}\n")
            shown = len(taking.taken)
            sys.stdout.flush()
            time.sleep(0.2)


if __name__ == "__main__":
    main()

"""`python -m presence_standins.smtp --port N`: take mails and print them until stopped.

Invariant: what is printed first connects a product to it.
"""

from __future__ import annotations

import argparse
import sys
import time
from contextlib import suppress

from presence_standins.smtp.sink import smtp_sink


def main() -> None:
    """Parse the options, serve, print."""
    parser = argparse.ArgumentParser(prog="presence_standins.smtp")
    parser.add_argument("--port", type=int, default=9102)
    parser.add_argument("--host", default="127.0.0.1")
    options = parser.parse_args()
    with smtp_sink(port=options.port, host=options.host) as sink, suppress(KeyboardInterrupt):
        sys.stdout.write(
            f"export PRESENCE_MAIL__HOST={sink.host} PRESENCE_MAIL__PORT={sink.port}"
            " PRESENCE_MAIL__SECURITY=none\n"
        )
        shown = 0
        while True:
            for kept in sink.kept[shown:]:
                sys.stdout.write(f"\nTo: {', '.join(kept.recipients)}\n")
                sys.stdout.write(f"Subject: {kept.message['Subject']}\n\n{kept.part('plain')}\n")
            shown = len(sink.kept)
            sys.stdout.flush()
            time.sleep(0.2)


if __name__ == "__main__":
    main()

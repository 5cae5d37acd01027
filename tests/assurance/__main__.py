"""`python -m tests.assurance NAME [SEED [MINUTES]]`: run a full tier, write its result.

The result is ops/assurance/NAME.json; MINUTES is how long it may take, 90 when not told.
"""

from __future__ import annotations

import asyncio
import sys

from tests.assurance.frame import LONGEST_S, assure
from tests.assurance.staleness import known

DEFAULT_SEED = 20_261_121


def main(arguments: list[str]) -> int:
    """0 when it passed, 1 when not, 2 for a name that does not exist."""
    names = known()
    if not arguments or arguments[0] not in names:
        sys.stderr.write(f"Which assurance? make assure NAME={'|'.join(names)}\n")
        return 2
    seed = int(arguments[1]) if len(arguments) > 1 else DEFAULT_SEED
    longest_s = int(arguments[2]) * 60 if len(arguments) > 2 else LONGEST_S
    return 0 if asyncio.run(assure(arguments[0], seed, longest_s)) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

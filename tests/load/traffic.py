"""Lines a second of `presence read-log` beside GoAccess: `python -m tests.load.traffic`.

Both read the same log of combined lines, plain, in turns, each in a process of its own; GoAccess is
Debian's (`apt-get install goaccess`) and is left out where it is not installed. Seconds are the
processor's, user and system, so another program on the machine does not count. Prints one JSON
object: lines a second of both, their ratio, and our memory in megabytes.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from statistics import median

LINES = 2_000_000
ROUNDS = 3
SEED = 1
GOAL_PER_S = 150_000
MOST_MB = 256
START = int(datetime(2026, 11, 1, tzinfo=UTC).timestamp())
AGENTS = (
    *(
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
        f"Chrome/{version}.0.0.0 Safari/537.36"
        for version in range(90, 131)
    ),
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; GPTBot/1.3; "
    "+https://openai.com/gptbot",
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
)
REFERRERS = (
    *("-",) * 6,
    "https://www.google.com/",
    "https://shop.example/",
    "https://chatgpt.com/",
)


def write(path: Path, lines: int) -> None:
    """A log of a busy site: a new address nearly every line, 5,000 pages, a tenth bots' agents."""
    chance = random.Random(SEED)  # noqa: S311 - a fixed sequence is the point
    time, stamp = START, ""
    with path.open("w", encoding="ascii") as handle:
        for _ in range(lines):
            step = chance.choice((0, 0, 1))
            if step or not stamp:
                time += step
                stamp = datetime.fromtimestamp(time, UTC).strftime("%d/%b/%Y:%H:%M:%S +0000")
            address = ".".join(str(chance.randrange(1, 224)) for _ in range(4))
            handle.write(
                f'{address} - - [{stamp}] "GET /page/{chance.randrange(5000)}?x=1 HTTP/1.1" '
                f"{chance.choice((200, 200, 304, 404))} {chance.randrange(100, 99999)} "
                f'"{chance.choice(REFERRERS)}" "{chance.choice(AGENTS)}"\n'
            )


def measure(command: Sequence[str]) -> tuple[float, float]:
    """Processor seconds and memory (MB) of a command that has to succeed."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603 - ours
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{command[0]} ended with {process.returncode}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main() -> None:
    """Measure in turns and print the object."""
    goaccess = shutil.which("goaccess")
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "access.log"
        write(log, LINES)
        ours = (sys.executable, "-m", "presence", "read-log", "--json", str(log))
        theirs = (
            *(goaccess or "", str(log), "--log-format=COMBINED", "--no-global-config"),
            *("--no-progress", "-o", str(Path(folder) / "report.json")),
        )
        read, beside, memory = [], [], 0.0
        for _ in range(ROUNDS):
            seconds, used = measure(ours)
            read.append(LINES / seconds)
            memory = max(memory, used)
            if goaccess:
                beside.append(LINES / measure(theirs)[0])
    found: dict[str, float] = {
        "linesPerSecond": median(read),
        "memoryMb": memory,
        "goalPerSecond": GOAL_PER_S,
        "mostMb": MOST_MB,
    }
    if beside:
        found |= {"goaccess": median(beside), "ratio": median(read) / median(beside)}
    sys.stdout.write(json.dumps(found) + "\n")


if __name__ == "__main__":
    main()

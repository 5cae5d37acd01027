"""Writes the address lists of bots again from files their makers publish: `make bot-lists FROM=…`.

A file is named as its maker names it (`gptbot.json`, `googlebot.json`) or is one of ours with other
addresses. Invariant: nothing is written unless every file is an address list.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

from presence.analysis.traffic import AddressList, WrongList, kept_lists, refreshed

LISTS = Path(__file__).parents[2] / "api/presence/analysis/traffic/lists"


def main(folder: str, day: str) -> int:
    """Refreshes the lists; the exit status is 2 where a file or an argument is not right."""
    if not folder or not re.fullmatch(r"\d{4}-\d\d-\d\d", day):
        say("Usage: make bot-lists FROM=folder DAY=YYYY-MM-DD (the day they were fetched)")
        return 2
    files = {path.name: path.read_bytes() for path in sorted(Path(folder).glob("*.json"))}
    if not files:
        say(f"{folder} holds no file that ends in .json.")
        return 2
    before = {published.name: published for published in kept_lists()}
    try:
        lists = refreshed(files, day)
    except WrongList as error:
        say(str(error))
        return 2
    for published in lists:
        old = before.get(published.name)
        if published != old:
            (LISTS / f"{published.name}.json").write_text(text_of(published), encoding="utf-8")
            count = len(old.networks) if old else 0
            say(f"{published.name}: {count} ranges before, {len(published.networks)} now")
    return 0


def say(text: str) -> None:
    """One line for whoever called."""
    sys.stdout.write(f"{text}\n")


def text_of(published: AddressList) -> str:
    """The file of a list, its ranges in order."""
    ranges = sorted(set(published.networks), key=lambda one: (one.version, one))
    found = {
        "list": published.name,
        "maker": published.maker,
        "tokens": list(published.tokens),
        "source": published.source,
        "fetched": published.fetched,
        "taken_from": published.taken_from,
        "licence": published.licence,
        "prefixes": [str(network) for network in ranges],
    }
    return json.dumps(found, indent=1) + "\n"


if __name__ == "__main__":
    sys.exit(main(*[*sys.argv[1:], "", ""][:2]))

"""`make detector`: how often the extractor reads the labelled set as a careful reader does.

Invariant: nothing of a single held-out text is printed unless it is asked for by name, and then
it says what that costs.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import get_args

from rich.console import Console

from presence.analysis import extraction
from tests.analysis.extraction.labelled.agreement import Compared, compare
from tests.analysis.extraction.labelled.figures import accuracy
from tests.analysis.extraction.labelled.sets import Split, extracted, load
from tests.analysis.extraction.labelled.tables import by_language, by_tag, failing, overall

WIDTH = 100
OPEN: tuple[Split, ...] = ("develop", "free", "independent", "advised", "languages", "told")
SET_ASIDE: Split = "free_held_out"  # by the author of the rules; `told_held_out` is newer
ACCURACY = Path(extraction.__file__).with_name("accuracy.json")


def compared(split: Split) -> tuple[Compared, ...]:
    """Every text of a split beside what the extractor reads in it."""
    return tuple(compare(text, extracted(text)) for text in load(split))


def accuracy_text() -> str:
    """The published file's text."""
    return json.dumps(accuracy(), ensure_ascii=False, indent=2) + "\n"


def main() -> None:
    """Print tables; write the published figures when asked."""
    parser = argparse.ArgumentParser(prog="make detector", description=__doc__)
    parser.add_argument("--split", choices=get_args(Split), default=SET_ASIDE)
    parser.add_argument(
        "--detail", action="store_true", help="failing texts of an open part, by tag"
    )
    parser.add_argument("--show-held-out", action="store_true", help="spends the held-out half")
    parser.add_argument(
        "--write", action="store_true", help=f"write {ACCURACY.name} from unseen.json"
    )
    chosen = parser.parse_args()
    out, split = Console(highlight=False, width=WIDTH), chosen.split
    found = compared(split)
    out.print(overall(split, found))
    out.print(by_language(found))
    if split in OPEN and chosen.detail:
        out.print(by_tag(found), failing(found))
    elif chosen.detail and not chosen.show_held_out:
        out.print("Held-out texts stay unseen; --detail is for the open parts.")
    if split not in OPEN and chosen.show_held_out:
        out.print(
            "Warning: whoever has read these texts can no longer measure on them. "
            "This half is now spent; write a new one before figures are claimed.",
            style="bold red",
        )
        out.print(by_tag(found), failing(found))
    if chosen.write:
        ACCURACY.write_text(accuracy_text(), encoding="utf-8")
        out.print(f"Wrote {ACCURACY.name}.")


if __name__ == "__main__":
    main()

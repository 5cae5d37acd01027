"""Writes the words that announce each phrase of a language, so that no start has to find them.

    python -m tests.analysis.extraction.labelled.announced

Invariant: what is shipped is what the patterns say; a language whose file changed since is read
afresh at every start until this is run again.
"""

from __future__ import annotations

import json
from pathlib import Path

from presence.analysis import extraction
from presence.analysis.extraction.languages import (
    ANNOUNCED,
    announced_afresh,
    digest_of,
    language,
)

OUT = Path(extraction.__file__).with_name("data") / ANNOUNCED


def shipped() -> str:
    """The file's text: for each language the digest of its patterns, then a line for each."""
    codes = sorted(path.stem for path in (OUT.parent / "languages").glob("*.txt"))
    found = {
        code: [
            digest_of(language(code)),
            *(" ".join(sorted(words)) for words in announced_afresh(language(code))),
        ]
        for code in codes
    }
    kept = {code: lines for code, lines in found.items() if any(lines[1:])}
    return json.dumps(kept, ensure_ascii=False, indent=0) + "\n"


if __name__ == "__main__":
    OUT.write_text(shipped(), encoding="utf-8")

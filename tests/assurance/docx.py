"""Row 10: a hostile DOCX ends in a text or in a sentence, in time and in little memory.

Hostile files made by hand, odd ones as other programs write them, and mutants of honest ones are
read by the product's worker, each in a process of its own; the files made by hand also by the
product's reader as it is. Invariant: no process crashes, none takes more than 5 s of processor
time or 256 MB, every refusal names its reason, and every odd file is read with its sentence.
"""

from __future__ import annotations

import asyncio
import resource
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from io import BytesIO
from random import Random

import docx as python_docx

from presence.adapters.documents import DocumentReader
from presence.analysis.documents import DocumentRefused
from tests.assurance import docx_files, docx_odd
from tests.assurance.docx_readers import Read, Readers
from tests.assurance.frame import Deadline, Outcome
from tests.conftest import Place

COVERS = (
    "api/presence/adapters/documents.py",
    "api/presence/adapters/document_worker.py",
    "api/presence/analysis/documents",
)

MOST_S = 5.0
MOST_BYTES = 256 * 1024 * 1024
PROCESSES = 2
NAMED = frozenset(
    {"damaged", "not-docx", "no-text", "too-large", "too-long", "too-slow", "too-many-parts",
     "zip-bomb", "overlap", "encrypted", "xml-entities", "macros", "pdf", "old-doc", "empty-file"}
)  # fmt: skip
_NUMBERS = (b"-1", b"0", b"4294967295", b"99999999999999999999", b"NaN", b"")


@dataclass(frozen=True)
class Scale:
    """Mutants, and how many of the files made by hand the product's own reader is given."""

    mutants: int
    whole: int


QUICK = Scale(mutants=500, whole=3)
FULL = Scale(mutants=20_000, whole=len(docx_files.CASES))


@dataclass
class Seen:
    """What came of the documents."""

    documents: int = 0
    codes: Counter[str] = field(default_factory=Counter)
    crashed: int = 0
    slow: int = 0
    large: int = 0
    unnamed: int = 0
    unexpected: int = 0
    robbed: int = 0
    slowest_s: float = 0.0
    peak_bytes: int = 0
    complaints: list[str] = field(default_factory=list)

    def add(
        self, what: str, read: Read, foreseen: frozenset[str | None], sentence: str = ""
    ) -> None:
        """Judge one reading; one that is ended before 5 s and says so is no violation."""
        self.documents += 1
        self.codes[read.code or "read"] += 1
        self.slowest_s = max(self.slowest_s, read.seconds)
        self.peak_bytes = max(self.peak_bytes, read.peak_bytes)
        wrong = {
            "crashed": read.crashed,
            "slow": read.seconds > MOST_S,
            "large": read.peak_bytes > MOST_BYTES,
            "unnamed": read.code is not None and not read.message.endswith("."),
            "unexpected": read.code not in foreseen,
            "robbed": sentence not in read.text or (sentence and docx_odd.LOST in read.text),
        }
        for name in (name for name, is_so in wrong.items() if is_so):
            setattr(self, name, getattr(self, name) + 1)
            self.complaints.append(f"{what}: {name}, {read}")


async def full(place: Place, seed: int, deadline: Deadline) -> Outcome:
    """Every file made by hand by both ways, and 20,000 mutants; needs no database."""
    return await run(FULL, seed, deadline)


async def run(scale: Scale, seed: int, deadline: Deadline) -> Outcome:
    """Read all of them, several at once."""
    seen = Seen()
    for name, make, codes in docx_files.CASES[: scale.whole]:
        seen.add(f"{name} (whole)", await _whole(make()), frozenset(codes))
    waiting = list(range(scale.mutants))
    by_hand, odd = list(docx_files.CASES), list(docx_odd.ODD)

    async def keep_reading() -> None:
        async with Readers() as readers:
            while by_hand:
                name, make, codes = by_hand.pop()
                seen.add(name, await readers.read(make()), frozenset(codes))
            while odd:
                named, made = odd.pop()
                read = await readers.read(made())
                seen.add(named, read, frozenset({None}), docx_odd.SENTENCE)
            while waiting and not deadline.passed:
                number = waiting.pop()
                read = await readers.read(mutant(seed, number))
                seen.add(f"mutant {number} of seed {seed}", read, NAMED | {None})

    await asyncio.gather(*(keep_reading() for _ in range(PROCESSES)))
    for complaint in seen.complaints:
        print(complaint)  # noqa: T201 - read by people
    return judge(scale, seen)


async def _whole(data: bytes) -> Read:
    """By the product's reader, which starts a program for it; that tells nothing of memory."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    code, message = None, ""
    try:
        await DocumentReader().read(data, "a.docx")
    except DocumentRefused as refused:
        code, message = refused.code, refused.message
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Read(code, message, code == "unreadable", seconds, 0)


@cache
def honest() -> tuple[bytes, ...]:
    """Documents that mutants are made of."""
    rich = python_docx.Document()
    rich.core_properties.title = "Bicycles"
    rich.add_heading("What we do", 1)
    for style in ("Normal", "List Bullet", "List Number", "Quote", "Heading 2"):
        rich.add_paragraph(f"A line in the style {style}.", style)
    table = rich.add_table(3, 3)
    for number, cell in enumerate(cell for row in table.rows for cell in row.cells):
        cell.text = f"cell {number}"
    table.cell(0, 0).merge(table.cell(1, 1))
    rich.sections[0].header.paragraphs[0].text = "A header"
    rich.add_section()
    rich.add_paragraph("Ünïcödé 🚲 text", "Intense Quote")
    buffer = BytesIO()
    rich.save(buffer)
    return docx_files.plain(), buffer.getvalue()


def mutant(seed: int, number: int) -> bytes:
    """The same for the same seed and number: bytes altered, or parts altered and packed again."""
    chance = Random(seed * 1_000_003 + number)  # noqa: S311 - repeatable
    original = honest()[number % 2]
    if number % 4 < 2:
        return _altered(original, chance)
    parts = docx_files.parts(original)
    for _ in range(chance.randint(1, 3)):
        name = chance.choice(sorted(parts) + [docx_files.MAIN] * 8)
        if name in parts:
            parts[name] = _rewritten(parts[name], chance)
        if chance.random() < 0.05:
            parts.pop(chance.choice(sorted(parts)), None)
    return docx_files.packed(parts)


def _altered(data: bytes, chance: Random) -> bytes:
    made = bytearray(data)
    for _ in range(chance.randint(1, 8)):
        at = chance.randrange(len(made))
        if chance.random() < 0.4:  # the directory is where a little change does most
            at = max(0, len(made) - 1 - chance.randrange(min(len(made), 1_200)))
        size = chance.randint(1, 40)
        kind = chance.randrange(6)
        if kind <= 2:
            made[at] = chance.randrange(256)
        elif kind == 3:
            del made[at : at + size]
        elif kind == 4:
            made[at:at] = chance.randbytes(size)
        else:
            made[at : at + 4] = chance.choice((b"\xff" * 4, b"\0" * 4, b"\x7f\xff\xff\xff"))
    return bytes(made) or b"x"


def _rewritten(xml: bytes, chance: Random) -> bytes:
    """A part with tags, attributes or bytes changed in ways a parser has to live with."""
    pieces = xml.split(b"<")
    at, other = chance.randrange(len(pieces)), chance.randrange(len(pieces))
    kind = chance.randrange(7)
    if kind == 0:
        del pieces[at]
    elif kind == 1:
        pieces[at:at] = [pieces[other]] * chance.choice((1, 10, 1_000))
    elif kind == 2:
        pieces[at], pieces[other] = pieces[other], pieces[at]
    elif kind == 3:
        pieces[at] = pieces[at].replace(b'="', b'="' + chance.choice(_NUMBERS), 1)
    elif kind == 4:
        pieces[at] = pieces[at].replace(b"w:", chance.choice((b"", b"v:", b"w:w:")), 1)
    elif kind == 5:
        pieces[at:other] = []
    else:
        return _altered(xml, chance)
    return b"<".join(pieces)


def judge(scale: Scale, seen: Seen) -> Outcome:
    """A violation for each crash, each reading over its limits and each unnamed refusal."""
    wanted = scale.mutants + len(docx_files.CASES) + len(docx_odd.ODD) + scale.whole
    return Outcome(
        {
            "madeByHand": len(docx_files.CASES),
            "odd": len(docx_odd.ODD),
            "documents": seen.documents,
            "read": seen.codes["read"],
            "refused": seen.documents - seen.codes["read"],
            "reasons": len(seen.codes) - 1,
            "crashed": seen.crashed,
            "over5s": seen.slow,
            "over256MB": seen.large,
            "unnamedReasons": seen.unnamed,
            "unexpected": seen.unexpected,
            "oddRobbed": seen.robbed,
            "slowestMs": round(seen.slowest_s * 1_000),
            "peakMB": round(seen.peak_bytes / 1e6, 1),
        },
        seen.crashed + seen.slow + seen.large + seen.unnamed + seen.unexpected + seen.robbed,
        complete=seen.documents >= wanted,
    )

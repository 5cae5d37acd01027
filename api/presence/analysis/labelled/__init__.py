"""Texts with a careful reader's labels, against which a detector is measured.

Invariant: one line of JSON is one text, and reading a written line gives the same text back.
"""

from presence.analysis.labelled.correction import CorrectionKind, LabelCorrection, from_correction
from presence.analysis.labelled.texts import (
    Expected,
    Label,
    LabelledText,
    LabelRefused,
    as_line,
    read_lines,
)

__all__ = [
    "CorrectionKind",
    "Expected",
    "Label",
    "LabelCorrection",
    "LabelRefused",
    "LabelledText",
    "as_line",
    "from_correction",
    "read_lines",
]

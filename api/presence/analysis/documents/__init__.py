"""Uploaded documents and crawled pages as text, and that text as passages worth quoting.

Invariant: bytes or facts in, values out; the process sandbox around `read_docx` lives elsewhere.
"""

from presence.analysis.documents.archive import AGAIN, TOO_LARGE, DocumentRefused
from presence.analysis.documents.docx import read_docx
from presence.analysis.documents.passages import (
    document_passages,
    page_passages,
    sentences,
    site_passages,
)

__all__ = [
    "AGAIN",
    "TOO_LARGE",
    "DocumentRefused",
    "document_passages",
    "page_passages",
    "read_docx",
    "sentences",
    "site_passages",
]

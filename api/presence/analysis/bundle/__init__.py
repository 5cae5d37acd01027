"""A run in one file: what was asked, said, read and scored, so that anybody can score it again.

Invariant: the same run gives the same bytes, and `verify` needs nothing but the file.
"""

from presence.analysis.bundle.archive import BundleRefused, pack, unpack
from presence.analysis.bundle.contents import FORMAT, Contents, ScoreLine, files_of
from presence.analysis.bundle.difference import Difference
from presence.analysis.bundle.verify import BundleCheck, verify

__all__ = [
    "FORMAT",
    "BundleCheck",
    "BundleRefused",
    "Contents",
    "Difference",
    "ScoreLine",
    "files_of",
    "pack",
    "unpack",
    "verify",
]

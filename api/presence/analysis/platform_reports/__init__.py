"""Reports that search engines and analytics tools export, read from their CSV files.

Rooms: `reading` a file to a report · `kinds` which export it is, by its columns · `numbers`
localized figures · `periods` the days it is from · `model` what a report consists of. Invariant:
every figure is what the file says; what cannot be read is counted, never guessed.
"""

from presence.analysis.platform_reports.model import (
    PlatformReport,
    ReportColumn,
    ReportRow,
)
from presence.analysis.platform_reports.reading import read_report

__all__ = ["PlatformReport", "ReportColumn", "ReportRow", "read_report"]

"""Log lines for the tests, and the shortest way to read them."""

from __future__ import annotations

from presence.analysis.traffic import Addresses, Batch, LogReader, LogSummarizer, LogSummary
from presence.analysis.traffic import kept_lists as kept_lists

CHROME = (
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/131.0.0.0 Safari/537.36"
)
GPTBOT = (
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; GPTBot/1.3; "
    "+https://openai.com/gptbot"
)
GPTBOT_ADDRESS = "132.196.86.7"
NOT_OPENAI = "203.0.113.9"


def combined(
    agent: str = CHROME,
    *,
    address: str = NOT_OPENAI,
    time: str = "28/Nov/2026:11:17:52 +0000",
    request: str = "GET / HTTP/1.1",
    status: int = 200,
    referrer: str = "-",
) -> str:
    """A line of the combined format without its line break."""
    return f'{address} - - [{time}] "{request}" {status} 512 "{referrer}" "{agent}"'


def read(log: str | bytes, *, chunk: int | None = None) -> Batch:
    """Everything a log holds, read in chunks of that many bytes, or at once."""
    data = log.encode() if isinstance(log, str) else log
    reader, whole = LogReader(), Batch([], [])
    step = chunk or max(len(data), 1)
    for start in range(0, len(data), step):
        _add(whole, reader.feed(data[start : start + step]))
    _add(whole, reader.close())
    return whole


def summarize(log: str | bytes, *, chunk: int | None = None) -> LogSummary:
    """The summary of a log, read in chunks of that many bytes, or at once."""
    data = log.encode() if isinstance(log, str) else log
    reader, summarizer = LogReader(), LogSummarizer(Addresses(kept_lists()))
    step = chunk or max(len(data), 1)
    for start in range(0, len(data), step):
        summarizer.add(reader.feed(data[start : start + step]))
    summarizer.add(reader.close())
    return summarizer.summary()


def _add(whole: Batch, more: Batch) -> None:
    whole.requests.extend(more.requests)
    whole.wrong.extend(more.wrong)

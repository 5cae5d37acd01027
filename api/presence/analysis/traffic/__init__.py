"""Reading a site's logs: which bots came, from whose addresses, and whom assistants sent.

Everything here is pure: bytes go in, typed objects come out, in bounded memory. In short:

    unpacker, reader = Unpacker(), LogReader()        # one of each for a file
    for chunk in chunks:                              # bytes of any size
        for piece in unpacker.feed(chunk):            # plain, gzip or Zstandard
            batch = reader.feed(piece)                # batch.requests, batch.wrong
    for piece in unpacker.close():                    # raises BrokenArchive when cut short
        batch = reader.feed(piece)
    batch = reader.close()                            # the last line; then the file is done

- `detect_log(head)` tells a file's format from its first bytes with up to ten rows, or why it is
  no log; `reader.detection` is the same for a file that is being read.
- `Request` is one request, `WrongLine` a line without one (offset, reason, start).
  `request.identity(fingerprint(first_kib))` names it for good: its event id, else file and offset.
- `Visitors(Addresses(kept_lists())).of(request)` tells who it was: a `Bot` with a verdict
  (`verified`, `claimed`, `contradicted`), or a person, with the assistant that sent them.
- `Sessions` counts sessions of people whom assistants sent; `SeenEvents` recognises event ids;
  `LogSummarizer` does all for one file. Sums by the hour are kept by `domains/traffic`.

A JSON entry that was pushed is read by `JsonLines().request(entry, offset)`.

Invariant: counts do not depend on chunks; a line is read, wrong or repeated, never lost.
"""

from presence.analysis.traffic.assistants import assistant_of
from presence.analysis.traffic.bots import is_ai_crawler
from presence.analysis.traffic.json_lines import JsonLines
from presence.analysis.traffic.published import (
    Addresses,
    AddressList,
    WrongList,
    kept_lists,
    read_list,
    refreshed,
)
from presence.analysis.traffic.reading import LogReader, detect_log, fingerprint
from presence.analysis.traffic.recognition import recognise
from presence.analysis.traffic.refusals import is_shut_out
from presence.analysis.traffic.repeats import SeenEvents
from presence.analysis.traffic.sessions import Sessions, is_page, is_page_view
from presence.analysis.traffic.summary import BotTraffic, LogSummarizer, LogSummary, Referral
from presence.analysis.traffic.times import rfc3339
from presence.analysis.traffic.types import (
    Batch,
    Bot,
    Detection,
    FetchPurpose,
    LogFormat,
    Request,
    Verdict,
    Visitor,
    WrongLine,
)
from presence.analysis.traffic.unpacking import BrokenArchive, Unpacker
from presence.analysis.traffic.visitors import Visitors

__all__ = [
    "AddressList",
    "Addresses",
    "Batch",
    "Bot",
    "BotTraffic",
    "BrokenArchive",
    "Detection",
    "FetchPurpose",
    "JsonLines",
    "LogFormat",
    "LogReader",
    "LogSummarizer",
    "LogSummary",
    "Referral",
    "Request",
    "SeenEvents",
    "Sessions",
    "Unpacker",
    "Verdict",
    "Visitor",
    "Visitors",
    "WrongLine",
    "WrongList",
    "assistant_of",
    "detect_log",
    "fingerprint",
    "is_ai_crawler",
    "is_page",
    "is_page_view",
    "is_shut_out",
    "kept_lists",
    "read_list",
    "recognise",
    "refreshed",
    "rfc3339",
]

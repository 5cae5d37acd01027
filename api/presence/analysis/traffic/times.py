"""When a request was made, from the ways logs write it, to seconds since 1970 in UTC.

Invariant: an instant that no calendar has is None, never a near one.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone
from functools import lru_cache
from typing import Final

_MONTHS: Final = {
    name: number
    for number, name in enumerate(
        ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"), 1
    )
}
_COMMON: Final = re.compile(r"(\d\d)/([A-Z][a-z]{2})/(\d{4}):(\d\d):(\d\d)( [+-]\d{4})", re.ASCII)
_ISO: Final = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d)(?:[.,](\d{1,9}))?\s?(Z|z|[+-]\d\d:?\d\d|UTC)?",
    re.ASCII,
)
SECONDS: Final = {f"{second:02d}": second for second in range(61)}  # 60 is a leap second
_EARLIEST, _LATEST = 0.0, 4102444800.0  # 1970 to 2100: outside, a number is no time of a request
MICRO: Final = 1_000_000


def common_time(text: str) -> float | None:
    """`28/Nov/2026:11:17:52 +0000`, as Apache and nginx write it."""
    second = SECONDS.get(text[18:20])
    if second is None or text[17:18] != ":":
        return None
    minute = _minute(text[:17] + text[20:])
    return None if minute is None else minute + second


@lru_cache(maxsize=16384)
def _minute(text: str) -> float | None:
    found = _COMMON.fullmatch(text)
    month = _MONTHS.get(found[2]) if found else None
    if found is None or month is None:
        return None
    day, year, hour, minute = int(found[1]), int(found[3]), int(found[4]), int(found[5])
    return _instant((year, month, day, hour, minute, 0), found[6].strip())


def iso_time(text: str) -> float | None:
    """`2026-11-28T11:17:52.186641Z`; without a zone it is UTC."""
    found = _ISO.fullmatch(text)
    if found is None:
        return None
    second = int(found[6])
    if second > 60:
        return None
    year, month, day, hour, minute = (int(found[part]) for part in range(1, 6))
    start = _instant((year, month, day, hour, minute, 0), found[8] or "Z")
    if start is None:
        return None
    fraction = round(float(f"0.{found[7]}"), 6) if found[7] else 0.0
    return start + second + fraction


@lru_cache(maxsize=4096)
def _instant(parts: tuple[int, int, int, int, int, int], zone: str) -> float | None:
    offset = timedelta(0)
    if zone[0] in "+-":
        digits = zone[1:].replace(":", "")
        hours, minutes = int(digits[:2]), int(digits[2:])
        if hours > 15 or minutes > 59:
            return None
        offset = timedelta(hours=hours, minutes=minutes) * (-1 if zone[0] == "-" else 1)
    try:
        moment = datetime(*parts, tzinfo=timezone(offset)).timestamp()
    except (ValueError, OverflowError):
        return None
    return moment if _EARLIEST <= moment < _LATEST else None


def epoch_time(number: float) -> float | None:
    """Seconds, milliseconds, microseconds or nanoseconds since 1970, told apart by their size."""
    for scale in (1, 1_000, MICRO, 1_000_000_000):
        seconds = number / scale if scale > 1 else float(number)
        if _EARLIEST < seconds < _LATEST:
            return round(seconds, 6)
    return None


def any_time(value: object) -> float | None:
    """A time in any of the ways above, as a text or a number."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return epoch_time(value)
    if not isinstance(value, str) or len(value) > 64:
        return None
    text = value.strip()
    found = iso_time(text)
    if found is None:
        found = common_time(text.strip("[]"))
    if found is None and re.fullmatch(r"\d{9,19}(\.\d{1,9})?", text, re.ASCII):
        found = epoch_time(float(text) if "." in text else int(text))
    return found


def rfc3339(time: float) -> str:
    """`2026-11-28T11:17:52Z`, with a fraction only where there is one."""
    micros = round(time * MICRO)
    moment = datetime.fromtimestamp(micros // MICRO, UTC)
    fraction = f".{micros % MICRO:06d}".rstrip("0") if micros % MICRO else ""
    return f"{moment:%Y-%m-%dT%H:%M:%S}{fraction}Z"

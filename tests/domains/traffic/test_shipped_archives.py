"""`presence ship-log` and what a log was rotated into: its archives, packed and renamed."""

from __future__ import annotations

import gzip
from collections import Counter
from datetime import timedelta

import asyncpg

from tests.domains.traffic.logs import AGENTS
from tests.domains.traffic.sending import counted
from tests.domains.traffic.shipping import BEGINS, Shipper, add
from tests.domains.traffic.site import Site

HEADER = (
    "#Software: Microsoft Internet Information Services 10.0\r\n#Version: 1.0\r\n#Date: {}\r\n"
    "#Fields: date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip"
    " cs(User-Agent) cs(Referer) sc-status sc-substatus sc-win32-status time-taken\r\n"
)


def of_iis(first: int, lines: int) -> bytes:
    """A log as IIS writes it: the same header in every file but for its date."""
    agent = AGENTS["GPTBot"].replace(" ", "+")
    times = [f"{BEGINS + timedelta(seconds=first + n):%Y-%m-%d %H:%M:%S}" for n in range(lines)]
    made = [
        f"{at} 10.0.0.4 GET /guide - 443 - 203.0.113.7 {agent} - 200 0 0 15\r\n" for at in times
    ]
    return (HEADER.format(times[0]) + "".join(made)).encode()


async def test_an_archive_of_a_log_with_a_header_counts_once_after_any_rotation(
    shipper: Shipper, site: Site, admin: asyncpg.Connection
) -> None:
    contents = [of_iis(100 * turn, 12) for turn in range(3)]
    for turn, content in enumerate(contents):
        add(shipper.log, content)
        assert "12 counted, 0 known" in (await shipper.once())[1]
        shipper.log.rename(shipper.log.with_name(f"access.log.{3 - turn}"))
    for content in contents:
        archive = shipper.log.with_name("sent-again.gz")
        archive.write_bytes(gzip.compress(content))
        assert "0 counted, 12 known" in (await shipper.once(log=archive))[1]
    assert await counted(admin, site) == {"GPTBot": 36}


async def test_equal_logs_with_a_header_are_two_logs(
    shipper: Shipper, site: Site, admin: asyncpg.Connection
) -> None:
    for turn in range(2):
        add(shipper.log, of_iis(0, 12))
        assert "12 counted, 0 known" in (await shipper.once())[1]
        shipper.log.rename(shipper.log.with_name(f"access.log.{3 - turn}"))
    assert await counted(admin, site) == Counter(GPTBot=24)

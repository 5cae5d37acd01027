"""`presence ship-log` and what a log was rotated into: its archives, packed and renamed."""

from __future__ import annotations

import asyncio
import gzip
from collections import Counter
from datetime import timedelta
from pathlib import Path

import asyncpg
from starlette.responses import Response

from tests.domains.traffic.logs import AGENTS
from tests.domains.traffic.sending import counted
from tests.domains.traffic.shipping import BEGINS, Shipper, add, some, until
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


async def pushed(shipper: Shipper) -> None:
    """Wait for the shipper's first push."""
    for _ in range(400):
        if shipper.front.pushes:
            return
        await asyncio.sleep(0.05)
    raise AssertionError


def pack(shipper: Shipper, number: int) -> Path:
    """Rotate the log into an archive, and begin a new one."""
    archive = shipper.log.with_name(f"access.log.{number}.gz")
    archive.write_bytes(gzip.compress(shipper.log.read_bytes(), compresslevel=0))
    shipper.log.write_bytes(b"")
    return archive


async def test_archives_renamed_while_an_outage_lasts_are_sent_to_their_ends(
    shipper: Shipper, site: Site, admin: asyncpg.Connection, truth: Counter[str]
) -> None:
    add(shipper.log, some(30, truth))
    assert (await shipper.once())[0] == 0
    for number in (3, 2, 1):
        add(shipper.log, some(10 + number, truth))
        pack(shipper, number)
    shipper.front.plan += [Response("busy", 503)] * 3
    shipper.front.pushes = 0
    process = await shipper.follow()
    await pushed(shipper)
    for number in (3, 2, 1):
        archive = shipper.log.with_name(f"access.log.{number}.gz")
        archive.rename(shipper.log.with_name(f"access.log.{number + 1}.gz"))
    await until(admin, site, truth, process)
    assert (await shipper.stop(process))[0] == 0


async def test_an_archive_that_was_half_written_is_sent_to_its_end_later(
    shipper: Shipper, site: Site, admin: asyncpg.Connection, truth: Counter[str]
) -> None:
    add(shipper.log, some(600, truth))
    assert (await shipper.once())[0] == 0
    add(shipper.log, some(600, truth))
    archive = pack(shipper, 1)
    whole = archive.read_bytes()
    archive.write_bytes(whole[: len(whole) // 4 * 3])
    status, _, err = await shipper.once()
    assert status == 1, err
    assert "access.log.1.gz was not read to its end; it is tried again" in err
    assert "What was not sent is sent at the next start." in err
    archive.rename(shipper.log.with_name("access.log.2.gz"))
    shipper.log.with_name("access.log.2.gz").write_bytes(whole)
    status, _, err = await shipper.once()
    assert (status, err) == (0, "")
    assert await counted(admin, site) == truth


async def test_a_long_archive_is_left_for_the_next_start_when_told_to_end(
    shipper: Shipper, site: Site, admin: asyncpg.Connection, truth: Counter[str]
) -> None:
    add(shipper.log, some(1, truth))
    assert (await shipper.once())[0] == 0
    add(shipper.log, some(3_000, truth))
    pack(shipper, 1)
    shipper.front.plan.append(Response("slow down", 429, {"Retry-After": "100000"}))
    shipper.front.pushes = 0
    process = await shipper.start()
    await pushed(shipper)
    status, _, err = await shipper.stop(process)  # one last attempt
    assert (status, shipper.front.pushes) == (1, 2), err
    assert "Ended before everything was sent" in err
    assert (await shipper.once())[0] == 0
    assert await counted(admin, site) == truth

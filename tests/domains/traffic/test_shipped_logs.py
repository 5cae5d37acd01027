"""`presence ship-log` before the product: every line of a log counts once, whatever happens."""

from __future__ import annotations

import asyncio
import gzip
import os
import random
import shutil
from collections import Counter
from datetime import timedelta

import asyncpg
import pytest
from starlette.responses import Response

from tests.domains.traffic.logs import AGENTS, line
from tests.domains.traffic.sending import counted
from tests.domains.traffic.shipping import BEGINS, Shipper, add, some, until
from tests.domains.traffic.site import Site


async def test_a_log_sent_again_without_its_state_or_packed_counts_once(
    shipper: Shipper, site: Site, admin: asyncpg.Connection, truth: Counter[str]
) -> None:
    content = some(300, truth) + some(200, truth, "ClaudeBot")
    add(shipper.log, content)
    status, out, err = await shipper.once()
    assert (status, err) == (0, ""), err
    assert out == "Sent 500 lines: 500 counted, 0 known already, 0 refused.\n"
    assert (await shipper.once())[1].startswith("Sent 0 lines")
    shipper.state.unlink()
    assert "0 counted, 500 known already" in (await shipper.once())[1]
    packed = shipper.log.with_name("access.log.1.gz")
    packed.write_bytes(gzip.compress(content))
    assert "0 counted, 500 known already" in (await shipper.once(log=packed))[1]
    assert await counted(admin, site) == truth


async def test_lines_are_sent_as_they_are_written_and_a_term_ends_it_well(
    shipper: Shipper, site: Site, admin: asyncpg.Connection, truth: Counter[str]
) -> None:
    process = await shipper.follow()
    await asyncio.sleep(0.3)
    for _ in range(3):
        add(shipper.log, some(5, truth))
        await until(admin, site, truth, process)
    add(shipper.log, some(7, truth))
    status, out, _ = await shipper.stop(process)
    assert status == 0
    assert out.startswith("Sent 22 lines: 22 counted")
    assert await counted(admin, site) == truth


async def test_a_half_written_line_waits_for_its_end(
    shipper: Shipper, site: Site, admin: asyncpg.Connection, truth: Counter[str]
) -> None:
    lines = some(2, truth)
    add(shipper.log, lines[:-40])
    process = await shipper.follow()
    await until(admin, site, {"GPTBot": 1}, process)
    add(shipper.log, lines[-40:-1])
    await asyncio.sleep(0.3)
    assert await counted(admin, site) == {"GPTBot": 1}
    add(shipper.log, b"\n")
    await until(admin, site, truth, process)
    await shipper.stop(process)


async def test_a_last_line_without_a_break_counts_once_when_the_break_comes(
    shipper: Shipper, site: Site, admin: asyncpg.Connection, truth: Counter[str]
) -> None:
    add(shipper.log, some(3, truth)[:-1])
    assert (await shipper.once())[0] == 0
    assert await counted(admin, site) == truth
    assert (await shipper.once())[0] == 0
    add(shipper.log, b"\n" + some(2, truth))
    assert "2 counted" in (await shipper.once())[1]
    assert await counted(admin, site) == truth


async def test_a_log_rotated_by_renaming_loses_no_line_of_either_file(
    shipper: Shipper, site: Site, admin: asyncpg.Connection, truth: Counter[str]
) -> None:
    add(shipper.log, some(10, truth))
    process = await shipper.follow()
    await until(admin, site, truth, process)
    for turn in range(3):
        with shipper.log.open("ab") as server:
            server.write(some(4, truth))
            shipper.log.rename(shipper.log.with_name(f"access.log.{3 - turn}"))
            add(shipper.log, some(5, truth))
            await asyncio.sleep(0.3)
            server.write(some(6, truth))  # a server goes on with the old file until it is told
        await until(admin, site, truth, process)
    await shipper.stop(process)


async def test_equal_lines_of_two_files_are_two_requests(
    shipper: Shipper, site: Site, admin: asyncpg.Connection, truth: Counter[str]
) -> None:
    same = some(10, truth)
    add(shipper.log, same)
    process = await shipper.follow()
    await until(admin, site, truth, process)
    shipper.log.rename(shipper.log.with_name("access.log.1"))
    add(shipper.log, same)
    await until(admin, site, {"GPTBot": 20}, process)
    os.truncate(shipper.log, 0)
    await asyncio.sleep(0.5)
    add(shipper.log, same[: len(same) // 2])
    await until(admin, site, {"GPTBot": 25}, process)
    await shipper.kill(process)
    assert (await shipper.once())[0] == 0
    assert await counted(admin, site) == {"GPTBot": 25}


async def test_a_log_that_is_copied_and_emptied_loses_no_line(
    shipper: Shipper, site: Site, admin: asyncpg.Connection, truth: Counter[str]
) -> None:
    add(shipper.log, some(100, truth))
    process = await shipper.follow()
    await until(admin, site, truth, process)
    for turn in range(3):
        add(shipper.log, some(20, truth))
        shutil.copy(shipper.log, shipper.log.with_name(f"access.log-2026112{turn}"))
        os.truncate(shipper.log, 0)
        add(shipper.log, some(150 if turn == 1 else 30, truth))  # also more than there was before
        await until(admin, site, truth, process)
    await shipper.stop(process)


async def test_the_hole_that_a_writer_leaves_in_an_emptied_file_is_passed_over(
    shipper: Shipper, site: Site, admin: asyncpg.Connection, truth: Counter[str]
) -> None:
    with shipper.log.open("wb") as server:  # not for appending: it goes on at its own place
        server.write(some(50, truth))
        server.flush()
        process = await shipper.follow()
        await until(admin, site, truth, process)
        os.truncate(shipper.log, 0)
        server.write(some(3, truth))
        server.flush()
        await until(admin, site, truth, process)
    assert "could not be read" not in (await shipper.stop(process))[1]


async def test_a_reused_inode_is_another_file(
    shipper: Shipper, site: Site, admin: asyncpg.Connection, truth: Counter[str]
) -> None:
    add(shipper.log, some(40, truth))
    assert (await shipper.once())[0] == 0
    before = shipper.log.stat().st_ino
    for _ in range(50):
        shipper.log.unlink()
        add(shipper.log, b"")
        if shipper.log.stat().st_ino == before:
            break
    add(shipper.log, some(60, truth))
    assert (await shipper.once())[0] == 0
    assert await counted(admin, site) == truth


async def test_a_file_cut_back_by_a_crash_of_the_machine_goes_on(
    shipper: Shipper, site: Site, admin: asyncpg.Connection, truth: Counter[str]
) -> None:
    lines = some(100, truth)
    add(shipper.log, lines)
    assert (await shipper.once())[0] == 0
    os.truncate(shipper.log, lines.index(b"\n", 8_000) + 1)
    add(shipper.log, some(10, truth))
    assert (await shipper.once())[0] == 0
    assert await counted(admin, site) == truth


async def test_hostile_lines_are_passed_over_and_those_around_them_counted(
    shipper: Shipper, site: Site, admin: asyncpg.Connection, truth: Counter[str]
) -> None:
    add(shipper.log, some(3, truth))
    add(shipper.log, b"\0" * 5_000 + b"\n\xff\xfe\x80 broken\n")
    add(shipper.log, some(2, truth))
    add(shipper.log, b"x" * 10_000_000 + b"\n")
    add(shipper.log, some(1, truth).replace(b"/0 HTTP", b"/" + b"a\\x00\xc3(" * 100_000 + b" HTTP"))
    process = await shipper.follow()
    await until(admin, site, truth, process)
    add(shipper.log, some(4, truth))
    await until(admin, site, truth, process)
    assert "3 lines could not be read" in (await shipper.stop(process))[1]


async def test_a_batch_whose_answer_was_lost_counts_once(
    shipper: Shipper, site: Site, admin: asyncpg.Connection, truth: Counter[str]
) -> None:
    add(shipper.log, some(50, truth))
    shipper.front.plan += ["lost", Response("busy", 503)]
    status, out, err = await shipper.once()
    assert (status, out) == (0, "Sent 50 lines: 0 counted, 50 known already, 0 refused.\n")
    assert "answered 500. Trying again" in err
    assert "takes lines again" in err
    assert await counted(admin, site) == truth


async def test_what_the_server_takes_less_of_is_sent_in_smaller_batches(
    shipper: Shipper, site: Site, admin: asyncpg.Connection, truth: Counter[str]
) -> None:
    add(shipper.log, some(100, truth))
    shipper.front.plan += [Response("too large", 413)] * 2
    status, out, err = await shipper.once()
    assert (status, "100 counted" in out) == (0, True)
    assert err.count("413") == 1
    assert await counted(admin, site) == truth


async def test_the_wait_that_a_server_asks_for_is_kept(
    shipper: Shipper, site: Site, admin: asyncpg.Connection, truth: Counter[str]
) -> None:
    add(shipper.log, some(2, truth))
    shipper.front.plan += [Response("slow down", 429, {"Retry-After": "100000"})]
    process = await shipper.start()
    while not shipper.front.pushes:  # noqa: ASYNC110 - another process does it
        await asyncio.sleep(0.05)
    await asyncio.sleep(2.5)
    assert shipper.front.pushes == 1
    status, _, err = await shipper.stop(process)  # one last attempt
    assert (status, shipper.front.pushes) == (0, 2), err
    assert "answered 429. Trying again, in 360" in err
    assert await counted(admin, site) == truth


@pytest.mark.parametrize("rotates", ["not", "renamed", "copied"])
async def test_a_shipper_killed_again_and_again_counts_every_line_once(
    shipper: Shipper, site: Site, admin: asyncpg.Connection, truth: Counter[str], rotates: str
) -> None:
    chance = random.Random(24)  # noqa: S311 - a fixed sequence is the point
    add(shipper.log, some(5, truth))
    process = await shipper.follow()
    await until(admin, site, truth, process)
    for turn in range(6):
        for _ in range(20):
            lines = some(chance.randrange(30), truth) + some(3, truth, "ClaudeBot")
            cut = chance.randrange(len(lines))
            add(shipper.log, lines[:cut])
            await asyncio.sleep(chance.random() * 0.05)
            add(shipper.log, lines[cut:])
        troubles: list[Response | str] = ["lost", Response("busy", 503)]
        shipper.front.plan = troubles[: chance.randrange(3)]
        await shipper.kill(process)
        add(shipper.log, some(11, truth))
        for again in (1, 2):  # twice while nobody looks
            old = shipper.log.with_name(f"access.log.{100 - 2 * turn - again}")
            if rotates == "renamed":
                shipper.log.rename(old)
            elif rotates == "copied":
                shutil.copy(shipper.log, old)
                os.truncate(shipper.log, 0)
            add(shipper.log, some(13, truth))
        process = await shipper.follow()
    await until(admin, site, truth, process)
    assert (await shipper.stop(process))[0] == 0
    assert await counted(admin, site) == truth


async def test_a_file_that_was_rotated_and_packed_meanwhile_is_sent_to_its_end(
    shipper: Shipper, site: Site, admin: asyncpg.Connection, truth: Counter[str]
) -> None:
    add(shipper.log, some(30, truth))
    assert (await shipper.once())[0] == 0
    add(shipper.log, some(5, truth))
    shipper.log.with_name("access.log.1.gz").write_bytes(gzip.compress(shipper.log.read_bytes()))
    shipper.log.unlink()
    add(shipper.log, some(4, truth))
    assert "9 counted, 0 known" in (await shipper.once())[1]
    assert await counted(admin, site) == truth


async def test_a_replaced_token_is_told_and_lines_wait_for_the_new_one(
    shipper: Shipper, site: Site, admin: asyncpg.Connection, truth: Counter[str]
) -> None:
    add(shipper.log, some(3, truth))
    good, shipper.token = shipper.token, "ts_replaced-long-ago"
    status, _, err = await shipper.once()
    assert status == 2
    assert "does not take this token (401)" in err
    shipper.token = good
    assert (await shipper.once())[0] == 0
    assert await counted(admin, site) == truth


async def test_old_lines_are_refused_and_the_reason_told(
    shipper: Shipper, site: Site, admin: asyncpg.Connection, truth: Counter[str]
) -> None:
    add(shipper.log, line(BEGINS - timedelta(days=9), AGENTS["GPTBot"]).encode() + some(1, truth))
    status, out, err = await shipper.once()
    assert (status, "1 counted, 0 known already, 1 refused" in out) == (0, True)
    assert "older than three days; send it as a file" in err
    assert await counted(admin, site) == truth

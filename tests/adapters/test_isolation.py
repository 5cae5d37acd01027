"""Behind which walls an upload is read, and what is said and done where one is missing."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from pathlib import Path

import pytest

from presence.adapters.documents import DocumentReader
from presence.adapters.isolation import landlock
from presence.analysis.documents import DocumentRefused
from presence.core import metrics
from tests.factories.files import docx_file

TIMEOUT_S = 60
IS_ROOT = os.geteuid() == 0
# The worker on another kernel: `missing` is what that one refuses, `before` what was done before.
ELSEWHERE = """
import errno, os
import presence.adapters.document_worker as worker
from presence.adapters.isolation import kernel, seccomp
from presence.adapters.isolation.seccomp import SyscallRule
worker.preload()
{before}
kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1)
rules = [SyscallRule(call, error=error) for call, error in {missing!r}]
seccomp.install(seccomp.program(rules, kernel.architecture(), otherwise=0))
{after}
worker.main()
"""
NO_LANDLOCK = [("landlock_create_ruleset", 38)]
NO_NAMESPACES = [("unshare", 1)]
ORDINARY = "os.setgroups([]); os.setresgid(4321, 4321, 4321); os.setresuid(4321, 4321, 4321)"
ENDLESS = "worker.read_docx = lambda data, name: exec('while True: pass')"


def elsewhere(
    *missing: tuple[str, int], before: str = "", after: str = "", full: bool = False
) -> DocumentReader:
    """A reader on a kernel that answers these calls with these errors."""
    code = ELSEWHERE.format(missing=missing, before=before, after=after)
    return DocumentReader("full" if full else "seccomp", command=(sys.executable, "-I", "-c", code))


def walls() -> float:
    """What the metric says of documents."""
    (family,) = metrics.isolation.collect()
    return next(s.value for s in family.samples if s.labels == {"process": "documents"})


async def test_a_document_is_read_behind_every_wall(caplog: pytest.LogCaptureFixture) -> None:
    made = DocumentReader("full")
    with caplog.at_level(logging.INFO, "presence.documents"):
        for _ in range(2):
            assert (await made.read(docx_file("We mend."), "a.docx")).blocks[-1] == (0, "We mend.")
    said = [record.getMessage() for record in caplog.records]
    assert len(said) == 1
    assert f"seccomp, Landlock {landlock.version()}" in said[0]
    assert ("own user" in said[0]) is IS_ROOT
    assert walls() == 2


async def test_a_kernel_without_landlock_still_reads_and_it_is_said(
    caplog: pytest.LogCaptureFixture,
) -> None:
    made = elsewhere(*NO_LANDLOCK, *NO_NAMESPACES, before=ORDINARY if IS_ROOT else "")
    with caplog.at_level(logging.INFO, "presence.documents"):
        assert (await made.read(docx_file("We mend."), "a.docx")).blocks[-1] == (0, "We mend.")
    (record,) = caplog.records
    assert record.levelno == logging.WARNING
    assert record.getMessage() == "Document reader isolation: seccomp only"
    assert walls() == 1


async def test_where_every_wall_is_demanded_a_kernel_without_landlock_reads_nothing() -> None:
    with pytest.raises(DocumentRefused) as caught:
        await elsewhere(*NO_LANDLOCK, full=True).read(docx_file(), "a.docx")
    assert caught.value.code == "not-isolated"
    assert caught.value.message == (
        "Documents cannot be read safely on this server. Please tell whoever runs it."
    )
    assert walls() == 0


async def test_without_a_list_of_system_calls_nothing_is_read_at_all(
    caplog: pytest.LogCaptureFixture,
) -> None:
    unknown = "kernel.platform.machine = lambda: 'riscv64'"
    with caplog.at_level(logging.INFO, "presence.documents"), pytest.raises(DocumentRefused):
        await elsewhere(after=unknown).read(docx_file(), "a.docx")
    assert "riscv64" in caplog.text


@pytest.mark.skipif(not IS_ROOT, reason="only root can become somebody else")
async def test_in_a_pod_that_may_do_nothing_a_document_is_read_behind_both_walls() -> None:
    """An ordinary user without privileges, who gets no namespace."""
    made = elsewhere(*NO_NAMESPACES, before=ORDINARY, full=True)
    assert (await made.read(docx_file("We mend."), "a.docx")).blocks[-1] == (0, "We mend.")


async def test_the_process_that_reads_has_nothing_and_is_nobody() -> None:
    made = elsewhere(after=ENDLESS)
    tasks = [asyncio.create_task(made.read(docx_file(), "a.docx")) for _ in range(2)]
    try:
        first, second = [await _locked(number) for number in range(2)]
        for each in (first, second):
            assert each["Seccomp"] == "2"
            assert each["NoNewPrivs"] == "1"
            assert {int(each[f"Cap{kind}"], 16) for kind in ("Inh", "Prm", "Eff", "Amb")} == {0}
            assert not each["Groups"] or not IS_ROOT
            assert each["environ"] == ""
            assert each["descriptors"] == "0 1 2"
        if IS_ROOT:
            users = {each["Uid"].split()[0] for each in (first, second)}
            assert len(users) == 2
            assert "0" not in users
            assert len({first["net"], second["net"], os.readlink("/proc/self/ns/net")}) == 3
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _locked(number: int) -> dict[str, str]:
    """What /proc says of our child `number`, once it is locked."""
    async with asyncio.timeout(TIMEOUT_S):
        while True:
            children = _children()
            if len(children) > number:
                known = _known(children[number])
                if known["Seccomp_filters"] == "2":  # one of them plays the other kernel
                    return known
            await asyncio.sleep(0.02)


def _children() -> list[str]:
    return Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text().split()


def _known(child: str) -> dict[str, str]:
    of = Path("/proc") / child
    known = {
        name: rest.strip()
        for name, _, rest in (line.partition(":") for line in (of / "status").open())
    }
    if known["Seccomp_filters"] == "2" and IS_ROOT:
        known["environ"] = (of / "environ").read_text()
        known["descriptors"] = " ".join(sorted(each.name for each in (of / "fd").iterdir()))
        known["net"] = os.readlink(of / "ns" / "net")
    return {"environ": "", "descriptors": "0 1 2", "net": child, **known}

"""`presence analyze` as its users run it: a process, a site over HTTP, an exit status."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import docx
import pytest

from presence_standins.sites import site_server

SITES = ("harrow-broken", "harrow-repaired", "ledgerly", "marlow", "hostile-redirect-metadata")
AUDIENCE = "Families in small flats who want solid furniture that lasts"
PLANTED = {
    "description-missing": "/delivery",
    "robots-blocks-search-bot": "/",
    "jsonld-missing": "/care-guide",
    "open-graph-missing": "/showroom",
    "noindex": "/benches",
    "content-needs-javascript": "/configurator",
    "broken-link": "/our-story",
    "slow-first-byte": "/reviews",
}


@pytest.fixture(scope="module")
def sites() -> Iterator[dict[str, str]]:
    """Base address of each stand-in site, served from another thread."""
    ready, done = threading.Event(), threading.Event()
    bases: dict[str, str] = {}

    async def serve() -> None:
        async with AsyncExitStack() as stack:
            for name in SITES:
                bases[name] = await stack.enter_async_context(site_server(name))
            ready.set()
            await asyncio.to_thread(done.wait)

    thread = threading.Thread(target=asyncio.run, args=(serve(),), daemon=True)
    thread.start()
    assert ready.wait(20)
    yield bases
    done.set()
    thread.join(10)


def presence(
    *arguments: str, open_loopback: bool = True, embeddings: bool = False
) -> subprocess.CompletedProcess[str]:
    environment = {
        key: value for key, value in os.environ.items() if not key.startswith("PRESENCE_")
    }
    environment |= {
        "PRESENCE_OUTBOUND__ALLOWED_NETWORKS": "127.0.0.0/8" if open_loopback else "",
        "PRESENCE_ANALYSIS__EMBEDDINGS": str(embeddings).lower(),
        "COLUMNS": "100",
    }
    program = Path(sys.executable).with_name("presence")
    return subprocess.run(  # noqa: S603 - our own command with literal arguments
        [str(program), "analyze", *arguments],
        env=environment,
        capture_output=True,
        text=True,
        timeout=110,
        check=False,
    )


def report(*arguments: str, embeddings: bool = False) -> dict[str, Any]:
    done = presence(*arguments, "--json", embeddings=embeddings)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.fixture(scope="module")
def broken(sites: dict[str, str]) -> dict[str, Any]:
    return report(sites["harrow-broken"], "--brand", "Harrow Oak", "--audience", AUDIENCE)


@pytest.fixture(scope="module")
def repaired(sites: dict[str, str]) -> dict[str, Any]:
    return report(sites["harrow-repaired"], "--brand", "Harrow Oak", "--audience", AUDIENCE)


@pytest.mark.parametrize("code", PLANTED)
def test_each_planted_defect_is_found_where_it_is(
    code: str, broken: dict[str, Any], sites: dict[str, str]
) -> None:
    found = [gap for gap in broken["technicalGaps"] if gap["code"] == code]
    assert len(found) == 1
    assert sites["harrow-broken"] + PLANTED[code] in found[0]["pages"]
    assert found[0]["evidence"]
    assert found[0]["action"]


def test_the_repaired_twin_has_no_finding(repaired: dict[str, Any]) -> None:
    assert repaired["technicalGaps"] == []


def test_the_repaired_twin_scores_higher(broken: dict[str, Any], repaired: dict[str, Any]) -> None:
    before, after = (r["scores"]["technical"]["value"] for r in (broken, repaired))
    assert after > before


def test_the_object_has_the_agreed_shape(broken: dict[str, Any]) -> None:
    assert {
        "brand",
        "scores",
        "audienceFit",
        "contentGaps",
        "technicalGaps",
        "recommendations",
        "pages",
        "engines",
        "answers",
        "versions",
    } <= set(broken)
    assert set(broken["scores"]) == {"content", "technical", "audienceFit", "overall"}
    for score in broken["scores"].values():
        assert set(score) == {"value", "low", "high", "n"}
        assert score["low"] <= score["value"] <= score["high"]
    assert {"relevance", "toneMatch", "evidence"} <= set(broken["audienceFit"])
    assert set(broken["technicalGaps"][0]) == {
        "page",
        "pages",
        "code",
        "issue",
        "type",
        "impact",
        "action",
        "evidence",
    }
    assert broken["contentGaps"]
    assert set(broken["contentGaps"][0]) == {
        "category",
        "prompt",
        "aiResponse",
        "gapType",
        "competitor",
        "attackMove",
    }


def test_the_same_site_and_seed_print_the_same_bytes(sites: dict[str, str]) -> None:
    arguments = (sites["ledgerly"], "--brand", "Ledgerly", "--audience", "Café owners", "--json")
    first, second = (presence(*arguments, embeddings=True) for _ in range(2))
    assert first.returncode == 0
    assert first.stdout == second.stdout
    assert "all-MiniLM-L6-v2" in json.loads(first.stdout)["engines"][0]["detail"]


def test_two_sites_give_different_scores(sites: dict[str, str], broken: dict[str, Any]) -> None:
    other = report(sites["ledgerly"], "--brand", "Ledgerly", "--audience", "Café owners")
    assert other["scores"] != broken["scores"]
    assert other["technicalGaps"] != broken["technicalGaps"]


def test_a_competitors_site_takes_part(sites: dict[str, str]) -> None:
    found = report(
        sites["harrow-repaired"],
        "--brand",
        "Harrow Oak",
        "--competitor",
        f"Marlow={sites['marlow']}",
        "--competitor",
        "Nordwood",
    )
    owners = {c["owner"] for a in found["answers"] for c in a["citations"]}
    assert owners == {"brand", "marlow"}


def test_a_document_can_stand_in_for_a_website(tmp_path: Path) -> None:
    document = docx.Document()
    document.add_heading("Acme", 1)
    document.add_paragraph("Acme makes oak tables for small flats. Our oak tables last for years.")
    document.save(str(tmp_path / "acme.docx"))
    found = report("--brand", "Acme", "--docx", str(tmp_path / "acme.docx"))
    assert found["scores"]["technical"] is None
    assert found["scores"]["content"] is not None
    assert found["pages"] == []


def test_people_get_a_report_that_says_it_is_simulated(sites: dict[str, str]) -> None:
    done = presence(sites["harrow-broken"], "--brand", "Harrow Oak", "--audience", AUDIENCE)
    assert done.returncode == 0
    for said in (
        "Harrow Oak",
        "Coverage (simulated)",
        "robots.txt blocks OAI-SearchBot",
        "What to do first",
        "No AI assistant was asked",
        "Lexical retrieval alone",
    ):
        assert said in done.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("127.0.0.1:1",),
        ("--brand", "Acme"),
        ("http://", "--brand", "Acme"),
        ("acme.example", "--brand", "Acme", "--pages", "0"),
        ("acme.example", "--brand", "Acme", "--competitor", "=https://x.example"),
        ("--brand", "Acme", "--docx", "/no/such/file.docx"),
        ("--brand", "Acme", "--unheard-of"),
    ],
)
def test_bad_usage_exits_with_2_and_an_explanation(arguments: tuple[str, ...]) -> None:
    done = presence(*arguments)
    assert done.returncode == 2
    assert done.stderr
    assert done.stdout == ""


def test_an_unreachable_site_exits_with_3_and_the_reason() -> None:
    done = presence("http://127.0.0.1:9/", "--brand", "Acme", "--json")
    assert done.returncode == 3
    assert "127.0.0.1:9/ could not be read" in done.stderr
    assert done.stdout == ""


def test_a_private_address_is_refused_with_3(sites: dict[str, str]) -> None:
    done = presence(sites["ledgerly"], "--brand", "Ledgerly", open_loopback=False)
    assert done.returncode == 3
    assert "private or reserved" in done.stderr


def test_a_redirect_to_the_metadata_address_is_refused_with_3(sites: dict[str, str]) -> None:
    done = presence(sites["hostile-redirect-metadata"], "--brand", "Acme")
    assert done.returncode == 3
    assert "169.254.169.254" in done.stderr


def test_a_file_that_is_no_docx_is_refused_with_3(tmp_path: Path) -> None:
    fake = tmp_path / "fake.docx"
    fake.write_bytes(b"%PDF-1.7 not a document")
    done = presence("--brand", "Acme", "--docx", str(fake))
    assert done.returncode == 3
    assert "presence: " in done.stderr

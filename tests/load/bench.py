"""`make bench`: prints every limit of the product as a ratio, with the machine named.

Invariant: what is compared runs in turns within one run on one machine; medians are printed, and
the last line is the whole result as one JSON object.
"""

from __future__ import annotations

import json
import os
import platform
import re
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import Any

from rich.console import Console
from rich.table import Table

from tests.architecture.tree import ROOT
from tests.load.generator import Target, requests_per_second
from tests.load.product import Product, baseline, product, site

ROUNDS = 5
SECONDS = 3.0
WARM_UP_S = 1.0
CRAWL_ROUNDS = 3
BULK = "bulk-200"
BULK_PAGES = 200
RUN_SITE = "bulk-50"
BEFORE = "HEAD~1"  # whose figures for understanding stand beside ours
FIRST_LOADS = {"/auth": "≤ 130 kB", "/dashboard": "≤ 180 kB"}
CATEGORIES = ("performance", "accessibility", "best-practices")

_out = Console(highlight=False)


def main() -> None:
    """Measure, print, and end with JSON."""
    result: dict[str, Any] = {"machine": machine()}
    _out.print(f"Machine: {result['machine']}")
    with site(BULK) as url:
        result["crawl"] = crawl(url)
    with site("harrow") as url:
        result["simulator"] = simulator(url)
    with site(RUN_SITE) as url, product(url) as running:
        result["firstRun"] = first_run(running)
        result["api"] = api(running)
    result["measuring"] = measuring()
    result["browser"] = _module("browser")
    show(result)
    sys.stdout.write(json.dumps(result) + "\n")


def machine() -> str:
    """Processor, cores, memory, system and Python."""
    cpu = re.search(r"model name\s*: (.+)", Path("/proc/cpuinfo").read_text())
    memory = re.search(r"MemTotal:\s+(\d+)", Path("/proc/meminfo").read_text())
    gigabytes = int(memory.group(1)) / 1024**2 if memory else 0
    return (
        f"{cpu.group(1) if cpu else platform.machine()}, {os.cpu_count()} cores, "
        f"{gigabytes:.0f} GB, {platform.system()} {platform.release()}, "
        f"Python {platform.python_version()}"
    )


def crawl(url: str) -> dict[str, float]:
    """Pages a second of crawl, facts and audit beside Scrapy crawling and parsing."""
    ours, theirs = [], []
    for _ in range(CRAWL_ROUNDS):
        ours.append(_pages_per_second("our_crawl", url, str(BULK_PAGES)))
        theirs.append(_pages_per_second("scrapy_crawl", url))
    return {"presence": median(ours), "scrapy": median(theirs)}


def simulator(url: str) -> dict[str, Any]:
    """Answers a second, and with which retrieval."""
    measured = _module("simulator", url)
    return {
        "answersPerSecond": measured["answers"] / measured["seconds"],
        "retrieval": measured["retrieval"],
    }


def measuring() -> dict[str, Any]:
    """Reading, scoring, asking and understanding, each in a process of its own."""
    return {
        "extraction": _module("extraction"),
        "scoring": _module("scoring"),
        "why": _module("why"),
        "rescoring": _module("rescoring"),
        "asking": _module("asking", "--shared", "chatgpt")["chatgpt"],
        "watching": _module("instrumentation"),
        "traffic": _module("traffic"),
        "understanding": _module("understanding", "--before", BEFORE),
    }


def first_run(running: Product) -> dict[str, float]:
    """Seconds from completing the wizard, and memory of the whole process tree."""
    return {
        "firstScoreSeconds": running.first_score_s,
        "fullRunSeconds": running.full_run_s,
        "memoryMb": running.memory_mb,
    }


def api(running: Product) -> dict[str, float]:
    """Median answers a second of each target, measured in turns."""
    cookie = (f"Cookie: {running.cookie}",)
    summary = f"/api/v1/brands/{running.brand_id}/summary"
    with baseline(running.database_url(), running.user_id) as port:
        targets = (
            Target("hello", port, "/hello"),
            Target("select", port, "/select"),
            Target("user", running.port, "/api/user", cookie),
            Target("summary", running.port, summary, cookie),
        )
        for target in targets:
            requests_per_second(target, WARM_UP_S)
        rounds = [{t.name: requests_per_second(t, SECONDS) for t in targets} for _ in range(ROUNDS)]
    return {target.name: median(r[target.name] for r in rounds) for target in targets}


def show(result: dict[str, Any]) -> None:
    """The table people read: value, ratio, goal."""
    table = Table("measured", "value", "ratio", "goal")
    crawled, served, run = result["crawl"], result["api"], result["firstRun"]
    table.add_row("Scrapy: crawl + parse", f"{crawled['scrapy']:.0f} pages/s", "1", "")
    ratio = crawled["presence"] / crawled["scrapy"]
    table.add_row(
        "crawl + facts + audit",
        f"{crawled['presence']:.0f} pages/s",
        f"{ratio:.1f} × Scrapy",
        "≥ 4",
    )
    table.add_row("FastAPI hello", f"{served['hello']:.0f} req/s", "", "")
    table.add_row("FastAPI + raw asyncpg SELECT", f"{served['select']:.0f} req/s", "1", "")
    for name, label, goal in (
        ("user", "GET /api/user", "≥ 0.4"),
        ("summary", "dashboard summary", "≥ 0.25"),
    ):
        ratio = served[name] / served["select"]
        beside = f"{ratio:.2f} × SELECT, {served[name] / served['hello']:.2f} × hello"
        table.add_row(label, f"{served[name]:.0f} req/s", beside, goal)
    simulated = result["simulator"]
    table.add_row(
        f"simulator ({simulated['retrieval']})",
        f"{simulated['answersPerSecond']:.0f} answers/s",
        "",
        "",
    )
    table.add_row("first score", f"{run['firstScoreSeconds']:.1f} s", RUN_SITE, "≤ 10 s")
    table.add_row("full run", f"{run['fullRunSeconds']:.1f} s", RUN_SITE, "≤ 45 s")
    table.add_row("memory of all processes", f"{run['memoryMb']:.0f} MB", "", "≤ 1,200 MB")
    _show_measuring(table, result["measuring"])
    _show_browser(table, result["browser"])
    _out.print(table)


def _show_measuring(table: Table, measured: dict[str, Any]) -> None:
    read, scored = measured["extraction"], measured["scoring"]
    again, asked = measured["rescoring"], measured["asking"]
    table.add_row(
        "extraction, 20 entities, one core",
        f"{read['answersPerSecond']} answers/s",
        f"{read['ratio']:.3f} × plain alternation",
        "≥ 400",
    )
    table.add_row(
        "scoring 150 prompts × 5 engines × 3",
        f"{scored['seconds']:.2f} s",
        f"{scored['ratio']} × plain bootstrap",
        "≤ 1 s",
    )
    why = measured["why"]
    table.add_row(
        "why a number changed, same run twice",
        f"{why['seconds']:.2f} s",
        f"{why['ratio']} × scoring one of them",
        "≤ 2 s",
    )
    table.add_row(
        "re-scoring 10,000 answers",
        f"{again['large']['seconds']:.1f} s",
        f"{again['growthMb']:+d} MB beside 2,000",
        "≤ 30 s, flat",
    )
    table.add_row(
        "asking 200 answers of 1 s, 20 at a time",
        f"{asked['seconds']:.1f} s",
        f"{asked['ratio']:.2f} × ideal",
        "≤ 1.1",
    )
    known = measured["understanding"]
    table.add_row(
        f"offer and questions, {known['words']:,} words",
        f"{known['understandSeconds']:.1f} s, {known['memoryMb']} MB",
        f"{known['understandSeconds'] / known['listingSeconds']:.0f} × listing the words"
        + _before(known, "understandSeconds", "memoryMb"),
        "≤ 10 s, ≤ 400 MB",
    )
    table.add_row(
        "presence detect, from start to end",
        f"{known['detectSeconds']:.2f} s of processor",
        f"{known['detectSeconds'] / known['interpreterSeconds']:.0f} × an empty interpreter"
        + _before(known, "detectSeconds"),
        "≤ 0.4 s",
    )
    watched = measured["watching"]
    table.add_row(
        "GET /api/user with metrics and traces",
        f"{watched['tracedMicroseconds']:.0f} µs of processor",
        f"{watched['tracedRatio']:.2f} × without",
        "≥ 0.85",
    )
    _show_logs(table, measured["traffic"])


def _show_logs(table: Table, logs: dict[str, Any]) -> None:
    table.add_row(
        "presence read-log, combined, one core",
        f"{logs['linesPerSecond']:,.0f} lines/s, {logs['memoryMb']:.0f} MB",
        f"{logs['ratio']:.2f} × GoAccess" if "ratio" in logs else "GoAccess is not installed",
        "≥ 150,000, ≤ 256 MB",
    )


def _before(known: dict[str, Any], seconds: str, memory: str = "") -> str:
    """The same of the commit before, "" where it was not measured."""
    before = known.get("before")
    if before is None:
        return ""
    beside = f", {before[memory]} MB" if memory else ""
    return f"; commit before {before[seconds]:.2f} s{beside}"


def _show_browser(table: Table, measured: dict[str, Any]) -> None:
    sizes = measured["firstLoadKb"]
    minimal = sizes["minimal"]
    table.add_row("minimal React app: first load", f"{minimal} kB", "1", "")
    for route, goal in FIRST_LOADS.items():
        ratio = f"{sizes[route] / minimal:.2f} × minimal"
        table.add_row(f"first load of {route}", f"{sizes[route]} kB", ratio, goal)
    for name, scores in measured["lighthouse"].items():
        goal = "" if name == "minimal" else "≥ 95 / 100 / 100, shift ≤ 0.05"
        value = " / ".join(str(scores[category]) for category in CATEGORIES)
        shown = f"paint {scores['largestPaintMs']} ms, shift {scores['layoutShift']:.3f}"
        table.add_row(f"Lighthouse: {name}", value, shown, goal)
        if scores["failed"]:
            table.add_row("", ", ".join(scores["failed"]), "", "")
    used = measured["interaction"]
    table.add_row(
        f"slowest press on a table of {used['rows']} rows",
        f"{used['milliseconds']:.0f} ms",
        "",
        "≤ 200 ms",
    )


def _pages_per_second(module: str, *arguments: str) -> float:
    measured = _module(module, *arguments)
    if measured["pages"] < BULK_PAGES:
        raise RuntimeError(f"{module} saw {measured['pages']} of {BULK_PAGES} pages.")
    return float(measured["pages"] / measured["seconds"])


def _module(module: str, *arguments: str) -> dict[str, Any]:
    done = subprocess.run(  # noqa: S603 - our own interpreter and modules
        [sys.executable, "-m", f"tests.load.{module}", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise RuntimeError(f"{module} failed:\n{done.stderr}")
    document: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return document


if __name__ == "__main__":
    main()

"""The Cloudflare Worker that the Traffic screen offers reports every bot the product knows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from presence.analysis.traffic.bots import named_bots

WORKER = Path(__file__).parents[3] / "web/src/features/traffic/worker.ts"
ASSISTANTS = [bot.token for bot in named_bots() if bot.purpose != "other"]
PEOPLE = [
    "Mozilla/5.0 (Linux; Android 10; CUBOT NOTE 20) AppleWebKit/537.36 Chrome/130.0 Mobile",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 GSA/340.0 Mobile",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Mobile/22B83 [FBAN/FBIOS;FBAV/490.0]",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130.0 YaBrowser/24.10 Edg/130.0",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ChatGPT/1.2026 Chrome/130.0",
]


@pytest.fixture
def pattern() -> re.Pattern[str]:
    """The Worker's pattern, as it is pasted."""
    found = re.search(r"new RegExp\(\n(.*?)\n  \"i\",\n\)", WORKER.read_text("utf-8"), re.DOTALL)
    assert found
    text = "".join(re.findall(r'"(.*?)"', found[1]))
    return re.compile(text.replace("\\" * 4, "\\"), re.IGNORECASE)


@pytest.mark.parametrize("token", ASSISTANTS)
def test_the_worker_reports_every_bot_of_an_assistant(pattern: re.Pattern[str], token: str) -> None:
    assert pattern.search(f"Mozilla/5.0 (compatible; {token}/1.0)")
    assert pattern.search(token)


@pytest.mark.parametrize("agent", PEOPLE)
def test_the_worker_reports_no_person(pattern: re.Pattern[str], agent: str) -> None:
    assert not pattern.search(agent)

"""One log's counts: bots, verdicts, referrals, people, wrong and repeated lines."""

from __future__ import annotations

import pytest

from tests.analysis.traffic.logs import (
    CHROME,
    GPTBOT,
    GPTBOT_ADDRESS,
    NOT_OPENAI,
    combined,
    summarize,
)


def test_a_bot_from_its_makers_address_is_verified_and_from_another_contradicted() -> None:
    log = "\n".join(
        (
            combined(GPTBOT, address=GPTBOT_ADDRESS),
            combined(GPTBOT, address=NOT_OPENAI, status=403),
            combined("Claude-User/1.0", address=NOT_OPENAI),
        )
    )
    gptbot, claude = summarize(log).bots
    assert (gptbot.bot, gptbot.maker, gptbot.purpose) == ("GPTBot", "OpenAI", "training")
    assert (gptbot.requests, gptbot.errors) == (2, 1)
    assert (gptbot.verified, gptbot.claimed, gptbot.contradicted) == (1, 0, 1)
    assert (claude.bot, claude.purpose, claude.claimed) == ("Claude-User", "user", 1)


def test_equal_lines_at_different_offsets_are_two_requests() -> None:
    summary = summarize(f"{combined()}\n{combined()}\n")
    assert (summary.parsed, summary.people, summary.duplicates) == (2, 2, 0)


def test_a_repeated_event_id_counts_once_and_is_reported() -> None:
    entry = (
        '{"ClientIP":"203.0.113.9","ClientRequestURI":"/","EdgeResponseStatus":200,'
        '"ClientRequestUserAgent":"GPTBot/1.3","EdgeStartTimestamp":"2026-11-28T11:17:52Z",'
        '"RayID":"%s"}'
    )
    summary = summarize("\n".join(entry % ray for ray in ("a1", "b2", "a1")))
    assert (summary.lines, summary.parsed, summary.duplicates) == (3, 3, 1)
    assert summary.bots[0].requests == 2


def test_mixed_time_zones_give_one_span_in_utc() -> None:
    log = "\n".join(
        (
            combined(time="28/Nov/2026:01:00:00 +0200"),
            combined(time="27/Nov/2026:17:00:00 -0800"),
        )
    )
    summary = summarize(log)
    assert (summary.first, summary.last) == ("2026-11-27T23:00:00Z", "2026-11-28T01:00:00Z")


@pytest.mark.parametrize("chunk", [1, 2, 7, 64, 1000])
def test_counts_do_not_depend_on_chunks(chunk: int) -> None:
    lines = [
        combined(GPTBOT, address=GPTBOT_ADDRESS),
        "not a line of a log",
        combined(referrer="https://chatgpt.com/"),
        combined(f"{CHROME} \N{SNOWMAN}"),
    ] * 3
    log = "\r\n".join(lines)
    assert summarize(log, chunk=chunk) == summarize(log)


def test_sessions_leave_out_parts_of_pages_and_hops_of_redirects() -> None:
    clicks = (
        ("10:00:00", "GET /old HTTP/1.1", 301),
        ("10:00:00", "GET /new HTTP/1.1", 200),
        ("10:00:01", "GET /style.css HTTP/1.1", 200),
        ("10:29:00", "GET /more HTTP/1.1", 200),
        ("11:00:00", "GET /again HTTP/1.1", 200),
    )
    log = "\n".join(
        combined(
            time=f"28/Nov/2026:{clock} +0000",
            request=request,
            status=status,
            referrer="https://www.perplexity.ai/",
        )
        for clock, request, status in clicks
    )
    (referral,) = summarize(log).referrals
    assert (referral.assistant, referral.requests, referral.sessions) == ("Perplexity", 5, 2)


def test_a_log_nothing_can_be_read_from_counts_its_lines_as_wrong() -> None:
    summary = summarize("hello\nworld\n\n")
    assert (summary.lines, summary.parsed, summary.wrong) == (2, 0, 2)
    assert (summary.first, summary.last) == (None, None)

"""Which bot a user agent names, whose address lists say what, and which assistant sent whom."""

from __future__ import annotations

import pytest
from crawleruseragents import CRAWLER_USER_AGENTS_DATA

from presence.analysis.crawler import SEARCH_BOTS, TRAINING_BOTS, USER_BOTS
from presence.analysis.traffic import (
    Addresses,
    Bot,
    WrongList,
    assistant_of,
    is_ai_crawler,
    kept_lists,
    read_list,
    recognise,
    refreshed,
)
from presence.analysis.traffic.bots import OF_AI_SEARCH, RULES_ONLY, named_bots
from tests.analysis.traffic.logs import CHROME, GPTBOT, GPTBOT_ADDRESS, NOT_OPENAI

# The makers' own pages: OpenAI "Overview of OpenAI crawlers", Anthropic "Does Anthropic crawl data
# from the web", Perplexity "Perplexity crawlers", Bing, Apple, Meta, Amazon, Mistral, DuckDuckGo.
PURPOSES = {
    GPTBOT: ("GPTBot", "training"),
    "Mozilla/5.0 (Macintosh) Chrome/131 Safari/537.36; compatible; OAI-SearchBot/1.3; "
    "+https://openai.com/searchbot": ("OAI-SearchBot", "search"),
    "Mozilla/5.0 AppleWebKit/537.36; compatible; ChatGPT-User/1.0; +https://openai.com/bot": (
        "ChatGPT-User",
        "user",
    ),
    "Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)": ("ClaudeBot", "training"),
    "Mozilla/5.0 (compatible; Claude-User/1.0; +Claude-User@anthropic.com)": (
        "Claude-User",
        "user",
    ),
    "Mozilla/5.0 (compatible; Claude-SearchBot/1.0)": ("Claude-SearchBot", "search"),
    "Mozilla/5.0 (compatible; Perplexity-User/1.0; +https://perplexity.ai/perplexity-user)": (
        "Perplexity-User",
        "user",
    ),
    "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)": (
        "Bingbot",
        "search",
    ),
    "meta-externalagent/1.1": ("Meta-ExternalAgent", "training"),
    "Mozilla/5.0 (compatible; MistralAI-User/1.0; +https://docs.mistral.ai/robots)": (
        "MistralAI-User",
        "user",
    ),
    "Mozilla/5.0 (Linux; Android 6.0.1) Chrome/130 Mobile Safari/537.36 (compatible; "
    "Googlebot/2.1; +http://www.google.com/bot.html)": ("Googlebot", "search"),
    "curl/8.5.0": ("curl", "other"),
    "python-requests/2.32.3": ("python-requests", "other"),
    "gptbot": ("GPTBot", "training"),
}


@pytest.mark.parametrize("agent", PURPOSES)
def test_a_bot_is_known_by_its_whole_token_with_its_purpose(agent: str) -> None:
    bot = recognise(agent)
    assert bot is not None
    assert (bot.token, bot.purpose) == PURPOSES[agent]


@pytest.mark.parametrize(
    "agent",
    [
        "",
        CHROME,
        "NotGPTBot/1.0",
        "Mozilla/5.0 (X11; Linux x86_64) ClaudeBotany/2.0 Firefox/130.0",
        "Claude-User-Agent/1.0",
        "MyClaude-User/1.0",
        "Mozilla/5.0 (Linux; Android 10; CUBOT P40) Chrome/120.0 Mobile Safari/537.36",
        "Mozilla/5.0 (Linux; Android 8; RED H1) Chrome/120.0 Mobile Safari/537.36",
        "Mozilla/5.0 (compatible; +https://openai.com/gptbot)",
        "Mozilla/5.0 (Linux; Android 16; wv) Chrome/146.0 Mobile Safari/537.36 MetaIAB Facebook",
        "Mozilla/5.0 (Linux; KFAUWI) Silk/108.4.6 like Chrome/108.0 Safari/537.36",
        "Mozilla/5.0 (X11) AppleWebKit/537.36 (KHTML, like Googlebot) Safari/537.36",
    ],
)
def test_similar_letters_are_no_bot(agent: str) -> None:
    assert recognise(agent) is None


def test_nearly_all_examples_of_the_kept_list_are_recognised() -> None:
    examples = [agent for entry in CRAWLER_USER_AGENTS_DATA for agent in entry["instances"]]
    missed = [agent for agent in examples if recognise(agent) is None]
    assert len(missed) < len(examples) * 0.04


def test_the_audits_bots_are_known_under_the_audits_names() -> None:
    named = {bot.token: bot for bot in named_bots()}
    assert len(named) == len(named_bots())
    for bots, purpose in (
        (SEARCH_BOTS, "search"),
        (USER_BOTS, "user"),
        (TRAINING_BOTS, "training"),
    ):
        for token in set(bots) - RULES_ONLY:
            assert named[token].purpose == purpose


def test_every_kept_list_says_where_and_when_it_was_published() -> None:
    for published in kept_lists():
        assert published.source.startswith("https://")
        assert published.fetched >= "2026-09-02"
        assert published.networks
        assert {token.lower() for token in published.tokens} <= {
            bot.token.lower() for bot in named_bots()
        }


def test_without_a_list_or_an_address_a_bot_only_claims() -> None:
    addresses = Addresses(kept_lists())
    assert addresses.verdict(Bot("ClaudeBot", "", "training"), NOT_OPENAI) == "claimed"
    assert addresses.verdict(Bot("GPTBot", "", "training"), "crawl.example.com") == "claimed"


def test_a_makers_own_file_takes_the_place_of_the_kept_list() -> None:
    file = b'{"creationTime": "2026-11-01", "prefixes": [{"ipv4Prefix": "203.0.113.0/28"}]}'
    addresses = Addresses(refreshed({"gptbot.json": file}, "2026-11-28"))
    bot = Bot("GPTBot", "OpenAI", "training")
    assert addresses.verdict(bot, NOT_OPENAI) == "verified"
    assert addresses.verdict(bot, GPTBOT_ADDRESS) == "contradicted"


@pytest.mark.parametrize(
    "text",
    [
        b"<html>",
        b"[]",
        b'{"prefixes": []}',
        b'{"prefixes": ["0.0.0.0/0"]}',
        b'{"prefixes": ["not an address"]}',
        b'{"prefixes": ["203.0.113.0/28"]}',
    ],
)
def test_a_file_that_is_no_address_list_is_refused(text: bytes) -> None:
    with pytest.raises(WrongList):
        read_list("unknown.json", text)


SENT = {
    ("https://chatgpt.com/", "/"): "ChatGPT",
    ("https://www.perplexity.ai/search?q=x", "/"): "Perplexity",
    ("http://gemini.google.com", "/"): "Gemini",
    ("https://copilot.microsoft.com/chats/1", "/"): "Copilot",
    ("claude.ai", "/"): "Claude",
    ("", "/guide?utm_source=chatgpt.com"): "ChatGPT",
    ("", "/guide?a=b&UTM_SOURCE=Perplexity&c"): "Perplexity",
    ("", "/guide?utm_source=chatgpt%2Ecom"): "ChatGPT",
    ("https://shop.example/", "/?utm_source=chatgpt.com"): "ChatGPT",
    ("https://CHATGPT.COM:443/", "/"): "ChatGPT",
    ("https://ｃｈａｔｇｐｔ．ｃｏｍ/", "/"): "ChatGPT",
    ("android-app://com.openai.chatgpt/", "/"): "ChatGPT",
    ("https://chatgpt.com.evil.example/", "/"): None,
    ("https://notchatgpt.com/", "/"): None,
    ("https://www.google.com/", "/"): None,
    ("https://example.com/?u=https://chatgpt.com/", "/"): None,
    ("https://xn--chatgpt-9za.com/", "/"): None,
    ("https://chatgpt.com@evil.example/", "/"): None,
    ("https://сhatgpt.com/", "/"): None,  # a Cyrillic letter
    ("", "/chatgpt.com"): None,
    ("", "/?xutm_source=chatgpt.com"): None,
    ("https://[broken", "/"): None,
}


@pytest.mark.parametrize("sent", SENT)
def test_an_assistant_is_known_by_its_own_host_and_no_other(sent: tuple[str, str]) -> None:
    assert assistant_of(*sent) == SENT[sent]


def test_every_bot_the_audit_speaks_about_is_an_ai_crawler() -> None:
    audited = {*SEARCH_BOTS, *USER_BOTS, *TRAINING_BOTS} - RULES_ONLY
    assert {one.token for one in named_bots() if is_ai_crawler(one.token, one.purpose)} >= audited


@pytest.mark.parametrize(
    "agent",
    [
        "Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)",
        "Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)",
        "Mozilla/5.0 (compatible; SeznamBot/4.0; +http://napoveda.seznam.cz/seznambot-intro/)",
        "Mozilla/5.0 (compatible; Yeti/1.1; +http://naver.me/spd)",
        "Mozilla/5.0 (compatible; coccocbot-web/1.0; +http://help.coccoc.com/searchengine)",
        "Googlebot-Image/1.0",
        "curl/8.5.0",
    ],
)
def test_a_classic_engine_and_a_tool_are_bots_but_no_ai_crawlers(agent: str) -> None:
    bot = recognise(agent)
    assert bot is not None
    assert not is_ai_crawler(bot.token, bot.purpose)


def test_every_search_bot_taken_for_an_ai_crawler_is_in_the_table() -> None:
    assert {one.token for one in named_bots() if one.purpose == "search"} >= OF_AI_SEARCH

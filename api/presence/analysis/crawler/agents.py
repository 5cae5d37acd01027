"""The AI bots an audit speaks about, by what they fetch for, and how we name ourselves.

Invariant: only search and user bots can be a barrier; training bots are the owner's choice.
Tokens and user-agent strings are the vendors' published ones.
"""

from __future__ import annotations

from typing import Final

ROBOTS_NAME: Final = "PresenceBot"
USER_AGENT: Final = "Mozilla/5.0 (compatible; PresenceBot/1.0; AI visibility audit)"

SEARCH_BOTS: Final = (
    "OAI-SearchBot", "Claude-SearchBot", "PerplexityBot", "Googlebot", "Bingbot", "Applebot",
)  # fmt: skip
USER_BOTS: Final = ("ChatGPT-User", "Claude-User", "Perplexity-User")
TRAINING_BOTS: Final = (
    "GPTBot", "ClaudeBot", "Google-Extended", "CCBot", "Applebot-Extended", "Meta-ExternalAgent",
    "Bytespider", "Amazonbot",
)  # fmt: skip

PROBE_AGENTS: Final[dict[str, str]] = {
    "OAI-SearchBot": (
        "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; OAI-SearchBot/1.0; "
        "+https://openai.com/searchbot"
    ),
    "Claude-SearchBot": (
        "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Claude-SearchBot/1.0; "
        "+https://www.anthropic.com/claude-searchbot)"
    ),
    "PerplexityBot": (
        "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; PerplexityBot/1.0; "
        "+https://perplexity.ai/perplexitybot)"
    ),
    "Googlebot": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    "Bingbot": "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)",
    "ChatGPT-User": (
        "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; "
        "+https://openai.com/bot"
    ),
    "Claude-User": (
        "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Claude-User/1.0; "
        "+Claude-User@anthropic.com)"
    ),
    "Perplexity-User": (
        "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Perplexity-User/1.0; "
        "+https://perplexity.ai/perplexity-user)"
    ),
}

VENDORS: Final[dict[str, str]] = {
    "OAI-SearchBot": "OpenAI", "ChatGPT-User": "OpenAI", "GPTBot": "OpenAI",
    "Claude-SearchBot": "Anthropic", "Claude-User": "Anthropic", "ClaudeBot": "Anthropic",
    "PerplexityBot": "Perplexity", "Perplexity-User": "Perplexity",
    "Googlebot": "Google", "Google-Extended": "Google", "Bingbot": "Microsoft",
    "Applebot": "Apple", "Applebot-Extended": "Apple", "CCBot": "Common Crawl",
    "Meta-ExternalAgent": "Meta", "Bytespider": "ByteDance", "Amazonbot": "Amazon",
}  # fmt: skip

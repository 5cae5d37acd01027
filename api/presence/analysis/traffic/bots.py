"""The bots known by name: who runs them and what they fetch pages for.

The audit's bots and their makers come from `analysis.crawler.agents`, which owns them; here are
the others that name themselves in logs. Purposes are the makers' own statements (documentation of
OpenAI, Anthropic, Perplexity, Google, Microsoft, Apple, Meta, Amazon, DuckDuckGo, Mistral, Common
Crawl and of each bot's page), read in November 2026; a bot whose maker states none of the four is
`other`. `search`: an index that answers are drawn from, of a search engine or an assistant;
`user`: somebody asked for the page just now; `training`: data for models; `agent`: a program that
operates the site on somebody's behalf.

Invariant: a token is listed once; Google-Extended and Applebot-Extended are rules for robots.txt
that no request carries, so no request counts under them.
"""

from __future__ import annotations

from typing import Final

from presence.analysis.crawler.agents import SEARCH_BOTS, TRAINING_BOTS, USER_BOTS, VENDORS
from presence.analysis.traffic.types import Bot, FetchPurpose

READ_ON: Final = "2026-11-28"
RULES_ONLY: Final = frozenset(("Google-Extended", "Applebot-Extended"))

_OTHERS: Final[dict[FetchPurpose, dict[str, tuple[str, ...]]]] = {
    "search": {
        "Amazon": ("Amzn-SearchBot",),
        "Andi": ("Andibot",),
        "Aranet": ("Aranet-SearchBot",),
        "Baidu": ("Baiduspider", "Baiduspider-render", "Baiduspider-image"),
        "Brave": ("BraveBot",),
        "DuckDuckGo": ("DuckDuckBot", "DuckDuckBot-Https"),
        "Exa": ("ExaSearchBot",),
        "Google": (
            "Googlebot-Image", "Googlebot-News", "Googlebot-Video", "Googlebot-Mobile",
            "Storebot-Google",
        ),
        "Huawei": ("PetalBot",),
        "iAsk": ("iAskBot", "iaskspider"),
        "Kagi": ("Kagibot",),
        "Linkup": ("LinkupBot",),
        "Meta": ("Meta-WebIndexer",),
        "Microsoft": ("msnbot", "Adidxbot", "AzureAI-SearchBot"),
        "Mojeek": ("MojeekBot",),
        "Naver": ("Yeti", "NaverBot"),
        "Parallel": ("ShapBot",),
        "Phind": ("PhindBot",),
        "Qwant": ("Qwantbot", "Qwantbot-news", "Qwantify"),
        "Seznam": ("SeznamBot",),
        "Sogou": ("Sogou",),
        "Tavily": ("TavilyBot",),
        "Timpi": ("Timpibot",),
        "Yahoo": ("Slurp",),
        "Yandex": (
            "YandexBot", "YandexImages", "YandexVideo", "YandexMedia", "YandexMobileBot",
            "YandexRenderResourcesBot", "YandexComBot",
        ),
        "You.com": ("YouBot",),
    },
    "user": {
        "Amazon": ("Amzn-User",),
        "Cohere": ("cohere-ai",),
        "DuckDuckGo": ("DuckAssistBot",),
        "Google": (
            "Gemini-Deep-Research", "Google-NotebookLM", "Google-GeminiNotebook", "Google-Pinpoint",
            "Google-Read-Aloud",
        ),
        "Ison AI": ("IsonAI-User",),
        "Kagi": ("kagi-fetcher",),
        "Meta": ("Meta-ExternalFetcher",),
        "Mistral AI": ("MistralAI-User",),
        "Perplexity": ("PerplexityUser",),
        "Sider": ("linkReader",),
    },
    "training": {
        "Allen Institute for AI": ("AI2Bot", "Ai2Bot-Dolma"),
        "Anthropic": ("anthropic-ai", "Claude-Web"),
        "ByteDance": ("TikTokSpider", "imageSpider"),
        "Cohere": ("cohere-training-data-crawler",),
        "DeepSeek": ("DeepSeekBot",),
        "Diffbot": ("Diffbot",),
        "Hive": ("ImagesiftBot",),
        "Huawei": ("PanguBot",),
        "Kangaroo LLM": ("Kangaroo Bot",),
        "LAION": ("img2dataset", "LAIONDownloader", "laion-huggingface-processor"),
        "Meta": ("FacebookBot",),
        "NICT": ("ICC-Crawler",),
        "Reflection AI": ("Reflectionbot",),
        "ROIS-DS": ("Cotoyogi",),
        "SB Intuitions": ("SBIntuitionsBot",),
        "Webz.io": ("Webzio-Extended", "omgili", "omgilibot"),
        "Zhipu AI": ("ChatGLM-Spider",),
    },
    "agent": {
        "Amazon": ("Amazon-Bedrock-AgentCore-Browser", "AmazonBuyForMe", "Novaact"),
        "Anchor": ("Anchor Browser",),
        "Cognition": ("Devin",),
        "Google": ("Google-Agent", "GoogleAgent-Mariner"),
        "Manus": ("Manus-User",),
        "OpenAI": ("ChatGPT Agent",),
        "Twin": ("TwinAgent",),
    },
    "other": {
        "Ahrefs": ("AhrefsBot", "AhrefsSiteAudit"),
        "Amazon": ("bedrockbot", "KendraBot", "AmazonAdBot"),
        "Cloudflare": ("Cloudflare-AutoRAG",),
        "Firecrawl": ("FirecrawlAgent",),
        "Google": (
            "GoogleOther", "GoogleOther-Image", "GoogleOther-Video", "Google-CloudVertexBot",
            "Google-InspectionTool", "AdsBot-Google", "AdsBot-Google-Mobile",
            "AdsBot-Google-Mobile-Apps", "APIs-Google", "Mediapartners-Google",
            "FeedFetcher-Google", "Google-Site-Verification", "Google-Safety", "GoogleProducer",
            "GoogleMessages", "Google-CWS",
        ),
        "Internet Archive": ("archive.org_bot", "ia_archiver"),
        "Majestic": ("MJ12bot",),
        "Meta": ("facebookexternalhit", "facebookcatalog", "meta-externalads"),
        "Microsoft": ("BingPreview", "MicrosoftPreview"),
        "Moz": ("rogerbot", "DotBot"),
        "OpenAI": ("OAI-AdsBot",),
        "Semrush": ("SemrushBot", "SiteAuditBot", "SplitSignalBot"),
        "Slack": ("Slackbot", "Slackbot-LinkExpanding", "Slack-ImgProxy"),
        "X": ("Twitterbot",),
    },
}  # fmt: skip

# The search bots behind an assistant's or an AI search's answers. The others of that purpose fill
# the pages of classic engines, or their answers are not known to draw on them.
OF_AI_SEARCH: Final = frozenset(
    (
        *SEARCH_BOTS, "Amzn-SearchBot", "Andibot", "AzureAI-SearchBot", "BraveBot", "DuckDuckBot",
        "DuckDuckBot-Https", "ExaSearchBot", "iAskBot", "iaskspider", "Kagibot", "LinkupBot",
        "Meta-WebIndexer", "PhindBot", "ShapBot", "TavilyBot", "YouBot",
    )
)  # fmt: skip
_OF_AI: Final = frozenset({"user", "training", "agent"})


def is_ai_crawler(token: str, purpose: str) -> bool:
    """Whether a bot fetches for an assistant, AI search or a model.

    Never a classic search engine (YandexBot), another bot, or people.
    """
    return purpose in _OF_AI or (purpose == "search" and token in OF_AI_SEARCH)


def named_bots() -> tuple[Bot, ...]:
    """Every bot of the table."""
    audited: tuple[tuple[FetchPurpose, tuple[str, ...]], ...] = (
        ("search", SEARCH_BOTS),
        ("user", USER_BOTS),
        ("training", TRAINING_BOTS),
    )
    found = [
        Bot(token, VENDORS[token], purpose)
        for purpose, tokens in audited
        for token in tokens
        if token not in RULES_ONLY
    ]
    for purpose, makers in _OTHERS.items():
        found += [Bot(token, maker, purpose) for maker in makers for token in makers[maker]]
    return tuple(found)

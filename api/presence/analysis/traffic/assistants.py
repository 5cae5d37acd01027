"""People an assistant sent: by the referrer's host, or by the campaign in the landing address.

Assistants add `utm_source` with their own host to links, and many visits carry no referrer at all,
so what is counted is a floor. The table was read in November 2026 from the assistants' own
addresses.

Invariant: a host counts with its subdomains only where the whole host is the assistant's; a search
engine that also has an assistant counts only under the assistant's address.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final
from unicodedata import normalize
from urllib.parse import unquote_plus, urlsplit

from presence.analysis.traffic.text import host_of

READ_ON: Final = "2026-11-28"
# Hosts that belong to an assistant with all their subdomains.
_HOSTS: Final[dict[str, tuple[str, ...]]] = {
    "ChatGPT": ("chatgpt.com", "chat.openai.com", "chat.com"),
    "Claude": ("claude.ai",),
    "Copilot": (
        "copilot.microsoft.com", "copilot.com", "copilot.cloud.microsoft", "edgeservices.bing.com",
    ),
    "DeepSeek": ("chat.deepseek.com",),
    "Doubao": ("doubao.com",),
    "DuckDuckGo AI": ("duck.ai",),
    "Gemini": ("gemini.google.com", "bard.google.com"),
    "Google AI Studio": ("aistudio.google.com",),
    "Grok": ("grok.com", "grok.x.ai"),
    "iAsk": ("iask.ai",),
    "Kimi": ("kimi.com", "kimi.ai", "kimi.moonshot.cn"),
    "Manus": ("manus.im",),
    "Meta AI": ("meta.ai",),
    "Mistral": ("chat.mistral.ai",),
    "NotebookLM": ("notebooklm.google.com", "notebooklm.google"),
    "Perplexity": ("perplexity.ai", "perplexity.com", "pplx.ai"),
    "Phind": ("phind.com",),
    "Pi": ("pi.ai",),
    "Poe": ("poe.com",),
    "Qwen": ("chat.qwen.ai", "qwen.ai", "tongyi.aliyun.com"),
    "You.com": ("you.com",),
    "Z.ai": ("z.ai", "chatglm.cn"),
}  # fmt: skip
# What assistants and people who tag links write into utm_source besides the hosts above.
_SOURCES: Final = {
    "chatgpt": "ChatGPT",
    "openai": "ChatGPT",
    "claude": "Claude",
    "copilot": "Copilot",
    "deepseek": "DeepSeek",
    "gemini": "Gemini",
    "grok": "Grok",
    "meta.ai": "Meta AI",
    "mistral": "Mistral",
    "perplexity": "Perplexity",
}
_BY_HOST: Final = {host: name for name, hosts in _HOSTS.items() for host in hosts}
_SOURCE: Final = re.compile(r"(?:^|[?&;])utm_source=([^&;#]{1,100})", re.IGNORECASE)
# Android's apps name themselves as referrers: android-app://com.openai.chatgpt/
_APPS: Final = {
    "com.openai.chatgpt": "ChatGPT",
    "ai.perplexity.app.android": "Perplexity",
    "com.anthropic.claude": "Claude",
    "com.google.android.apps.bard": "Gemini",
    "com.microsoft.copilot": "Copilot",
    "com.deepseek.chat": "DeepSeek",
    "ai.x.grok": "Grok",
    "ai.mistral.chat": "Mistral",
}


def assistant_of(referrer: str, target: str) -> str | None:
    """The assistant that sent a visitor, by the referrer, else by the landing address's campaign.

    `referrer`: as logged, possibly "". `target`: path and query asked for.
    """
    if referrer:
        found = _by_referrer(referrer[:2048])
        if found is not None:
            return found
    if "utm_source" in target or "UTM_SOURCE" in target:
        source = _SOURCE.search(target.partition("?")[2])
        return _by_source(source[1]) if source else None
    return None


@lru_cache(maxsize=8192)
def _by_referrer(referrer: str) -> str | None:
    text = referrer.strip()
    if "://" not in text:
        text = f"//{text}"
    try:
        parts = urlsplit(text)
    except ValueError:
        return None
    if parts.scheme == "android-app":
        return _APPS.get(parts.netloc.lower())
    if parts.scheme not in ("http", "https", ""):
        return None
    host = _ascii(host_of(normalize("NFKC", parts.netloc)))
    if host in ("bing.com", "www.bing.com") and parts.path.startswith(("/chat", "/copilotsearch")):
        return "Copilot"
    return _by_host(host)


def _by_host(host: str) -> str | None:
    labels = host.split(".")
    for start in range(len(labels) - 1):
        found = _BY_HOST.get(".".join(labels[start:]))
        if found is not None:
            return found
    return None


def _by_source(source: str) -> str | None:
    text = unquote_plus(source).strip().lower()
    return _SOURCES.get(text) or _by_host(_ascii(host_of(text)))


def _ascii(host: str) -> str:
    """A host as the name system has it: full-width letters folded, others in punycode."""
    if host.isascii():
        return host
    try:
        return host.encode("idna").decode("ascii")
    except UnicodeError:
        return ""

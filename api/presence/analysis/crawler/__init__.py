"""Reading a website the way an AI crawler does: robots, pages, links, agents, nothing executed.

Invariant: the network and the time come in through ports; a hostile site costs bounded work.
"""

from presence.analysis.crawler.agents import (
    ROBOTS_NAME,
    SEARCH_BOTS,
    TRAINING_BOTS,
    USER_AGENT,
    USER_BOTS,
)
from presence.analysis.crawler.crawl import crawl, crawl_all
from presence.analysis.crawler.facts import is_html, read_page
from presence.analysis.crawler.in_process import SitesHere
from presence.analysis.crawler.page_text import owns
from presence.analysis.crawler.refetch import refetch
from presence.analysis.crawler.robots import RobotsDecision, RobotsFile
from presence.analysis.crawler.urls import normalize_url
from presence.analysis.ports import CrawlLimits, CrawlRequest, Crawls

__all__ = [
    "ROBOTS_NAME",
    "SEARCH_BOTS",
    "TRAINING_BOTS",
    "USER_AGENT",
    "USER_BOTS",
    "CrawlLimits",
    "CrawlRequest",
    "Crawls",
    "RobotsDecision",
    "RobotsFile",
    "SitesHere",
    "crawl",
    "crawl_all",
    "is_html",
    "normalize_url",
    "owns",
    "read_page",
    "refetch",
]

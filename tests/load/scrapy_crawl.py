"""The same site by Scrapy: `python -m tests.load.scrapy_crawl URL`.

Follows every link and takes title, description, headings, links and text of each page. Prints one
JSON object with pages and seconds from the spider's opening to its close.
"""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncIterator, Iterator
from typing import Any

import scrapy
from scrapy.crawler import CrawlerProcess
from scrapy.http import HtmlResponse, Response


class Site(scrapy.Spider):
    """Breadth-first over one host."""

    name = "site"
    seen = 0

    async def start(self) -> AsyncIterator[Any]:
        """The first page."""
        yield scrapy.Request(sys.argv[1])

    def parse(self, response: Response) -> Iterator[Any]:
        """Facts of a page, then its links."""
        if not isinstance(response, HtmlResponse):
            return
        self.seen += 1
        yield {
            "title": response.css("title::text").get(),
            "description": response.css("meta[name=description]::attr(content)").get(),
            "headings": response.css("h1::text, h2::text, h3::text").getall(),
            "text": " ".join(response.xpath("//body//text()").getall()),
        }
        yield from response.follow_all(css="a::attr(href)")


def main() -> None:
    """Crawl and print."""
    process = CrawlerProcess(
        {
            "LOG_ENABLED": False,
            "ROBOTSTXT_OBEY": True,
            "TELNETCONSOLE_ENABLED": False,
            "DOWNLOAD_DELAY": 0,
            "CONCURRENT_REQUESTS": 16,
            "CONCURRENT_REQUESTS_PER_DOMAIN": 16,
            "AUTOTHROTTLE_ENABLED": False,
        }
    )
    crawler = process.create_crawler(Site)
    process.crawl(crawler)
    process.start()
    if not isinstance(crawler.spider, Site) or crawler.stats is None:
        raise RuntimeError("Scrapy did not run the spider.")
    seconds = crawler.stats.get_value("elapsed_time_seconds")
    sys.stdout.write(json.dumps({"pages": crawler.spider.seen, "seconds": seconds}) + "\n")


if __name__ == "__main__":
    main()

import { describe, expect, it } from "vitest";

import { browserMarket, marketOfWebsite } from "./locales";

describe("the country of a browser", () => {
  it.each([
    ["en-US", "Europe/London", "GB"],
    ["en", "Europe/Berlin", "DE"],
    ["en-US", "America/New_York", "US"],
    ["en-US", "UTC", "US"],
    ["en-GB", "Europe/Madrid", "GB"],
    ["de", "America/New_York", "DE"],
    ["no such language", "Europe/Paris", "FR"],
    ["no such language", "Mars/Olympus", "US"],
  ])("reads %s at the clock of %s as %s", (language, zone, market) => {
    expect(browserMarket(language, zone)).toBe(market);
  });
});

describe("the country of an address", () => {
  it.each([
    ["harrow.co.uk", "GB"],
    ["harrow.DE", "DE"],
    ["harrow.com.au", "AU"],
    ["harrow.ai", null],
    ["harrow.eu", null],
    ["harrow.shop", null],
    ["localhost", null],
    ["192.0.2.10", null],
  ])("reads %s as %s", (host, market) => {
    expect(marketOfWebsite(host)).toBe(market);
  });
});

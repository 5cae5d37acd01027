import { screen } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { describe, expect, it } from "vitest";

import { logEvidence as words } from "@/lib/messages/log-evidence";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";
import { answerTraffic, AT, BRAND, noTraffic, someTraffic } from "@/test/traffic";

import { LogEvidence, LogVerdict } from "./log-evidence";

const today = new Date().toISOString().slice(0, 10);
const open = (element = <LogEvidence brandId={BRAND} />) =>
  renderRoutes([{ path: "*", element }], `/dashboard/technical-gaps?brand=${BRAND}`);

/** A log that ends on a day, and what was asked of it. */
function endsOn(to: string, patch: Parameters<typeof someTraffic>[0] = {}) {
  const asked: URLSearchParams[] = [];
  answerTraffic();
  server.use(
    http.get(AT, ({ request }) => {
      const params = new URL(request.url).searchParams;
      asked.push(params);
      return HttpResponse.json(someTraffic({ from: params.get("from") ?? "2020-01-01", to, ...patch }));
    }),
  );
  return asked;
}

describe("what the logs show on Technical Gaps", () => {
  it("says who was refused in the newest seven days and leads to those requests", async () => {
    const asked = endsOn("2026-11-28");
    open();
    expect(await screen.findByText("GPTBot: 370 requests answered 403")).toBeTruthy();
    expect(screen.getByText("refused")).toBeTruthy();
    expect(screen.getByText(/\(UTC\), without spoofed requests\. Traffic counts those too/)).toBeTruthy();
    const link = screen.getByRole("link", { name: words.seeOf("GPTBot", 403) });
    const address = new URL(link.getAttribute("href")!, "https://presence.example");
    expect(address.pathname).toBe("/dashboard/traffic");
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      bot: "GPTBot",
      purpose: "training",
      status: "403",
      from: "2026-11-22",
      to: "2026-11-28",
    });
    expect(asked.map((each) => [each.get("from"), each.get("to")])).toContainEqual(["2026-11-22", "2026-11-28"]);
  });

  it("invites to add a log where there is none, and claims nothing", async () => {
    answerTraffic({ traffic: noTraffic() });
    open();
    expect(await screen.findByText(words.invite)).toBeTruthy();
    expect(screen.queryByText(words.title)).toBeNull();
  });

  it("says until when an old log reaches", async () => {
    endsOn("2025-03-09");
    open();
    expect(await screen.findByText(/Your newest log ends on .*9.*2025/)).toBeTruthy();
  });

  it("does not call a log of today old", async () => {
    endsOn(today, { shutOut: [] });
    open();
    expect(await screen.findByText(words.none)).toBeTruthy();
    expect(screen.queryByText(/Your newest log ends/)).toBeNull();
  });

  it("tells a log with a proxy's addresses from one that no crawler came to", async () => {
    const bots = [
      { bot: "GPTBot", purpose: "training", aiCrawler: true, requests: 9, errors: 9, verified: 0, contradicted: 9 },
    ];
    endsOn(today, { bots, shutOut: [] });
    open();
    expect(await screen.findByText(/^Requests in the name of AI crawlers came only from addresses/)).toBeTruthy();
    expect(screen.queryByText(words.noBots)).toBeNull();
  });

  it("says that no AI crawler came where only tools and classic engines did", async () => {
    const counts = { aiCrawler: false, requests: 9, errors: 9, verified: 0, contradicted: 0 };
    const bots = [
      { bot: "curl", purpose: "other", ...counts },
      { bot: "YandexBot", purpose: "search", ...counts },
    ];
    endsOn(today, { bots, shutOut: [] });
    open();
    expect(await screen.findByText(words.noBots)).toBeTruthy();
  });
});

/** What is said of GPTBot, which made so many requests and was refused or failed so often. */
async function verdictOn(requests: number, shut: Record<number, number>) {
  endsOn("2026-11-28", {
    bots: [
      { bot: "GPTBot", purpose: "training", aiCrawler: true, requests, errors: 0, verified: requests, contradicted: 0 },
    ],
    shutOut: Object.entries(shut).map(([status, each]) => ({
      bot: "GPTBot",
      purpose: "training",
      status: Number(status),
      requests: each,
    })),
  });
  open(<LogVerdict brandId={BRAND} bots={["GPTBot"]} />);
  await screen.findByText(words.verdict);
  return screen.getByRole("listitem").textContent;
}

describe("a finding held against the logs", () => {
  it("is confirmed by refusals of at least half of the requests that are not spoofed", async () => {
    endsOn("2026-11-28");
    open(<LogVerdict brandId={BRAND} bots={["GPTBot"]} />);
    expect(await screen.findByText(/^Confirmed: 370 of 382 requests by GPTBot were refused or failed/)).toBeTruthy();
    expect(screen.queryByText(words.before)).toBeNull();
  });

  it.each([
    ["exactly half", 10, { 403: 5 }, /^Confirmed: 5 of 10 requests by GPTBot were refused or failed, /],
    ["the only one", 1, { 429: 1 }, /^Confirmed: 1 of 1 request by GPTBot was refused or failed, /],
    ["just under half", 11, { 403: 5 }, /^In part: 5 of 11 requests by GPTBot were refused or failed, /],
    ["one of very many", 10_000, { 403: 1 }, /^In part: 1 of 10,000 requests by GPTBot was refused or failed, /],
    ["mostly server errors", 10, { 403: 1, 503: 9 }, /^In part: 10 of 10 requests by GPTBot were refused or failed, /],
    ["server errors only", 10, { 503: 10 }, /^Not refused: 10 of 10 requests by GPTBot failed with a server error, /],
  ])("weighs %s", async (_, requests, shut, said) => {
    expect(await verdictOn(requests, shut)).toMatch(said);
  });

  it("is not seen where the bot came and was let in, which a firewall in front does not show", async () => {
    endsOn("2026-11-28");
    open(<LogVerdict brandId={BRAND} bots={["OAI-SearchBot", "ClaudeBot"]} />);
    const said = "Not seen in this log: OAI-SearchBot made 1,200 requests, and none was refused or failed, ";
    expect(await screen.findByText((text) => text.startsWith(said))).toBeTruthy();
    expect(screen.getByText(words.before)).toBeTruthy();
    expect(screen.queryByText(/ClaudeBot/)).toBeNull();
  });

  it("says of a single request that it got through", async () => {
    expect(await verdictOn(1, {})).toContain("GPTBot made 1 request, and it was not refused or failed");
  });
});

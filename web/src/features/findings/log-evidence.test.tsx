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
    expect(await screen.findByText("GPTBot was answered 403 370 times")).toBeTruthy();
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

  it("does not praise a server that only spoofed bots came to", async () => {
    const bots = [{ bot: "GPTBot", purpose: "training", requests: 9, errors: 9, verified: 0, contradicted: 9 }];
    endsOn(today, { bots, shutOut: [] });
    open();
    expect(await screen.findByText(words.noBots)).toBeTruthy();
  });
});

describe("a finding held against the logs", () => {
  it("is confirmed by real refusals, of requests that are not spoofed", async () => {
    endsOn("2026-11-28");
    open(<LogVerdict brandId={BRAND} bots={["GPTBot"]} />);
    expect(await screen.findByText(/^Confirmed: 370 of 382 requests by GPTBot/)).toBeTruthy();
  });

  it("is not confirmed where the bot came and was let in, and nothing is said of one that did not come", async () => {
    endsOn("2026-11-28");
    open(<LogVerdict brandId={BRAND} bots={["OAI-SearchBot", "ClaudeBot"]} />);
    expect(await screen.findByText(/^Not confirmed: OAI-SearchBot made 1,200 requests/)).toBeTruthy();
    expect(screen.queryByText(/ClaudeBot/)).toBeNull();
  });
});

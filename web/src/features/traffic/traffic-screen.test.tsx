import { configure, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";

import { traffic as words } from "@/lib/messages/traffic";
import { trafficLogs } from "@/lib/messages/traffic-logs";
import { signedIn } from "@/lib/messages/signed-in";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";
import { answerTraffic, AT, BRAND, noTraffic, page, someTraffic } from "@/test/traffic";

import { TrafficScreen } from "./traffic-screen";

configure({ asyncUtilTimeout: 15_000 });

beforeEach(() => {
  for (const method of ["info", "error"] as const) vi.spyOn(console, method).mockImplementation(() => undefined);
});

const open = (search = "") =>
  renderRoutes([{ path: "*", element: <TrafficScreen /> }], `/dashboard/traffic?brand=${BRAND}${search}`);

/** What was asked of an address, as its parameters. */
function askedOf(path: string, answer: object): URLSearchParams[] {
  const asked: URLSearchParams[] = [];
  server.use(
    http.get(path, ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return HttpResponse.json(answer);
    }),
  );
  return asked;
}

describe("traffic without a log", () => {
  it("says why server logs and offers the upload at once", async () => {
    answerTraffic({ traffic: noTraffic(), sources: [] });
    open();
    expect(await screen.findByText(words.emptyText)).toBeTruthy();
    expect(await screen.findByLabelText(trafficLogs.file)).toBeTruthy();
  });

  it("offers no upload to whoever may only look, and says so", async () => {
    answerTraffic({ traffic: noTraffic(), role: "viewer" });
    open();
    expect(await screen.findByText(signedIn.readOnly)).toBeTruthy();
    expect(screen.queryByLabelText(trafficLogs.file)).toBeNull();
  });
});

describe("the crawlers", () => {
  it("names a bot that is refused, how often and on which pages", async () => {
    answerTraffic();
    const asked = askedOf(`${AT}/pages`, {
      data: [{ site: "oak.example", page: "/tables", requests: 400, errors: 400, pageViews: 0 }],
    });
    open();
    expect(await screen.findByText("GPTBot: 400 requests answered 403")).toBeTruthy();
    await waitFor(() =>
      expect(asked.map((each) => [each.get("bot"), each.get("status")])).toContainEqual(["GPTBot", "403"]),
    );
    expect((await screen.findAllByText("/tables")).length).toBeGreaterThan(0);
  });

  it("tells verified, unverified and spoofed requests apart", async () => {
    answerTraffic();
    open();
    const table = await screen.findByRole("table", { name: words.botsTitle });
    const row = within(table).getByRole("row", { name: /GPTBot/ });
    expect(
      within(row)
        .getAllByRole("cell")
        .slice(1)
        .map((cell) => cell.textContent),
    ).toEqual(["412", "380", "2", "30", "400"]);
  });

  it("shows the chart's numbers as a table", async () => {
    answerTraffic();
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: words.chart.table }));
    const table = await screen.findByRole("table", { name: /1,612 requests by bots/ });
    expect(within(table).getByRole("columnheader", { name: words.purposes.training })).toBeTruthy();
    expect(within(table).getByText("212")).toBeTruthy();
  });

  it("keeps filters and days in the address and asks for them", async () => {
    answerTraffic();
    const asked = askedOf(AT, someTraffic());
    const { user, where } = open();
    await user.selectOptions(await screen.findByLabelText(words.bot), "GPTBot");
    await user.selectOptions(screen.getByLabelText(words.range), "7");
    expect(where()).toContain("bot=GPTBot");
    expect(where()).toContain("from=2026-11-22&to=2026-11-28");
    await waitFor(() => expect(asked.map(String)).toContain("from=2026-11-22&to=2026-11-28&bot=GPTBot"));
    const file = screen.getByRole("link", { name: words.csvLabel });
    expect(file.getAttribute("href")).toContain("bot=GPTBot");
  });

  it("takes what an address says wrongly as not said", async () => {
    answerTraffic();
    const asked = askedOf(AT, someTraffic());
    open("&from=2026-02-30&to=yesterday&purpose=magic&status=4oo&tab=funnel");
    expect(await screen.findByText(words.botsTitle)).toBeTruthy();
    expect(asked.map(String).filter(Boolean)).toEqual([]);
  });

  it("does not ask for days that end before they begin", async () => {
    answerTraffic();
    const asked = askedOf(AT, someTraffic());
    open("&from=2026-11-20&to=2026-11-01");
    expect(await screen.findByText(words.botsTitle)).toBeTruthy();
    expect(asked.map(String).filter(Boolean)).toEqual([]);
  });

  it("says that nothing fits the filters, and clears them", async () => {
    answerTraffic();
    server.use(
      http.get(AT, ({ request }) =>
        HttpResponse.json(request.url.includes("bot=") ? { ...someTraffic(), bots: [], statuses: [] } : someTraffic()),
      ),
    );
    const { user, where } = open("&bot=Nobody");
    expect(await screen.findByText(words.nothing)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: words.clear }));
    expect(where()).not.toContain("bot=");
    expect(await screen.findByText(words.botsTitle)).toBeTruthy();
  });

  it("writes a line as text, whatever it holds", async () => {
    answerTraffic();
    const line = '10.0.0.0 - "GET /<img src=x onerror=alert(1)>" 403 "GPTBot"';
    const at = "2026-11-28T10:00:00Z";
    const sample = {
      id: "l1",
      at,
      bot: "GPTBot",
      purpose: "training",
      page: "/",
      status: 403,
      verdict: "contradicted",
      line,
    };
    server.use(http.get(`${AT}/samples`, () => HttpResponse.json({ data: [sample], page })));
    open();
    expect(await screen.findByText(line)).toBeTruthy();
    expect(document.querySelector("img")).toBeNull();
    expect(screen.getAllByText(words.verdicts["contradicted"]!).length).toBeGreaterThan(0);
  });

  it("says that a plan shows seven days, and offers no others", async () => {
    answerTraffic({ traffic: someTraffic({ limited: true }), full: false });
    open();
    expect(await screen.findByText(words.limitedTitle)).toBeTruthy();
    expect(await screen.findByLabelText(words.bot)).toBeTruthy();
    expect(screen.queryByLabelText(words.range)).toBeNull();
  });

  it("says why nothing can be shown, and tries again", async () => {
    answerTraffic();
    let fails = true;
    server.use(
      http.get(AT, () =>
        fails ? HttpResponse.json({ message: "Not now." }, { status: 409 }) : HttpResponse.json(someTraffic()),
      ),
    );
    const { user } = open();
    expect(await screen.findByText("Not now.")).toBeTruthy();
    fails = false;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByText(words.botsTitle)).toBeTruthy();
  });
});

describe("the people", () => {
  it("lists the assistants that sent them and the pages they opened", async () => {
    answerTraffic();
    const asked = askedOf(`${AT}/pages`, {
      data: [{ site: "", page: "/beds", requests: 40, errors: 0, pageViews: 25 }],
    });
    open("&tab=people");
    const table = await screen.findByRole("table", { name: words.assistantsTitle });
    expect(within(table).getByRole("row", { name: /ChatGPT/ }).textContent).toBe("ChatGPT2540");
    expect((await screen.findAllByText("/beds")).length).toBeGreaterThan(0);
    expect(asked.map((each) => each.get("purpose"))).toEqual(["referral"]);
  });

  it("says that none came", async () => {
    answerTraffic({ traffic: someTraffic({ referrals: [] }) });
    open("&tab=people");
    expect(await screen.findByText(words.peopleNone)).toBeTruthy();
  });
});

import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
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
    open("&from=2026-02-30&to=yesterday&purpose=magic&status=4oo&tab=funnels");
    expect(await screen.findByText(words.botsTitle)).toBeTruthy();
    expect(asked.map(String).filter(Boolean)).toEqual([]);
  });

  it("does not ask for days of a year nobody means", async () => {
    answerTraffic();
    const asked = askedOf(AT, someTraffic());
    open("&from=0002-11-20&to=2101-01-01");
    expect(await screen.findByText(words.botsTitle)).toBeTruthy();
    expect(asked.map(String).filter(Boolean)).toEqual([]);
  });

  it("takes a typed day once the field is left, and no year that is half typed", async () => {
    answerTraffic();
    const { where } = open("&from=2026-11-02&to=2026-11-20");
    const from = await screen.findByLabelText(words.from);
    fireEvent.change(from, { target: { value: "0002-11-05" } });
    fireEvent.blur(from);
    expect(await screen.findByText(words.bounds)).toBeTruthy();
    fireEvent.change(from, { target: { value: "2026-11-05" } });
    expect(where()).toContain("from=2026-11-02");
    fireEvent.keyDown(from, { key: "Enter" });
    await waitFor(() => expect(where()).toContain("from=2026-11-05&to=2026-11-20"));
    expect(screen.queryByText(words.bounds)).toBeNull();
  });

  it("says when the first day is after the last, and keeps the days it shows", async () => {
    answerTraffic();
    const { where } = open("&from=2026-11-02&to=2026-11-20");
    const from = await screen.findByLabelText(words.from);
    fireEvent.change(from, { target: { value: "2026-11-25" } });
    fireEvent.blur(from);
    expect(await screen.findByText(words.order)).toBeTruthy();
    expect(where()).toContain("from=2026-11-02");
  });

  it("keeps the filters above what cannot be shown", async () => {
    answerTraffic();
    server.use(
      http.get(AT, ({ request }) =>
        request.url.includes("from=")
          ? HttpResponse.json({ message: "Not those days." }, { status: 422 })
          : HttpResponse.json(someTraffic()),
      ),
    );
    open("&from=2026-11-02&to=2026-11-20");
    expect(await screen.findByText("Not those days.")).toBeTruthy();
    expect(screen.getByLabelText(words.bot)).toBeTruthy();
    expect(screen.getByLabelText(words.from)).toBeTruthy();
  });

  it("says of narrowed requests that none was refused, and not of all", async () => {
    answerTraffic();
    server.use(
      http.get(AT, ({ request }) => {
        const all = someTraffic();
        return HttpResponse.json(
          request.url.includes("status=") ? { ...all, statuses: [{ bot: "GPTBot", status: 200, requests: 12 }] } : all,
        );
      }),
    );
    open("&status=200");
    expect(await screen.findByText(words.refusedNoneShown)).toBeTruthy();
    expect(screen.queryByText(words.refusedNone)).toBeNull();
  });

  it("asks for the pages of a refusal with the purpose that is chosen", async () => {
    answerTraffic();
    const asked = askedOf(`${AT}/pages`, { data: [] });
    open("&purpose=training");
    await screen.findByText("GPTBot: 400 requests answered 403");
    await waitFor(() =>
      expect(asked.map((each) => [each.get("status"), each.get("purpose")])).toContainEqual(["403", "training"]),
    );
  });

  it("writes the years of days that are not of one year", async () => {
    answerTraffic({ traffic: someTraffic({ from: "2025-11-29", to: "2026-11-28" }) });
    open();
    expect(await screen.findByText(words.utc("Nov 29, 2025", "Nov 28, 2026"))).toBeTruthy();
  });

  it("says in text what the bots of a purpose come for", async () => {
    answerTraffic();
    open();
    const means = await screen.findByText(/^Search index: /);
    expect(means.textContent).toBe(
      "Search index: builds an index that answers are drawn from. Training: collects text to train models.",
    );
  });

  it("asks again when the window is come back to after a while", async () => {
    answerTraffic();
    const asked = askedOf(AT, someTraffic());
    open();
    expect(await screen.findByText(words.botsTitle)).toBeTruthy();
    const before = asked.length;
    const later = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 60_000);
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
    window.dispatchEvent(new Event("visibilitychange"));
    await waitFor(() => expect(asked.length).toBeGreaterThan(before));
    later.mockRestore();
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

  it("leaves out the days of an old link where the plan shows seven, and says what would help", async () => {
    answerTraffic({ full: false });
    const limited = someTraffic({ limited: true });
    const asked = askedOf(AT, limited);
    server.use(
      http.get(AT, ({ request }) => {
        const said = new URL(request.url).searchParams;
        asked.push(said);
        return HttpResponse.json(said.has("bot") ? { ...limited, bots: [], statuses: [] } : limited);
      }),
    );
    open("&from=2026-01-01&to=2026-01-31&bot=Nobody");
    expect(await screen.findByText(words.nothingLimited)).toBeTruthy();
    expect(asked.map(String).filter(Boolean)).toEqual(["bot=Nobody"]);
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

import { configure, fireEvent, screen, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";

import { funnel as words } from "@/lib/messages/traffic-funnel";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";
import { answerTraffic, AT, BRAND, noTraffic } from "@/test/traffic";

import type { Funnel, FunnelAsked } from "./api";
import { TrafficScreen } from "./traffic-screen";

configure({ asyncUtilTimeout: 15_000 });

beforeEach(() => {
  for (const method of ["info", "error"] as const) vi.spyOn(console, method).mockImplementation(() => undefined);
});

const page = { site: "oak.example", page: "/", fetched: 0, live: 0, refused: 0, cited: 0, named: 0, visits: 0 };
const unasked = { share: 0, shareLow: 0, shareHigh: 13, missing: null };
const shown: Funnel = {
  from: "2026-11-01",
  to: "2026-11-28",
  limited: false,
  counted: true,
  newestLogged: "2026-11-28",
  cut: false,
  answeredFrom: "2026-11-01",
  answeredTo: "2026-11-28",
  runs: 1,
  answers: 108,
  questions: 25,
  steps: [
    { step: "fetched", pages: 2, count: 212, of: null },
    { step: "live", pages: 1, count: 1, of: null },
    { step: "cited", pages: 1, count: 12, of: 108 },
    { step: "named", pages: 1, count: 9, of: 108 },
    { step: "visited", pages: 0, count: 0, of: null },
  ],
  pages: 3,
  missing: { refused: 1, "not-cited": 1, "not-visited": 1 },
  total: 3,
  data: [
    { ...page, fetched: 9, cited: 12, named: 9, share: 20, shareLow: 8.9, shareHigh: 39.1, missing: "not-visited" },
    { ...page, ...unasked, page: "/prices", fetched: 203, missing: "not-cited" },
    { ...page, ...unasked, page: "/broken", refused: 4, missing: "refused" },
  ],
};

/** Answers the funnel, of one step if asked for one; the searches it was asked with. */
function answerFunnel(found: Partial<Funnel> = {}): string[] {
  const asked: string[] = [];
  server.use(
    http.get(`${AT}/funnel`, ({ request }) => {
      const { searchParams, search } = new URL(request.url);
      asked.push(search);
      const missing = searchParams.get("missing") as FunnelAsked["missing"] | null;
      const data = missing ? shown.data.filter((row) => row.missing === missing) : shown.data;
      return HttpResponse.json({ ...shown, data, total: data.length, ...found });
    }),
  );
  return asked;
}

const open = (search = "") =>
  renderRoutes([{ path: "*", element: <TrafficScreen /> }], `/dashboard/traffic?brand=${BRAND}&tab=funnel${search}`);

describe("the funnel", () => {
  it("counts the pages at each step, with what they take it with", async () => {
    answerTraffic();
    answerFunnel();
    open();
    const steps = await screen.findByRole("list", { name: words.summary });
    const told = within(steps)
      .getAllByRole("listitem")
      .map((item) => item.textContent);
    expect(told).toEqual([
      "Fetched for a search index2 pages, 212 requests",
      "Fetched for a user1 page, 1 request",
      "Cited in answers1 page, 12 of 108 answers",
      "Cited, and you are named1 page, 9 of 108 answers",
      "Visited from an assistant0 pages, 0 page views",
    ]);
    const table = screen.getByRole("table", { name: words.tableTitle });
    expect(within(table).getByText("20 % of answers (8–40)")).toBeTruthy();
    expect(within(table).getByText(words.missings.refused)).toBeTruthy();
  });

  it("lists the pages that stop at a step, and says what to do about them", async () => {
    answerTraffic();
    const asked = answerFunnel();
    open();
    fireEvent.change(await screen.findByLabelText(words.missing), { target: { value: "refused" } });
    expect(await screen.findByText(words.advice.refused)).toBeTruthy();
    const table = await screen.findByRole("table", { name: words.tableTitle });
    expect(within(table).getAllByRole("row")).toHaveLength(2);
    expect(asked.at(-1)).toContain("missing=refused");
    expect(screen.getByLabelText(words.csvLabel).getAttribute("href")).toContain("funnel.csv?missing=refused");
  });

  it("without a log claims neither fetches nor visits", async () => {
    answerTraffic({ traffic: noTraffic() });
    answerFunnel({ counted: false });
    open();
    expect(await screen.findByText(words.noLogTitle)).toBeTruthy();
    const steps = screen.getByRole("list", { name: words.summary });
    expect(within(steps).getAllByText(words.unknown)).toHaveLength(3);
    const [row] = within(screen.getByRole("table", { name: words.tableTitle }))
      .getAllByRole("row")
      .slice(1);
    expect(within(row!).getAllByText(words.none)).toHaveLength(3);
  });

  it("without an analysis claims no citations", async () => {
    answerTraffic();
    answerFunnel({ answers: 0, questions: 0, runs: 0 });
    open();
    const steps = await screen.findByRole("list", { name: words.summary });
    expect(within(steps).getAllByText(words.unasked)).toHaveLength(2);
  });

  it("says up to when the logs tell anything where the answers are newer", async () => {
    answerTraffic();
    answerFunnel({ newestLogged: "2026-11-20" });
    open();
    expect(await screen.findByText(/Your newest log ends on Nov 20/)).toBeTruthy();
  });

  it("claims nothing of answers that came without sources", async () => {
    answerTraffic();
    answerFunnel({ answers: 0, questions: 0, runs: 2 });
    open();
    const steps = await screen.findByRole("list", { name: words.summary });
    expect(within(steps).getAllByText(words.unsourced)).toHaveLength(2);
  });

  it("tells a page that misses nothing from one of which that is not known", async () => {
    answerTraffic();
    const whole = { ...page, ...unasked, fetched: 9, cited: 12, named: 9, visits: 2 };
    answerFunnel({ data: [whole, { ...page, ...unasked, page: "/old", cited: 1 }], total: 2 });
    open();
    const table = await screen.findByRole("table", { name: words.tableTitle });
    expect(within(table).getAllByText(words.nothing)).toHaveLength(1);
    expect(within(table).getAllByText(words.unknownCell)).toHaveLength(1);
  });

  it("without a page says what to do", async () => {
    answerTraffic({ traffic: noTraffic() });
    answerFunnel({ counted: false, pages: 0, total: 0, data: [], missing: {}, answers: 0 });
    open();
    expect(await screen.findByText(words.emptyTitle)).toBeTruthy();
  });

  it("on a plan without full analytics names the way to it", async () => {
    answerTraffic({ full: false });
    const asked = answerFunnel();
    open();
    expect(await screen.findByText(words.lockedTitle)).toBeTruthy();
    expect(asked).toEqual([]);
    expect(screen.getAllByRole("link", { name: words.lockedAction })).toHaveLength(1);
  });
});

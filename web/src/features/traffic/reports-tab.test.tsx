import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";

import { traffic } from "@/lib/messages/traffic";
import { trafficReports as words } from "@/lib/messages/traffic-reports";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";
import { answerTraffic, AT, BRAND, noTraffic } from "@/test/traffic";

import type { Report, ReportComparison, ReportPreview } from "./api";
import { valueText } from "./report-figures";
import { periodText } from "./report-words";
import { TrafficScreen } from "./traffic-screen";

configure({ asyncUtilTimeout: 15_000 });

/** What the newest form says; a simulated browser sends forms that cannot be read back. */
let form: Record<string, string> = {};
const forms = new WeakMap<FormData, Record<string, string>>();
const append = Object.getOwnPropertyDescriptor(FormData.prototype, "append")!.value as FormData["append"];

beforeEach(() => {
  compared = comparison();
  vi.spyOn(FormData.prototype, "append").mockImplementation(function (this: FormData, name: string, value: unknown) {
    form = forms.get(this) ?? {};
    forms.set(this, form);
    form[name] = typeof value === "string" ? value : "file";
    Reflect.apply(append, this, [name, value]);
  });
  for (const method of ["info", "error"] as const) vi.spyOn(console, method).mockImplementation(() => undefined);
});

const counts = { read: 3, folded: 0, totals: 1, unnamed: 0, uneven: 0, unreadable: 2, tables: 0 };
const columns: Report["columns"] = [
  { name: "Citations", field: "citations", unit: "count" },
  { name: "Share", field: null, unit: "percent" },
  { name: "Topic", field: null, unit: "text" },
];
const kept: Report = {
  id: "r1",
  platform: "bing-ai",
  subject: "pages",
  from: "2026-10-01",
  to: "2026-10-28",
  name: "cited.csv",
  label: "Page",
  columns,
  main: 0,
  rows: 2,
  counts,
  createdAt: "2026-11-28T12:00:00Z",
};
const data = [
  { name: "https://oak.example/", values: [1_240, 12.5, "Tables"] },
  { name: "https://oak.example/chairs", values: [3, null, ""] },
];
const preview: ReportPreview = {
  platform: "bing-ai",
  subject: "pages",
  from: null,
  to: null,
  label: "Page",
  columns,
  main: 0,
  rows: 2,
  counts,
  data,
  sameAs: null,
  replaces: null,
};
/** Two pages beside the answers that cite them, too few to correlate. */
const comparison = (patch: Partial<ReportComparison> = {}): ReportComparison => ({
  column: "Citations",
  answeredFrom: "2026-10-01",
  answeredTo: "2026-10-28",
  answers: 40,
  pages: 2,
  agreement: null,
  low: null,
  high: null,
  why: "few-pages",
  data: [{ page: "oak.example/chairs", reported: 1_240, cited: 10, share: 25 }],
  ...patch,
});
let compared: ReportComparison;
const refused = (message: string, status: number, pointer: string) =>
  HttpResponse.json({ message, errors: [{ pointer, detail: message }] }, { status });

/** A service with these reports; what was kept and deleted. */
function service(
  found: { reports?: Report[]; hidden?: number; preview?: Partial<ReportPreview>; taken?: boolean } = {},
) {
  const seen = { kept: [] as Record<string, string>[], deleted: [] as string[] };
  let reports = found.reports ?? [];
  server.use(
    http.get(`${AT}/platform-reports`, () => HttpResponse.json({ data: reports, hidden: found.hidden ?? 0 })),
    http.get(`${AT}/platform-reports/:id`, ({ params }) =>
      HttpResponse.json({ report: reports.find(({ id }) => id === params["id"]), data }),
    ),
    http.get(`${AT}/platform-reports/:id/comparison`, () => HttpResponse.json(compared)),
    http.post(`${AT}/platform-reports/preview`, () => HttpResponse.json({ ...preview, ...found.preview })),
    http.post(`${AT}/platform-reports`, () => {
      seen.kept.push(form);
      if (found.taken && form["replace"] !== "true") return refused("“old.csv” already covers", 409, "/replace");
      reports = [kept];
      return HttpResponse.json(kept, { status: 201 });
    }),
    http.delete(`${AT}/platform-reports/:id`, ({ params }) => {
      seen.deleted.push(String(params["id"]));
      reports = [];
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return seen;
}

const open = (search = "") =>
  renderRoutes([{ path: "*", element: <TrafficScreen /> }], `/dashboard/traffic?brand=${BRAND}&tab=reports${search}`);
const file = () => new File(["Page,Citations\n"], "cited.csv", { type: "text/csv" });

async function giveDays(from = "2026-10-01", to = "2026-10-28") {
  fireEvent.change(await screen.findByLabelText(new RegExp(words.from)), { target: { value: from } });
  fireEvent.change(screen.getByLabelText(new RegExp(words.to)), { target: { value: to } });
}

describe("platforms' reports", () => {
  it("without one, says where each platform gives its export, though there is no log", async () => {
    answerTraffic({ traffic: noTraffic() });
    service();
    open();
    const heading = await screen.findByText(words.howTitle);
    expect(heading.closest("details")?.open).toBe(true);
    for (const platform of Object.values(words.platforms)) expect(screen.getByText(platform)).toBeTruthy();
  });

  it("shows how a file reads, asks for its days, and keeps it only then", async () => {
    answerTraffic();
    const seen = service();
    const { user, where } = open();
    await user.upload(await screen.findByLabelText(words.file), file());
    const review = await screen.findByRole("region", { name: words.previewTitle });
    expect(within(review).getByText("Bing Webmaster Tools, AI Performance · Pages")).toBeTruthy();
    expect(within(review).getByText(/2 rows · 1 total left out · 2 cells without/)).toBeTruthy();
    const rows = within(within(review).getByRole("table", { name: words.previewRows })).getAllByRole("row");
    expect(rows[1]?.textContent).toBe("https://oak.example/1,24012.5 %Tables");
    expect(rows[2]?.textContent).toBe("https://oak.example/chairs3––");
    await user.click(within(review).getByRole("button", { name: words.upload }));
    expect(await within(review).findByText(words.daysMissing)).toBeTruthy();
    await giveDays("2026-10-28", "2026-10-01");
    await user.click(within(review).getByRole("button", { name: words.upload }));
    expect(await within(review).findByText(traffic.order)).toBeTruthy();
    expect(seen.kept).toEqual([]);
    await giveDays();
    await user.click(within(review).getByRole("button", { name: words.upload }));
    await waitFor(() => expect(where()).toContain("report=r1"));
    expect(seen.kept).toEqual([{ file: "file", from: "2026-10-01", to: "2026-10-28" }]);
    expect(await screen.findByRole("table", { name: words.nameOf(words.platforms["bing-ai"], "Pages") })).toBeTruthy();
  });

  it("says what a file would replace before it does", async () => {
    answerTraffic();
    const seen = service({
      preview: { from: "2026-10-01", to: "2026-10-28", replaces: { ...kept, name: "old.csv" } },
      taken: true,
    });
    const { user } = open();
    await user.upload(await screen.findByLabelText(words.file), file());
    expect(await screen.findByText(words.replacesText("old.csv", "2", false))).toBeTruthy();
    expect(screen.queryByLabelText(new RegExp(words.from))).toBeNull();
    await user.click(screen.getByRole("button", { name: words.replace }));
    await waitFor(() => expect(seen.kept).toEqual([{ file: "file", replace: "true" }]));
  });

  it("asks again when the days somebody gave are taken", async () => {
    answerTraffic();
    const seen = service({ taken: true });
    const { user } = open();
    await user.upload(await screen.findByLabelText(words.file), file());
    await giveDays();
    await user.click(screen.getByRole("button", { name: words.upload }));
    expect(await screen.findByText(words.replacesOther)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: words.replace }));
    await waitFor(() => expect(seen.kept.map(({ replace }) => replace)).toEqual([undefined, "true"]));
  });

  it("repeats what the service says of a file that is none", async () => {
    answerTraffic();
    service();
    const sentence = "This is Filters.csv of a Search Console export. Choose Pages.csv.";
    server.use(http.post(`${AT}/platform-reports/preview`, () => refused(sentence, 422, "/file")));
    const { user } = open();
    await user.upload(await screen.findByLabelText(words.file), file());
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(screen.queryByRole("region", { name: words.previewTitle })).toBeNull();
  });

  it("lists reports with their days, shows one, and deletes it once that is confirmed", async () => {
    answerTraffic();
    const seen = service({ reports: [kept, { ...kept, id: "r2", subject: "queries", label: "Grounding Query" }] });
    const { user, where } = open();
    const other = words.nameOf(words.platforms["bing-ai"], words.subjects.queries);
    await user.click(await screen.findByRole("button", { name: new RegExp(`^Show ${other}`) }));
    await waitFor(() => expect(where()).toContain("report=r2"));
    expect(await screen.findByRole("table", { name: other })).toBeTruthy();
    const csv = screen.getByRole("link", { name: new RegExp(`Download ${other}`) });
    expect(csv.getAttribute("href")).toContain("/platform-reports/r2/rows.csv");
    await user.click(screen.getByRole("button", { name: new RegExp(`^Delete ${other}`) }));
    const dialog = await screen.findByRole("dialog");
    expect(seen.deleted).toEqual([]);
    await user.click(within(dialog).getByRole("button", { name: words.remove }));
    await waitFor(() => expect(seen.deleted).toEqual(["r2"]));
  });

  it("sets pages beside the answers that cite them, and says from how many on they can be compared", async () => {
    answerTraffic();
    service({ reports: [kept] });
    open();
    expect(await screen.findByText(words.besideWhy["few-pages"])).toBeTruthy();
    const rows = within(screen.getByRole("table", { name: words.besideTitle })).getAllByRole("row");
    expect(rows[1]?.textContent).toBe("oak.example/chairs1,24010 (25 %)");
  });

  it("says how far the platform and the answers agree", async () => {
    answerTraffic();
    compared = comparison({ pages: 12, agreement: 0.5, low: -0.12, high: 0.84, why: null });
    service({ reports: [kept] });
    open();
    expect(await screen.findByText(words.agreement("0.5", "-0.12", "0.84", "12"))).toBeTruthy();
    expect(screen.getByText(words.besideAnswers("40", periodText("2026-10-01", "2026-10-28")))).toBeTruthy();
  });

  it("compares neither a report of queries nor without full analytics", async () => {
    answerTraffic({ full: false });
    service({ reports: [kept, { ...kept, id: "r2", subject: "queries" }] });
    open();
    expect(await screen.findByRole("table", { name: /Bing/ })).toBeTruthy();
    expect(screen.queryByText(words.besideTitle)).toBeNull();
  });

  it("says how many reports the plan hides", async () => {
    answerTraffic();
    service({ reports: [kept], hidden: 3 });
    open();
    expect(await screen.findByText(words.hiddenTitle("3", false))).toBeTruthy();
  });

  it("lets viewers read, and neither upload nor delete", async () => {
    answerTraffic({ role: "viewer" });
    service({ reports: [kept] });
    open();
    expect(await screen.findByRole("table", { name: /Bing/ })).toBeTruthy();
    expect(screen.queryByLabelText(words.file)).toBeNull();
    expect(screen.queryByRole("button", { name: /^Delete/ })).toBeNull();
  });
});

describe("a figure", () => {
  it("is written as the reader writes numbers, with what it counts", () => {
    expect(valueText(1_240, "count")).toBe("1,240");
    expect(valueText(1.5, "count")).toBe("1.5");
    expect(valueText(12.345, "percent")).toBe("12.35 %");
    expect(valueText(null, "number")).toBe("–");
    expect(valueText("=1+1", "text")).toBe("=1+1");
  });
});

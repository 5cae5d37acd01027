import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { describe, expect, it, vi } from "vitest";

import { aBusiness, aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import type { FindingRow } from "./api/advice";
import { ContentGapsScreen } from "./content-gaps-screen";
import { findingsCsv } from "./findings-csv";
import { TechnicalGapsScreen } from "./technical-gaps-screen";

const nothing = { data: [], locked: 0, page: {} };
const score = { value: 70 };

const routes = [
  { path: "/content", element: <ContentGapsScreen /> },
  { path: "/technical", element: <TechnicalGapsScreen /> },
];

function open(at: string, scores: { content: object | null; technical: object | null }, failure: object | null = null) {
  const asked: URLSearchParams[] = [];
  server.use(
    http.get("/api/user", () => HttpResponse.json(aUser())),
    http.get("/api/business-info", () => HttpResponse.json(aBusiness())),
    http.get("/api/v1/brands/:id/gaps/summary", () => HttpResponse.json({ technicalApplicable: true })),
    http.get("/api/v1/brands/:id/gaps/:part", ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return HttpResponse.json(nothing);
    }),
    http.get("/api/v1/runs/:id/evidence", () => HttpResponse.json({ checks: [] })),
    http.get("/api/v1/brands/:id/bot-access", () => HttpResponse.json({ bots: [] })),
    http.get("/api/v1/brands/:id/crawl", () => HttpResponse.json({ applicable: false, runId: null })),
    http.get("/api/v1/brands/:id/summary", () =>
      HttpResponse.json({ basis: "simulator", scores, run: { id: "r1", failure } }),
    ),
  );
  renderRoutes(routes, `${at}${at.includes("?") ? "&" : "?"}brand=harrow`);
  return asked;
}

describe("gap lists without a row", () => {
  it("claims that all checks passed only after a technical audit", async () => {
    open("/technical", { content: score, technical: score });
    expect(await screen.findByText("All checks passed")).toBeTruthy();
  });

  it("lists the checks that passed, by group, without those that apply to no page", async () => {
    const checks = [
      { code: "sitemap", group: "discoverability", weight: 1, applicable: 1, passed: 1 },
      { code: "title", group: "metadata", weight: 1, applicable: 6, passed: 6 },
      { code: "product-schema", group: "structured-data", weight: 1, applicable: 0, passed: 0 },
    ];
    open("/technical", { content: score, technical: score });
    server.use(http.get("/api/v1/runs/r1/evidence", () => HttpResponse.json({ checks })));
    const list = (await screen.findByRole("heading", { name: "Checks that passed" })).closest("section")!;
    expect([...list.querySelectorAll("dt, dd")].map((line) => line.textContent)).toEqual([
      "discoverability",
      "sitemap1 of 1 passed",
      "metadata",
      "title6 of 6 passed",
    ]);
  });

  it("counts issues apart from what is for information, as the overview does", async () => {
    open("/technical", { content: score, technical: score });
    const row = { id: "f1", impact: "Info", group: "site", type: "Site", pages: [], bots: [], issue: "A note" };
    server.use(
      http.get("/api/v1/brands/:id/gaps/summary", () =>
        HttpResponse.json({ technicalApplicable: true, technicalIssues: 6 }),
      ),
      http.get("/api/v1/brands/:id/gaps/technical", () =>
        HttpResponse.json({ data: [row], locked: 0, page: { total: 9 } }),
      ),
    );
    expect(await screen.findByText("6 issues and 3 notes")).toBeTruthy();
  });

  it("counts the same issues in a preview, and says how many of them it shows", async () => {
    open("/technical", { content: score, technical: score });
    const row = { id: "f1", impact: "Low", group: "site", type: "Site", pages: [], bots: [], issue: "An issue" };
    server.use(
      http.get("/api/v1/brands/:id/gaps/summary", () =>
        HttpResponse.json({ technicalApplicable: true, technicalIssues: 5 }),
      ),
      http.get("/api/v1/brands/:id/gaps/technical", () =>
        HttpResponse.json({ data: [row], locked: 6, page: { total: 7 } }),
      ),
    );
    expect(await screen.findByText("5 issues and 2 notes, 1 shown")).toBeTruthy();
  });

  it("gives the reason when the site could not be read", async () => {
    open("/technical", { content: score, technical: null }, { message: "127.0.0.1 did not accept a connection." });
    expect(await screen.findByText("127.0.0.1 did not accept a connection.")).toBeTruthy();
    expect(screen.queryByText("All checks passed")).toBeNull();
  });

  it("says that content was not measured before the first analysis", async () => {
    open("/content", { content: null, technical: null });
    expect(await screen.findByText("Not measured yet")).toBeTruthy();
    expect(screen.queryByText("No open gaps")).toBeNull();
  });
});

describe("the quick wins among technical issues", () => {
  it("are those of little effort and medium impact or more, and the controls say so", async () => {
    const asked = open("/technical?effort=Low&impact=High,Medium", { content: score, technical: score });
    expect((await screen.findByRole<HTMLSelectElement>("combobox", { name: "Effort" })).selectedOptions[0]?.text).toBe(
      "Little effort",
    );
    expect(screen.getByRole<HTMLSelectElement>("combobox", { name: "Impact" }).selectedOptions[0]?.text).toBe(
      "Medium impact or more",
    );
    await waitFor(() =>
      expect(
        asked.some(
          (params) => params.get("filter[effort]") === "Low" && params.get("filter[impact]") === "High,Medium",
        ),
      ).toBe(true),
    );
  });
});

describe("the filters of a list", () => {
  it("wait on a phone behind one button that says how many are set", async () => {
    open("/technical?effort=Low&impact=High,Medium&status=all", { content: score, technical: score });
    const button = await screen.findByRole("button", { name: "Filters (3)" });
    expect(button.getAttribute("aria-expanded")).toBe("false");
    await userEvent.click(button);
    expect(button.getAttribute("aria-expanded")).toBe("true");
  });

  it("count nothing where none is set", async () => {
    open("/content", { content: score, technical: score });
    expect(await screen.findByRole("button", { name: "Filters" })).toBeTruthy();
  });
});

describe("which bots may read the site", () => {
  const bot = (name: string, patch: object = {}) => ({
    name,
    vendor: "V",
    purpose: "search",
    verdict: "allowed",
    pagesBlocked: 0,
    pagesJudged: 4,
    line: "",
    lineNumber: 0,
    byUserAgent: "not blocked",
    userAgentReason: "",
    ...patch,
  });
  const show = (...bots: object[]) => {
    open("/technical", { content: score, technical: score });
    server.use(http.get("/api/v1/brands/:id/bot-access", () => HttpResponse.json({ bots })));
  };

  it("is one sentence when every one may, with the table on demand", async () => {
    show(bot("OAI-SearchBot"), bot("PerplexityBot"));
    expect(await screen.findByText(/^All 2 bots may read your site/)).toBeTruthy();
    expect(screen.getAllByText("OAI-SearchBot")[0]?.closest("details")?.open).toBe(false);
  });

  it.each([
    ["one that robots.txt keeps out", { verdict: "blocked" }],
    ["one that is kept from some pages", { verdict: "partly blocked", pagesBlocked: 1 }],
    ["one that was refused by its name", { byUserAgent: "blocked" }],
    ["one that could not be judged", { verdict: "unknown" }],
    ["one that is kept from training", { verdict: "policy choice", purpose: "training" }],
  ])("is a table with %s", async (_, patch) => {
    show(bot("OAI-SearchBot"), bot("PerplexityBot", patch));
    expect((await screen.findAllByText("PerplexityBot"))[0]?.closest("details")).toBeNull();
    expect(screen.queryByText(/bots may read your site/)).toBeNull();
  });
});

describe("technical gaps of a brand without a website", () => {
  it.each([
    ["lead whoever manages brands to its profile", "owner" as const, "/dashboard/my-brands?edit=harrow"],
    ["offer nothing to those who cannot change it", "viewer" as const, undefined],
  ])("%s", async (_, role, address) => {
    open("/technical", { content: score, technical: null });
    const user = aUser();
    server.use(
      http.get("/api/user", () =>
        HttpResponse.json({ ...user, workspaces: user.workspaces.map((workspace) => ({ ...workspace, role })) }),
      ),
      http.get("/api/v1/brands/:id/gaps/summary", () => HttpResponse.json({ technicalApplicable: false })),
    );
    expect(await screen.findByText(/Technical gaps are found on a website/)).toBeTruthy();
    await waitFor(() =>
      expect(screen.queryByRole("link", { name: "Add a website" })?.getAttribute("href")).toBe(address),
    );
  });
});

describe("technical gaps as a file", () => {
  const row = {
    page: "https://harrow.example/",
    issue: "No sitemap",
    type: "Discoverability",
    impact: "High",
    action: "Publish a sitemap.",
    status: "open",
    reason: "",
    affectedPages: 3,
    fix: "=IMPORT()",
  } as FindingRow;

  it("have a line each, with the fix, and nothing a spreadsheet would run", () => {
    expect(findingsCsv([row]).split("\r\n")).toEqual([
      "Page,Issue,Type,Impact,Action,Status,Reason,Pages affected,Ready fix",
      "https://harrow.example/,No sitemap,Discoverability,High,Publish a sitemap.,Open,,3,'=IMPORT()",
      "",
    ]);
  });

  it("are downloaded as they are listed", async () => {
    const saved: Blob[] = [];
    vi.spyOn(URL, "createObjectURL").mockImplementation((file) => (saved.push(file as Blob), "blob:x"));
    vi.spyOn(URL, "revokeObjectURL").mockImplementation(() => undefined);
    open("/technical", { content: score, technical: score });
    const listed = { ...row, id: "f1", code: "sitemap", group: "discoverability", pages: [row.page], recheck: null };
    server.use(
      http.get("/api/v1/brands/:id/gaps/technical", () =>
        HttpResponse.json({ data: [listed], locked: 0, page: { total: 1 } }),
      ),
      http.get("/api/v1/brands", () => HttpResponse.json({ data: [] })),
    );
    const button = await screen.findByRole("button", { name: "Download CSV" });
    button.click();
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(await saved[0]!.text()).toContain("No sitemap");
  });
});

import { screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { describe, expect, it } from "vitest";

import type { Summary } from "@/api/results";
import { dashboard } from "@/lib/messages/visibility";
import { aBusiness, aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import { BasisNote, DashboardNotices } from "./dashboard-notices";

const failed = { id: "r1", status: "failed", engines: [], failure: { message: "The site did not answer." } };
const simulator = { id: "simulator", name: "Simulator", answers: 10, costUsd: 0 };
const chatgpt = { id: "chatgpt", name: "ChatGPT", answers: 10, costUsd: 0.1 };
const estimate = {
  prompts: 1,
  samples: 1,
  answers: 20,
  costUsd: 0.1,
  costLowUsd: 0.1,
  costHighUsd: 0.1,
  affordable: true,
  refusal: null,
  planHelps: false,
  smaller: [],
  budget: { answersLimit: null },
  detectablePoints: null,
  sentence: "",
  allowance: "",
};

function open(
  run: object | null,
  { role = "owner", engines = [simulator] as object[], allowance = "", brands = [] as object[], refused = {} } = {},
) {
  const started: unknown[] = [];
  const summary = {
    brand: { id: "b1", name: "Harrow" },
    run,
    activeRun: null,
    basis: "assistants",
    verdict: "",
  } as unknown as Summary;
  const me = aUser();
  server.use(
    http.get("/api/user", () => HttpResponse.json({ ...me, workspaces: [{ ...me.workspaces[0]!, role }] })),
    http.get("/api/business-info", () => HttpResponse.json(aBusiness())),
    http.get("/api/v1/brands", () => HttpResponse.json({ data: brands })),
    http.post("/api/v1/brands/b1/runs/estimate", () =>
      HttpResponse.json({ ...estimate, ...refused, engines, allowance }),
    ),
    http.post("/api/v1/brands/b1/runs", async ({ request }) => {
      started.push(await request.json());
      return HttpResponse.json({}, { status: 202 });
    }),
  );
  return { started, ...renderRoutes([{ path: "/", element: <DashboardNotices summary={summary} /> }], "/") };
}

it("says where to answer when nobody could tell what is sold", () => {
  const asked = { ...failed, failure: { code: "offer-unknown", message: "It is not clear what you sell." } };
  open(asked);
  expect(screen.getByText("It is not clear what you sell. Answer below, then try again.")).toBeTruthy();
});

it.each([
  ["only the simulator has answered", 0, true],
  ["an assistant has answered too", 3, false],
])("calls provisional numbers simulated where %s", (_, answered, simulated) => {
  const engines = [
    { basis: "simulator", answered: 20 },
    { basis: "assistants", answered },
  ];
  const summary = { basis: null, verdict: "coverage", provisional: true, activeRun: { engines } };
  renderRoutes([{ path: "/", element: <BasisNote summary={summary as unknown as Summary} /> }], "/");
  expect(Boolean(screen.queryByText(dashboard.simulatedText, { exact: false }))).toBe(simulated);
});

describe.each([
  ["Analyze now", null],
  ["Try again", failed],
])("“%s” on the dashboard", (name, run) => {
  it("is not for a reader, who is told why", async () => {
    open(run, { role: "viewer" });
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>("button", { name }).disabled).toBe(true));
    expect(screen.getByRole("button", { name }).getAttribute("aria-describedby")).toBe(
      screen.getByText(/can look but not change/).id,
    );
  });

  it.each([
    ["customer", /Resume it under My Brands/],
    ["plan", /Pause another one under My Brands and resume this one, or choose a larger plan/],
  ])("says how a brand that is paused by the %s goes on", async (pauseReason, way) => {
    open(run, { brands: [{ id: "b1", name: "Harrow", status: "paused", pauseReason }] });
    expect(await screen.findByText(way)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>("button", { name }).disabled).toBe(true);
  });

  it("tells what it would cost before an assistant is asked", async () => {
    const { user, started } = open(run, { engines: [simulator, chatgpt] });
    await user.click(screen.getByRole("button", { name }));
    expect(await screen.findByRole("dialog")).toBeTruthy();
    expect(started).toEqual([]);
    const start = screen.getByRole<HTMLButtonElement>("button", { name: "Start analysis" });
    await waitFor(() => expect(start.disabled).toBe(false));
    await user.click(start);
    await waitFor(() => expect(started).toEqual([{ kind: "full" }]));
  });

  it.each([
    ["plan", null],
    ["workspace", "$0.10"],
  ])("names a cost in dollars only for answers on a key of one's own: the %s's", async (keySource, cost) => {
    const { user } = open(run, { engines: [simulator, chatgpt] });
    server.use(http.get("/api/v1/engines", () => HttpResponse.json([{ id: "chatgpt", keySource }])));
    await user.click(screen.getByRole("button", { name }));
    const row = await screen.findByRole("row", { name: /^ChatGPT/ });
    if (cost) await waitFor(() => expect(row.textContent).toBe(`ChatGPT10${cost}`));
    else expect(row.textContent).toBe("ChatGPT10");
    expect(Boolean(screen.getByRole("dialog").textContent?.includes("$"))).toBe(Boolean(cost));
  });

  it("starts what is left where a whole analysis does not fit, in one press", async () => {
    const smaller = [
      { means: "fewer-questions", kind: "full", questions: 4, engines: [], prompts: 4, answers: 5 },
      { means: "website", kind: "technical", questions: null, engines: [], prompts: 0, answers: 0 },
    ];
    const { user, started } = open(run, {
      engines: [simulator, chatgpt],
      refused: { affordable: false, refusal: "5 answers are left.", planHelps: true, smaller, prompts: 9 },
    });
    await user.click(screen.getByRole("button", { name }));
    expect(await screen.findByText("Ask 4 of your 9 questions")).toBeTruthy();
    expect(screen.getByText("Check your website only")).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Start analysis" }).disabled).toBe(true);
    await user.click(screen.getByRole("button", { name: "Ask fewer" }));
    await waitFor(() => expect(started).toEqual([{ kind: "full", questions: 4, engines: [] }]));
  });

  it("says once what has to be done before assistants are asked, and calls nothing free that is not asked", async () => {
    const first =
      "Confirm your address to ask ChatGPT: open the link in the email we sent to the owner of this workspace.";
    const { user } = open(run, {
      engines: [simulator, { ...chatgpt, answers: 0, costUsd: 0, reason: first }],
      allowance: first,
    });
    await user.click(screen.getByRole("button", { name }));
    expect(await screen.findAllByText(first)).toHaveLength(1);
    expect(screen.getByRole("row", { name: /^ChatGPT/ }).textContent).toBe("ChatGPTNot asked");
  });

  it("keeps saying why nothing was asked when the answers are used up, and what to do", async () => {
    const used =
      "Your plan's answers for this period would not be enough for this. It starts anew on December 1, 2026.";
    const { user } = open(run);
    server.use(
      http.post("/api/v1/brands/b1/runs", () =>
        HttpResponse.json({ message: used, code: "budget-exhausted", upgradeUrl: "/pricing" }, { status: 429 }),
      ),
    );
    await user.click(screen.getByRole("button", { name }));
    const said = await screen.findByText(used, { exact: false, selector: "p" });
    expect(said.getAttribute("role")).toBe("alert");
    expect(screen.getAllByRole("link").map((link) => link.textContent)).toEqual([dashboard.seePlans, dashboard.ownKey]);
    expect(document.querySelector("li[data-variant]")).toBeNull();
  });

  it("offers no plan where the money of the day is used up, which no plan changes", async () => {
    const used =
      "The assistants have answered as many questions today as all customers together may ask on our keys. Please try again after midnight UTC, or connect a key of your own to ask now.";
    const { user } = open(run);
    server.use(
      http.post("/api/v1/brands/b1/runs", () =>
        HttpResponse.json({ message: used, code: "budget-exhausted" }, { status: 429 }),
      ),
    );
    await user.click(screen.getByRole("button", { name }));
    await screen.findByText(used, { exact: false, selector: "p" });
    expect(screen.getAllByRole("link").map((link) => link.textContent)).toEqual([dashboard.ownKey]);
  });

  it("starts at once where the simulator alone answers", async () => {
    const { user, started } = open(run);
    await user.click(screen.getByRole("button", { name }));
    await waitFor(() => expect(started).toEqual([{ kind: "full" }]));
  });
});

describe("an analysis that should have run", () => {
  const summary = (nextRunAt: string) =>
    ({
      brand: { id: "b1", name: "Harrow" },
      run: { id: "r1", status: "completed", engines: [] },
      activeRun: null,
      basis: "assistants",
      verdict: "",
      nextRunAt,
    }) as unknown as Summary;
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const show = (nextRunAt: string) =>
    renderRoutes([{ path: "/", element: <DashboardNotices summary={summary(nextRunAt)} /> }], "/");

  it("is called late a day after its date", async () => {
    show(hoursAgo(25));
    expect(await screen.findByText(/^The analysis planned for .* is late/)).toBeTruthy();
  });

  it("is not called late before that", () => {
    show(hoursAgo(23));
    expect(screen.queryByText(/is late/)).toBeNull();
  });
});

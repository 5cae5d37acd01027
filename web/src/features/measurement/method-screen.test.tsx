import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { describe, expect, it, vi } from "vitest";

import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import type { Method } from "./api";
import { MethodScreen } from "./method-screen";

const cell = {
  kind: "rate",
  prompts: 10,
  rate: 0.1,
  correlation: 0.05,
  covered: 0.962,
  width: 0.21,
  fewMentions: true,
} as const;
const calibration = {
  seed: 7,
  counts: { cells: 2, trialsPerCell: 2000, nullTrials: 1000 },
  violations: 0,
  passed: true,
  cells: [cell, { ...cell, rate: 0.5, covered: 0.941, fewMentions: false }],
  nullMoved: 0.017,
};
const given: Method = {
  metrics: [
    {
      name: "content",
      label: "Content AI Visibility",
      formula: "100 × mean of v",
      unit: "score100",
      interval: "Bootstrap by prompt",
    },
  ],
  versions: { scoreModel: "content-v7", reranker: "rank-2" },
  intervals: { confidence: 95, resamples: 2000, exploratoryBelowPrompts: 5, percentFromAnswers: 5, enoughValid: 80 },
  change: {
    level: 5,
    permutations: 10000,
    leastPrompts: 5,
    falseDiscovery: 10,
    power: 80,
    withinRuns: 4,
    verdicts: [{ name: "moved", meaning: "The test finds a change." }],
  },
  detector: {
    version: "mentions-9",
    texts: 402,
    description: "Written after the rules.",
    languages: { de: 13 },
    figures: [{ task: "negationF1", value: 0.9307, low: 0.8581, high: 0.9676, n: 54 }],
    current: true,
  },
  calibration,
  simulator: { version: "simulator-3", phrasings: 5, description: "A small assistant that runs in process." },
  predictions: { predictions: 12, verified: 8, inInterval: 7, meanAbsoluteError: 2.44 },
  recipients: [{ name: "Gemini", company: "Google", webSearch: true, alsoTold: "language" }],
  evidenceGrades: [{ grade: "A", meaning: "Controlled experiment" }],
  rewrites: { baseline: 19.3, effects: [{ name: "keyword stuffing", value: 17.7 }], caution: "They do not transfer." },
};

function open(answer: () => Response, at = "/method") {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(console, "info").mockImplementation(() => undefined);
  server.use(
    http.get("/api/user", () => HttpResponse.json({}, { status: 401 })),
    http.get("/api/business-info", () => HttpResponse.json({}, { status: 401 })),
    http.get("/api/v1/method", answer),
  );
  return renderRoutes([{ path: "/method", element: <MethodScreen /> }], at);
}

/** A section by its heading. */
async function part(name: string) {
  const heading = await screen.findByText(name, { selector: "h2 *" });
  return within(heading.closest("section") as HTMLElement);
}

describe("the method page", () => {
  it("shows the formulas and versions it was given", async () => {
    open(() => HttpResponse.json(given));
    const formulas = await part("Formulas");
    formulas.getByText("100 × mean of v");
    formulas.getByText("Interval: Bootstrap by prompt");
    const versions = within((await part("Versions")).getByRole("table"));
    versions.getByRole("row", { name: "Score model content-v7" });
    versions.getByRole("row", { name: "reranker rank-2" });
  });

  it("gives the accuracy of each task with its interval and its count", async () => {
    open(() => HttpResponse.json(given));
    const row = within((await part("How well answers are read")).getByRole("row", { name: /Denials/ }));
    expect(
      row
        .getAllByRole("cell")
        .map((each) => each.textContent)
        .slice(1),
    ).toEqual(["93.1 %", "85.8–96.8 %", "54"]);
  });

  it("says when the accuracy is that of an earlier reader, or was never measured", async () => {
    const old = open(() => HttpResponse.json({ ...given, detector: { ...given.detector, current: false } }));
    await screen.findByText(/of an earlier reader/);
    old.unmount();
    open(() => HttpResponse.json({ ...given, detector: null }));
    await screen.findByText(/its error is unknown, not zero/);
  });

  it("sums up how often intervals held the truth, and lists every kind of panel", async () => {
    open(() => HttpResponse.json(given));
    const coverage = await part("Do the intervals hold?");
    coverage.getByRole("row", { name: "Mention rate 10 94.1–96.2 % 21.0" });
    coverage.getByText("All 2 kinds of panels");
    coverage.getByText(/1.7 % of 1,000 comparisons/);
  });

  it("says when there is no calibration yet", async () => {
    open(() => HttpResponse.json({ ...given, calibration: null }));
    (await part("Do the intervals hold?")).getByText(/There is no calibration yet/);
  });

  it("puts predictions beside what happened", async () => {
    open(() => HttpResponse.json(given));
    const record = await part("Predictions against what happened");
    record.getByText("7 of 8");
    record.getByText("2.4 points");
  });

  it.each([null, { predictions: 3, verified: 0, inInterval: 0, meanAbsoluteError: null }])(
    "says when no prediction was compared yet: %j",
    async (predictions) => {
      open(() => HttpResponse.json({ ...given, predictions }));
      const record = await part("Predictions against what happened");
      record.getByText("No prediction has been compared with what happened yet.");
      expect(record.queryByText("Fell into their interval")).toBeNull();
    },
  );

  it("names who is told what", async () => {
    open(() => HttpResponse.json(given));
    (await part("Which provider receives what")).getByRole("row", { name: /Gemini Google The language/ });
  });

  it("goes to the formula an address names, and every entry of its contents leads somewhere", async () => {
    const scrolled = vi.spyOn(HTMLElement.prototype, "scrollIntoView");
    open(() => HttpResponse.json(given), "/method#formula-content");
    const contents = within(await screen.findByLabelText("On this page"));
    await waitFor(() =>
      expect(scrolled.mock.contexts.map((element) => (element as HTMLElement).id)).toEqual(["formula-content"]),
    );
    const targets = contents
      .getAllByRole("link")
      .map((link) => new URL((link as HTMLAnchorElement).href).hash.slice(1));
    expect(targets.filter((id) => document.getElementById(id) === null)).toEqual([]);
  });

  it("can be asked for again when it failed", async () => {
    let failing = true;
    const { user } = open(() =>
      failing
        ? HttpResponse.json({ message: "The database is away for a moment." }, { status: 400 })
        : HttpResponse.json(given),
    );
    await screen.findByText("The database is away for a moment.");
    failing = false;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await part("Formulas");
  });

  it("offers a visitor to sign in and come back", async () => {
    open(() => HttpResponse.json(given));
    expect((await screen.findByText("Sign in")).getAttribute("href")).toBe("/auth?next=%2Fmethod");
  });
});

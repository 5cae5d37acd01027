import { screen } from "@testing-library/react";
import { expect, it } from "vitest";

import type { Change, Summary } from "@/api/results";
import { dashboard } from "@/lib/messages/visibility";
import { renderRoutes } from "@/test/render";

import { RecentChanges } from "./recent-changes";

const at = "2026-11-20T09:00:00Z";

it.each<[string, Omit<Change, "at" | "before" | "after">, string]>([
  [
    "new findings as bad news",
    {
      kind: "findings-opened",
      title: "Technical issues detected",
      detail: "3 new crawling barriers found",
      verdict: null,
    },
    "text-attention-text",
  ],
  [
    "findings that are gone as good news",
    { kind: "findings-closed", title: "Technical issues resolved", detail: "2 issues no longer found", verdict: null },
    "text-good-text",
  ],
  [
    "a score that fell as bad news",
    { kind: "content-score", title: "Content AI Score declined", detail: "-6 points this week", verdict: "moved" },
    "text-attention-text",
  ],
  [
    "a score that rose as good news",
    { kind: "content-score", title: "Content AI Score improved", detail: "+8 points this month", verdict: "moved" },
    "text-good-text",
  ],
  [
    "a new measure as neither",
    {
      kind: "content-model",
      title: "Content AI Score is measured anew",
      detail: "The model changed",
      verdict: "model changed",
    },
    "text-ink-3",
  ],
])("shows %s", async (_, change, ink) => {
  const summary = { trend: [], changes: [{ ...change, at }] } as unknown as Summary;
  renderRoutes([{ path: "/", element: <RecentChanges summary={summary} /> }], "/");
  const line = (await screen.findByText(change.title)).closest("li")!;
  expect([...line.querySelector("svg")!.classList]).toContain(ink);
});

it("says of a score whether it moved by more than chance, and claims nothing of counted findings", async () => {
  const changes = [
    { kind: "content-score", title: "Content AI Score improved", detail: "+8 points this month", verdict: "moved", at },
    {
      kind: "findings-opened",
      title: "Technical issues detected",
      detail: "3 new crawling barriers found",
      verdict: null,
      at,
    },
  ];
  renderRoutes([{ path: "/", element: <RecentChanges summary={{ trend: [], changes } as unknown as Summary} /> }], "/");
  const line = (title: string) => screen.getByText(title).closest("li")!.textContent;
  await screen.findByText("Content AI Score improved");
  expect(line("Content AI Score improved")).toContain("+8 points this month · more than chance · ");
  expect(line("Technical issues detected")).not.toContain("chance");
});

const measured = (value: number, low: number, high: number) => ({ value, low, high, n: 60, unit: "answers" });
const moved = (detail: string) => ({
  kind: "content-score",
  title: "Content AI Score improved",
  detail,
  verdict: "moved",
  before: measured(62, 55.2, 68.4),
  after: measured(70, 64, 76),
  at,
});

it.each([
  ["+8 points this month", false],
  ["+3 points this month", true],
])(
  "shows before and after with their intervals; beside %s it says what points are counted over: %s",
  async (detail, said) => {
    renderRoutes(
      [
        {
          path: "/",
          element: <RecentChanges summary={{ trend: [], changes: [moved(detail)] } as unknown as Summary} />,
        },
      ],
      "/",
    );
    const line = (await screen.findByText("Content AI Score improved")).closest("li")!;
    expect(line.textContent).toContain("Before 62 (55–68) → now 70 (64–76)");
    expect(line.querySelector('[title="n = 60 answers"]')).not.toBeNull();
    expect(line.textContent.includes(dashboard.pairedPoints)).toBe(said);
  },
);

it("shows no values for a line of an analysis that kept none", async () => {
  const line = {
    kind: "content-score",
    title: "Content AI Score improved",
    detail: "+8 points this month",
    verdict: "moved",
    at,
  };
  renderRoutes(
    [{ path: "/", element: <RecentChanges summary={{ trend: [], changes: [line] } as unknown as Summary} /> }],
    "/",
  );
  await screen.findByText("Content AI Score improved");
  expect(screen.queryByText(/→/)).toBeNull();
});

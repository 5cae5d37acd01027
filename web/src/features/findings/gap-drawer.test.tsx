import { screen } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { describe, expect, it } from "vitest";

import { aBusiness, aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import { GapDrawer } from "./gap-drawer";

const gap = {
  id: "g1",
  category: "content depth",
  promptId: "p1",
  prompt: "Who makes oak tables?",
  topic: "tables",
  aiResponse: "Wexford and Harrow do.",
  answerId: "a1",
  gapType: "Minor",
  competitor: "Wexford",
  competitors: [],
  wonBy: "named",
  attackMove: "Answer it on your page.",
  kind: "competitor",
  n: 12,
  fewAnswers: false,
  tooEarly: false,
  brandAnswers: 2,
  rivalAnswers: 6,
  sources: [],
  engines: [],
  status: "open",
  assignee: null,
  note: "",
  reason: "",
  decidedAt: null,
  verification: null,
  closedAt: null,
  undoable: false,
};
const CONFIRM =
  "No competitor is ahead in the newest answers, but there are too few to close this gap. It closes when later analyses confirm it.";

function open(row: object) {
  server.use(
    http.get("/api/user", () => HttpResponse.json(aUser())),
    http.get("/api/business-info", () => HttpResponse.json(aBusiness())),
    http.get("/api/v1/brands/:id/gaps/content/:gap", () => HttpResponse.json(row)),
    http.get("/api/v1/brands/:id/summary", () => HttpResponse.json({ basis: "assistants", scores: {}, run: {} })),
  );
  renderRoutes([{ path: "/", element: <GapDrawer brandId="harrow" gapId="g1" /> }], "/?brand=harrow");
}

describe("a gap in full", () => {
  it("says that competitors are named where one is ahead", async () => {
    open(gap);
    expect(await screen.findByText("Competitors are named here")).toBeTruthy();
    expect(screen.queryByText(CONFIRM)).toBeNull();
  });

  it("says what closes it once nobody is ahead any more", async () => {
    open({ ...gap, tooEarly: true, brandAnswers: 6 });
    expect(await screen.findByText(CONFIRM)).toBeTruthy();
    screen.getByText("Minor");
    screen.getByText("Improved, too early to close");
    expect(screen.queryByText("Competitors are named here")).toBeNull();
  });
});

import { screen } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { expect, it } from "vitest";

import { aBusiness, aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import { EvidenceDrawer } from "./evidence-drawer";

const evidence = {
  metric: "technical",
  basis: "assistants",
  formula: "100 × Σ weight of passed checks ÷ Σ weight of applicable checks",
  score: { metric: "technical", value: 62, low: 62, high: 62, n: 6, unit: "pages", model: "1.0", band: "Moderate" },
  inputs: [{ name: "checks", value: 62, low: null, high: null, n: 6 }],
  answers: [],
  findings: [],
  fitItems: [],
  checks: [{ code: "sitemap", group: "discoverability", weight: 1, applicable: 1, passed: 1 }],
};

it("says in words what a score is before its number, and its formula after all that stands behind it", async () => {
  server.use(
    http.get("/api/user", () => HttpResponse.json(aUser())),
    http.get("/api/business-info", () => HttpResponse.json(aBusiness())),
    http.get("/api/v1/runs/r1/evidence", () => HttpResponse.json(evidence)),
  );
  renderRoutes([{ path: "/dashboard", element: <EvidenceDrawer runId="r1" /> }], "/dashboard?evidence=technical");
  const words = await screen.findByText(/assistants can find and read your website/);
  const order = [words, screen.getAllByText("62")[0]!, screen.getByText("sitemap"), screen.getByText(/Σ weight/)];
  for (const [place, element] of order.slice(1).entries())
    expect(order[place]!.compareDocumentPosition(element)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

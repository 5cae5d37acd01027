import { screen } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { describe, expect, it } from "vitest";

import { aBusiness, aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import type { Report } from "../api/reports";
import { ContentBrief } from "./content-brief";

const queued: Report = {
  id: "r1",
  brandId: "b1",
  gapId: "g1",
  format: "docx",
  status: "queued",
  sections: [],
  locale: "en",
  from: null,
  to: null,
  size: null,
  failure: "",
  createdAt: "2026-11-22T12:00:00Z",
  readyAt: null,
  expiresAt: null,
};
const ready: Report = {
  ...queued,
  status: "ready",
  size: 2048,
  readyAt: "2026-11-22T12:01:00Z",
  expiresAt: "2026-11-23T12:01:00Z",
};
const wait = { timeout: 5000 };

/** The button where a gap's briefs are these; asking adds one that waits. */
function open(briefs: Report[]) {
  const asked: string[] = [];
  server.use(
    http.get("/api/business-info", () => HttpResponse.json(aBusiness())),
    http.get("/api/user", () => HttpResponse.json(aUser())),
    http.get("/api/v1/reports", () =>
      HttpResponse.json({
        data: briefs.slice(0, 1),
        page: { nextCursor: null, prevCursor: null, limit: 1, total: null, totalIsExact: false },
      }),
    ),
    http.post("/api/v1/brands/b1/gaps/content/g1/brief", ({ request }) => {
      asked.push(request.url);
      briefs.unshift(queued);
      return HttpResponse.json(queued, { status: 202 });
    }),
  );
  return { ...renderRoutes([{ path: "*", element: <ContentBrief brandId="b1" gapId="g1" /> }], "/"), asked };
}

describe("the brief of a gap", () => {
  it("is asked for once, by keyboard, tells that it is being made, and ends as a file", async () => {
    const briefs: Report[] = [];
    const { user, asked } = open(briefs);
    const button = await screen.findByRole<HTMLButtonElement>("button", { name: "Content brief" }, wait);
    button.focus();
    await user.keyboard("{Enter}");
    await screen.findByRole("progressbar", { name: "The brief is being made" }, wait);
    expect(button.disabled).toBe(true);
    expect(asked).toHaveLength(1);
    briefs[0] = ready;
    const file = await screen.findByRole("link", { name: "Download the brief" }, wait);
    expect(file.getAttribute("href")).toBe("/api/v1/reports/r1/download");
    expect(button.disabled).toBe(false);
  });

  it("says why making it failed, and can be asked for again", async () => {
    open([
      {
        ...queued,
        status: "failed",
        failure: "Making the report stopped because of a fault on our side. Please try again.",
      },
    ]);
    await screen.findByText(/stopped because of a fault on our side/, {}, wait);
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Content brief" }).disabled).toBe(false);
  });

  it("leads to the plans where the plan has no Word files", async () => {
    const { user } = open([]);
    server.use(
      http.post("/api/v1/brands/b1/gaps/content/g1/brief", () =>
        HttpResponse.json(
          {
            code: "plan-limit",
            feature: "reports.docx",
            message: "Your plan does not include this. Upgrade to continue.",
          },
          { status: 403 },
        ),
      ),
    );
    await user.click(await screen.findByRole("button", { name: "Content brief" }, wait));
    const link = await screen.findByRole("link", { name: "See plans" }, wait);
    expect(link.getAttribute("href")).toContain("reports.docx");
  });
});

import { screen, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { describe, expect, it, vi } from "vitest";

import { aBusiness, aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import type { Report, NewReport } from "../api/reports";
import { ReportDialog } from "./report-dialog";

const ready: Report = {
  id: "r1",
  brandId: "b1",
  gapId: null,
  format: "pdf",
  status: "ready",
  sections: ["summary"],
  locale: "en",
  from: null,
  to: null,
  size: 2048,
  failure: "",
  createdAt: "2026-11-21T12:00:00Z",
  readyAt: "2026-11-21T12:01:00Z",
  expiresAt: "2026-11-22T12:01:00Z",
};

function open(reports: Report[], reason: string | null = null) {
  const asked: NewReport[] = [];
  server.use(
    http.get("/api/business-info", () => HttpResponse.json(aBusiness())),
    http.get("/api/user", () => HttpResponse.json(aUser())),
    http.get("/api/v1/reports", () =>
      HttpResponse.json({
        data: reports,
        page: { nextCursor: null, prevCursor: null, limit: 5, total: null, totalIsExact: false },
      }),
    ),
    http.post("/api/v1/brands/b1/reports", async ({ request }) => {
      asked.push((await request.json()) as NewReport);
      return HttpResponse.json({ ...ready, id: "r2", status: "queued" }, { status: 202 });
    }),
  );
  const view = renderRoutes(
    [{ path: "*", element: <ReportDialog brandId="b1" reason={reason} onClose={vi.fn()} /> }],
    "/dashboard",
  );
  return { ...view, asked };
}

describe("the report dialog", () => {
  it("asks for the chosen format and sections", async () => {
    const { user, asked } = open([]);
    await user.click(await screen.findByRole("radio", { name: "CSV" }, { timeout: 5000 }));
    await user.click(screen.getByRole("checkbox", { name: "Method" }));
    await user.click(screen.getByRole("button", { name: "Make report" }));
    await screen.findByText("Your report is being made", {}, { timeout: 5000 });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ format: "csv", from: null, to: null });
    expect(asked[0]?.sections).not.toContain("method");
    expect(asked[0]?.sections).toContain("summary");
  });

  it("offers the file of a ready report, and none of an expired one", async () => {
    open([ready, { ...ready, id: "r0", status: "expired" }]);
    expect(
      (await screen.findByRole("link", { name: "Download the newest: PDF" }, { timeout: 5000 })).getAttribute("href"),
    ).toBe("/api/v1/reports/r1/download");
    await screen.findByText("Expired", {}, { timeout: 5000 });
    const lines = screen.getAllByRole("listitem");
    const [first, second] = lines.filter((line) => within(line).queryByText(/PDF/));
    expect(
      within(first as HTMLElement)
        .getByRole("link")
        .getAttribute("href"),
    ).toBe("/api/v1/reports/r1/download");
    expect(within(second as HTMLElement).queryByRole("link")).toBeNull();
    within(second as HTMLElement).getByText("Expired");
  });

  it("says what the plan does not allow, and keeps the choices", async () => {
    const { user } = open([]);
    server.use(
      http.post("/api/v1/brands/b1/reports", () =>
        HttpResponse.json(
          { code: "plan-limit", message: "Your plan does not include this. Upgrade to continue." },
          { status: 403 },
        ),
      ),
    );
    await user.click(await screen.findByRole("radio", { name: "CSV" }, { timeout: 5000 }));
    await user.click(screen.getByRole("button", { name: "Make report" }));
    await screen.findByText(/Your plan does not include this/, {}, { timeout: 5000 });
    expect(screen.getByRole("link", { name: "See plans" }).getAttribute("href")).toContain("/pricing");
    expect(screen.getByRole("radio", { name: "CSV" }).getAttribute("aria-checked")).toBe("true");
  });

  it("makes nothing for somebody who may only look", async () => {
    open([], "Your role can look but not change anything here.");
    expect(
      (await screen.findByRole<HTMLButtonElement>("button", { name: "Make report" }, { timeout: 5000 })).disabled,
    ).toBe(true);
    screen.getByText(/Your role can look/);
  });
});

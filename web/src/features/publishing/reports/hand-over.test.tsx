import { configure, screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";

import { reports as words } from "@/lib/messages/reports";
import { currentToasts, useKeptToasts } from "@/lib/toast";
import { aBusiness, aUser } from "@/test/data";
import { aStream } from "@/test/events";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import { askForReport } from "../api/reports";
import { useReportDownloads } from "./use-report-downloads";

// The part comes when it is first wanted; how long a busy machine takes to read it is not what is tested.
configure({ asyncUtilTimeout: 30_000 });
beforeAll(() => import("./hand-over"), 60_000);

let status: string;
let asked: string[];
let made: number;

beforeEach(() => {
  status = "running";
  asked = [];
  made = 0;
  for (const method of ["info", "error"] as const) vi.spyOn(console, method).mockImplementation(() => undefined);
  server.use(
    http.get("/api/user", () => HttpResponse.json(aUser())),
    http.get("/api/business-info", () => HttpResponse.json(aBusiness({ wizardCompleted: false }))),
    http.post("/api/v1/brands/b1/reports", () =>
      HttpResponse.json({ id: `p${(made += 1)}`, status: "queued" }, { status: 202 }),
    ),
    http.get("/api/v1/reports/:id", ({ params }) => {
      asked.push(String(params["id"]));
      return HttpResponse.json({
        id: params["id"],
        gapId: null,
        format: "pdf",
        status,
        failure: status === "failed" ? "Choose fewer sections." : "",
      });
    }),
  );
});
afterEach(() => {
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

function Frame() {
  useReportDownloads();
  return useKeptToasts().map(({ id, title }) => <p key={id}>Said: {title}</p>);
}
const frame = () => renderRoutes([{ path: "*", element: <Frame /> }], "/dashboard/trends");
const ask = () => askForReport("b1", { format: "pdf", sections: ["summary"], from: null, to: null, locale: "en" });
const ended = (reportId: string, name: "report.ready" | "report.failed" = "report.ready") => ({
  name,
  data: { reportId, brandId: "b1" },
});

describe("a report this tab asked for", () => {
  it("is handed over on whatever screen is open when it gets ready, once", async () => {
    const { tell } = aStream();
    frame();
    await ask();
    status = "ready";
    tell(ended("p1"));
    const link = await screen.findByRole("link", { name: words.download });
    expect(link.getAttribute("href")).toBe("/api/v1/reports/p1/download");
    screen.getByText(words.ready);
    await ask();
    tell(ended("p1"));
    tell(ended("p2"));
    await waitFor(() => expect(screen.getAllByText(`Said: ${words.ready}`)).toHaveLength(2));
    expect(asked).toEqual(["p1", "p2"]);
  });

  it("is ordered also where the browser keeps nothing", async () => {
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("Blocked", "SecurityError");
    });
    expect(await ask()).toEqual({ id: "p1", status: "queued" });
  });

  it("is handed over after a reload that missed the event", async () => {
    aStream();
    await ask();
    status = "ready";
    frame();
    await screen.findByRole("link", { name: words.download });
  });

  it("says why it could not be made", async () => {
    const { tell } = aStream();
    frame();
    await ask();
    status = "failed";
    tell(ended("p1", "report.failed"));
    await screen.findByText("Choose fewer sections.");
    expect(screen.queryByRole("link", { name: words.download })).toBeNull();
  });
});

it("leaves a report of somebody else to the bell", async () => {
  const { tell } = aStream();
  frame();
  await ask();
  status = "ready";
  tell(ended("p9"));
  tell(ended("p1"));
  await waitFor(() => expect(currentToasts()).toHaveLength(1));
  expect(asked).toEqual(["p1"]);
});

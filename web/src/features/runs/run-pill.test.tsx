import { act, configure, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";

import { dashboard, run as words } from "@/lib/messages/visibility";
import { aBusiness, aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import type { Run } from "./api";
import { etaOf, remaining } from "./run-eta";
import { RunPill } from "./run-pill";

// The part comes when it is first wanted; how long a busy machine takes to read it is not what is tested.
configure({ asyncUtilTimeout: 30_000 });
beforeAll(() => import("./run-drawer"), 60_000);

const engine = {
  id: "chatgpt",
  name: "ChatGPT",
  model: "m",
  basis: "assistants",
  status: "answered",
  reason: "",
  planned: 10,
  answered: 10,
  failed: 0,
  refused: 0,
  costUsd: 0.1,
};
const finished = {
  id: "r1",
  brandId: "b1",
  kind: "full",
  status: "completed",
  stage: null,
  round: 0,
  done: 0,
  total: 0,
  stages: [],
  engines: [engine],
  failure: null,
  createdAt: "2026-11-20T09:00:00Z",
  startedAt: "2026-11-20T09:00:00Z",
  finishedAt: "2026-11-20T09:02:00Z",
} as unknown as Run;
const running = {
  ...finished,
  id: "r2",
  status: "running",
  stage: "answers",
  done: 34,
  total: 60,
  finishedAt: null,
} as Run;

function open({
  run = finished as Run | null,
  activeRun = null as Run | null,
  role = "owner",
  at = "/dashboard/trends?metric=x",
} = {}) {
  const me = aUser();
  server.use(
    http.get("/api/user", () => HttpResponse.json({ ...me, workspaces: [{ ...me.workspaces[0]!, role }] })),
    http.get("/api/business-info", () => HttpResponse.json(aBusiness({ primaryBrandId: "b1" }))),
    http.get("/api/v1/brands", () => HttpResponse.json({ data: [] })),
    http.get("/api/v1/brands/b1/summary", () =>
      HttpResponse.json({ brand: { id: "b1", name: "Harrow" }, run, activeRun }),
    ),
    http.get("/api/v1/runs/:id", ({ params }) => HttpResponse.json({ ...finished, id: params["id"] })),
  );
  return renderRoutes([{ path: "*", element: <RunPill /> }], at);
}

beforeEach(() => {
  for (const method of ["info", "error"] as const) vi.spyOn(console, method).mockImplementation(() => undefined);
});

describe("the run pill", () => {
  it("says when the last analysis was, and opens it under an address that Back closes", async () => {
    const { user, where, router } = open();
    await user.click(await screen.findByRole("button", { name: /^Analyzed / }));
    await screen.findByRole("dialog", { name: words.finishedTitle });
    expect(where()).toBe("/dashboard/trends?metric=x&run=r1");
    await act(() => router.navigate(-1));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(where()).toBe("/dashboard/trends?metric=x");
  });

  it("counts while one is under way, which who may only look cannot stop", async () => {
    const { user } = open({ activeRun: running, role: "viewer" });
    await user.click(await screen.findByRole("button", { name: "Analyzing 34/60" }));
    const drawer = await screen.findByRole("dialog", { name: words.title });
    await within(drawer).findByText(/can look but not change/);
    expect(within(drawer).queryByRole("button", { name: words.cancel })).toBeNull();
  });

  it("says that the last one failed, why, and how to try again", async () => {
    const { user } = open({
      run: { ...finished, status: "failed", failure: { code: "x", message: "The site did not answer." } } as Run,
    });
    await user.click(await screen.findByRole("button", { name: words.pillFailed }));
    const drawer = await screen.findByRole("dialog");
    within(drawer).getByText("The site did not answer.");
    await within(drawer).findByRole("button", { name: dashboard.tryAgain });
  });

  it("asks failed assistants again", async () => {
    const asked: string[] = [];
    server.use(
      http.post(
        "/api/v1/runs/:id/retry-failed",
        ({ params }) => (asked.push(String(params["id"])), HttpResponse.json({}, { status: 202 })),
      ),
    );
    const { user } = open({
      run: {
        ...finished,
        status: "partial",
        engines: [{ ...engine, status: "incomplete", answered: 4, failed: 6, reason: "It was overloaded." }],
      } as Run,
    });
    await user.click(await screen.findByRole("button", { name: /^Analyzed / }));
    await screen.findByText("It was overloaded.");
    await user.click(await screen.findByRole("button", { name: "Retry failed" }));
    await waitFor(() => expect(asked).toEqual(["r1"]));
  });

  it("opens a run of long ago by its copied address", async () => {
    open({ at: "/dashboard?run=old" });
    await screen.findByText(/^Finished /);
  });

  it.each([404, 422])(
    "says of an address that names no run (%i) that it is not stored, and offers no second try",
    async (status) => {
      open({ at: "/dashboard?run=none" });
      server.use(
        http.get("/api/v1/runs/none", () =>
          HttpResponse.json({ message: "We could not find that analysis." }, { status }),
        ),
      );
      const drawer = await screen.findByRole("dialog", { name: words.finishedTitle });
      await within(drawer).findByText(words.gone);
      expect(within(drawer).queryByRole("button", { name: "Retry" })).toBeNull();
    },
  );

  it("takes the request to start one for no run", async () => {
    open({ at: "/dashboard?run=1" });
    await screen.findByRole("button", { name: /^Analyzed / });
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("the time that is left", () => {
  const at = (second: number) => Date.parse(running.startedAt!) + second * 1000;

  it("follows the pace of the answers", () => {
    expect(remaining(running, null, at(34))).toBe(26_000);
    expect(etaOf(running, null, at(34))).toBe("About 30 seconds left");
  });

  it("falls back to how long the run before took", () => {
    const early = { ...running, stage: "ingest" } as Run;
    expect(etaOf(early, finished, at(30))).toBe("About 2 minutes left");
    expect(etaOf({ ...early, status: "queued", startedAt: null } as Run, finished, at(0))).toBe(
      "Waiting to start, then about 2 minutes",
    );
  });

  it("is not told of a run that was opened again, nor from how long such a one took", () => {
    expect(etaOf({ ...running, round: 1 }, finished, at(2 * 86_400))).toBe("");
    expect(etaOf({ ...running, round: 1, status: "queued", stage: null }, finished, at(2 * 86_400))).toBe(
      "Waiting to start",
    );
    expect(
      etaOf({ ...running, stage: "ingest" }, { ...finished, round: 1, finishedAt: "2026-11-22T09:00:00Z" }, at(30)),
    ).toBe("");
  });

  it("is not made up where nothing speaks for it", () => {
    expect(etaOf({ ...running, stage: "ingest" } as Run, null, at(30))).toBe("");
    expect(etaOf({ ...running, stage: "score" } as Run, finished, at(300))).toBe("");
  });
});

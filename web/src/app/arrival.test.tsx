import { screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";

import { hardNavigate } from "@/lib/browser";
import { aBusiness, aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import { Arrival } from "./arrival";
import { Protected } from "./protected";

vi.mock("@/lib/browser", () => ({ hardNavigate: vi.fn() }));

const HERE = "0193a0d0-0000-7000-8000-0000000000aa";
const THERE = "0193a0d0-0000-7000-8000-0000000000ab";
const GONE = "0193a0d0-0000-7000-8000-0000000000ac";
const routes = [
  {
    path: "/dashboard/*",
    element: (
      <Protected>
        <Arrival>
          <p>section</p>
        </Arrival>
      </Protected>
    ),
  },
];
const of = (id: string, name: string) => ({ id, name, role: "viewer" as const, paused: false, example: false });

beforeEach(() => {
  vi.mocked(hardNavigate).mockClear();
  document.cookie = "presence_brand=b1; Path=/";
  for (const method of ["info", "error"] as const) vi.spyOn(console, method).mockImplementation(() => undefined);
  const user = aUser({ workspaces: [of(HERE, "Harrow & Pike"), of(THERE, "Marlow")], currentWorkspaceId: HERE });
  server.use(
    http.get("/api/user", () => HttpResponse.json(user)),
    http.get("/api/business-info", () => HttpResponse.json(aBusiness())),
  );
});

describe("a link that names a workspace", () => {
  it("enters another one of the reader's before it shows anything, and keeps the rest of the address", async () => {
    const entered: string[] = [];
    server.use(
      http.post(
        "/api/v1/workspaces/:id/switch",
        ({ params }) => (entered.push(String(params["id"])), HttpResponse.json({ currentWorkspaceId: params["id"] })),
      ),
    );
    renderRoutes(routes, `/dashboard/analytics?workspace=${THERE}&brand=b2&metric=content#notes`);
    await waitFor(() =>
      expect(hardNavigate).toHaveBeenCalledWith("/dashboard/analytics?brand=b2&metric=content#notes"),
    );
    expect(entered).toEqual([THERE]);
    expect(document.cookie).not.toContain("presence_brand=b1");
    expect(screen.queryByText("section")).toBeNull();
  });

  it("stays where the reader already is", async () => {
    const { where } = renderRoutes(routes, `/dashboard?workspace=${HERE}&brand=b1`);
    expect(await screen.findByText("section")).toBeTruthy();
    expect(where()).toBe("/dashboard?brand=b1");
    expect(hardNavigate).not.toHaveBeenCalled();
  });

  it("tells a reader who is no member any more, and leads to their own", async () => {
    const { user, where } = renderRoutes(routes, `/dashboard?workspace=${GONE}&brand=b3`);
    expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe(
      "You are not a member of this workspace",
    );
    await user.click(screen.getByRole("link", { name: "Go to your dashboard" }));
    expect(await screen.findByText("section")).toBeTruthy();
    expect(where()).toBe("/dashboard");
  });

  it("says so when the workspace could not be opened, and tries again", async () => {
    server.use(
      http.post(
        "/api/v1/workspaces/:id/switch",
        () => HttpResponse.json({ message: "The service is away" }, { status: 503 }),
        { once: true },
      ),
      http.post("/api/v1/workspaces/:id/switch", () => HttpResponse.json({ currentWorkspaceId: THERE })),
    );
    const { user } = renderRoutes(routes, `/dashboard?workspace=${THERE}`);
    expect((await screen.findByRole("alert")).textContent).toContain("The service is away");
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await waitFor(() => expect(hardNavigate).toHaveBeenCalledWith("/dashboard"));
  });
});

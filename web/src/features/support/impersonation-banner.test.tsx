import { screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, it } from "vitest";

import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import { ImpersonationBanner } from "./impersonation-banner";

const running = { actor: "Dana", mode: "read", endsAt: "2026-11-21T20:30:00Z" };
let ended = false;

function open(impersonation: object | null) {
  server.use(
    http.get("/api/v1/meta", () => HttpResponse.json({ features: {}, engines: [], maintenance: null, impersonation })),
  );
  return renderRoutes([{ path: "/", element: <ImpersonationBanner as="nora@example.com" /> }], "/");
}

beforeEach(() => {
  ended = false;
  server.use(
    http.get("/api/user", () => HttpResponse.json({ message: "You are not signed in." }, { status: 401 })),
    http.post("/api/logout", () => {
      ended = true;
      return HttpResponse.json({ success: true });
    }),
  );
});

describe("somebody of support acting as the customer", () => {
  it("is told at all times as whom, and that nothing can be changed", async () => {
    open(running);
    const banner = await screen.findByText(/Dana from support is signed in as nora@example.com/);
    expect(banner.closest("[role=status]")?.textContent).toMatch(/Nothing can be changed\. Ends at .*2026/);
    expect(screen.queryByRole("button", { name: "Dismiss" })).toBeNull();
  });

  it("is told when changes are possible and recorded", async () => {
    open({ ...running, mode: "write" });
    expect(await screen.findByText(/Changes are recorded under both names/)).toBeInstanceOf(HTMLElement);
  });

  it("can end it", async () => {
    const { user } = open(running);
    await user.click(await screen.findByRole("button", { name: "End" }));
    await waitFor(() => expect(ended).toBe(true));
  });

  it("is nothing to somebody signed in as themselves", async () => {
    const { client } = open(null);
    await waitFor(() => expect(client.getQueryData(["/api/v1/meta"])).toBeDefined());
    expect(screen.queryByRole("status")).toBeNull();
  });
});

import { screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, it, vi } from "vitest";

import type { Role } from "@/api/session";
import { aBusiness, aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import { Landing } from "./landing";
import { Protected } from "./protected";

const routes = [
  {
    path: "/dashboard/*",
    element: (
      <Protected>
        <Landing>
          <p>section</p>
        </Landing>
      </Protected>
    ),
  },
];

beforeEach(() => {
  for (const method of ["info", "error"] as const) vi.spyOn(console, method).mockImplementation(() => undefined);
});

function comeAs(role: Role, at: string) {
  const [workspace] = aUser().workspaces;
  server.use(
    http.get("/api/user", () => HttpResponse.json(aUser({ workspaces: [{ ...workspace!, role }] }))),
    http.get("/api/business-info", () => HttpResponse.json(aBusiness())),
  );
  return renderRoutes(routes, at);
}

it.each(["/dashboard", "/dashboard/analytics?brand=b1"])(
  "leads a member who only pays from %s to the subscription",
  async (from) => {
    const { where } = comeAs("billing", from);
    await waitFor(() => expect(where()).toBe("/dashboard/settings/subscription"));
    expect(await screen.findByText("section")).toBeTruthy();
  },
);

it("leaves a member who only pays on the settings they chose", async () => {
  const { where } = comeAs("billing", "/dashboard/settings");
  expect(await screen.findByText("section")).toBeTruthy();
  expect(where()).toBe("/dashboard/settings");
});

it("leaves whoever reads results where they are", async () => {
  const { where } = comeAs("viewer", "/dashboard/analytics");
  expect(await screen.findByText("section")).toBeTruthy();
  expect(where()).toBe("/dashboard/analytics");
});

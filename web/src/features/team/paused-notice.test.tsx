import { screen } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { expect, it } from "vitest";

import type { Role } from "@/api/session";
import { aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import { PausedNotice } from "./paused-notice";

function open(role: Role) {
  const user = aUser({
    currentWorkspaceId: "w1",
    workspaces: [{ id: "w1", name: "Harrow", role, paused: true, example: false }],
  });
  server.use(
    http.get("/api/user", () => HttpResponse.json(user)),
    http.get("/api/business-info", () => HttpResponse.json({ businessName: "Harrow", wizardCompleted: true })),
  );
  return renderRoutes([{ path: "/", element: <PausedNotice /> }], "/");
}

it("sends a member whose seat is paused to an owner", async () => {
  open("editor");
  expect(await screen.findByText(/Ask an owner to change the plan/)).toBeTruthy();
});

it("tells a Billing member whose seat is paused that they can change the plan", async () => {
  open("billing");
  expect(await screen.findByText(/Change the plan and they open again/)).toBeTruthy();
  expect(screen.queryByText(/Ask an owner/)).toBeNull();
});

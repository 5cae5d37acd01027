import { screen } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { afterEach, beforeEach, expect, it } from "vitest";

import { aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import { VerifyScreen } from "./verify-screen";

const SECRET = "aB3_-".repeat(8) + "xyz";
const routes = [{ path: "*", element: <VerifyScreen /> }];
const answer = (status: number) =>
  http.post("/api/v1/auth/link", () =>
    status === 204 ? new HttpResponse(null, { status }) : HttpResponse.json({ detail: "It is over." }, { status }),
  );

beforeEach(() => {
  window.history.replaceState(null, "", "/");
  window.location.hash = SECRET;
  server.use(http.get("/api/user", () => HttpResponse.json({ message: "Not signed in" }, { status: 401 })));
});
afterEach(() => window.history.replaceState(null, "", "/"));

it("says that a late link is over before it asks anybody to sign in", async () => {
  server.use(answer(422));
  renderRoutes(routes, "/auth?action=verify");
  expect(await screen.findByText("This link has expired or was already used.")).toBeTruthy();
  expect(screen.getByText(/have a new link sent from your account settings/)).toBeTruthy();
  expect(screen.queryByLabelText("Password")).toBeNull();
});

it("asks a visitor with a good link to sign in", async () => {
  server.use(answer(204));
  renderRoutes(routes, "/auth?action=verify");
  expect(await screen.findByLabelText("Password")).toBeTruthy();
});

it("tells somebody signed in whose link is over where a new one comes from", async () => {
  server.use(
    http.get("/api/user", () => HttpResponse.json(aUser())),
    http.post("/api/v1/auth/verify", () =>
      HttpResponse.json({ message: "This link has expired or was already used. Ask for a new one." }, { status: 422 }),
    ),
  );
  renderRoutes(routes, "/auth?action=verify");
  expect(await screen.findByText(/a new link can be sent from the top of every page/)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Continue" })).toBeTruthy();
});

it("uses the link of somebody signed in without asking first", async () => {
  server.use(
    http.get("/api/user", () => HttpResponse.json(aUser())),
    http.post("/api/v1/auth/verify", () => HttpResponse.json({ email: "ada@example.com" })),
  );
  renderRoutes(routes, "/auth?action=verify");
  expect(await screen.findByText("ada@example.com is confirmed.")).toBeTruthy();
});

import { screen } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { afterEach, beforeEach, expect, it } from "vitest";

import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import { ResetScreen } from "./reset-screen";

const SECRET = "aB3_-".repeat(8) + "xyz";
const over = () =>
  HttpResponse.json({ detail: "This link has expired or was already used. Ask for a new one." }, { status: 422 });
let asked: unknown[];
const routes = [{ path: "*", element: <ResetScreen /> }];

beforeEach(() => {
  asked = [];
  window.history.replaceState(null, "", "/");
  server.use(http.post("/api/v1/auth/link", () => new HttpResponse(null, { status: 204 })));
});
afterEach(() => window.history.replaceState(null, "", "/"));

it.each(["nonsense", "a".repeat(42), "a".repeat(44), `${"a".repeat(42)}!`])(
  "says at once that a link with the secret %s is no good",
  async (secret) => {
    window.location.hash = secret;
    renderRoutes(routes, "/auth?action=reset");
    expect(
      await screen.findByText("This link is not complete. Open it from the email again, or ask for a new one."),
    ).toBeTruthy();
    expect(screen.queryByLabelText("New password")).toBeNull();
  },
);

it("says at once that a late link is over, and what to do", async () => {
  server.use(http.post("/api/v1/auth/link", async ({ request }) => (asked.push(await request.json()), over())));
  window.location.hash = SECRET;
  renderRoutes(routes, "/auth?action=reset");
  expect(await screen.findByText("This link has expired or was already used.")).toBeTruthy();
  expect(asked).toEqual([{ token: SECRET, purpose: "reset" }]);
  expect(screen.queryByLabelText("New password")).toBeNull();
  expect(screen.getByRole("link", { name: "Ask for a new link" })).toBeTruthy();
});

it("asks for the password where nobody can say whether the link is over", async () => {
  server.use(
    http.post("/api/v1/auth/link", () => HttpResponse.json({ detail: "Too many requests." }, { status: 429 })),
  );
  window.location.hash = SECRET;
  renderRoutes(routes, "/auth?action=reset");
  expect(await screen.findByLabelText("New password")).toBeTruthy();
});

it("asks for a new password with a link as it is mailed", async () => {
  window.location.hash = SECRET;
  renderRoutes(routes, "/auth?action=reset");
  expect(await screen.findByLabelText("New password")).toBeTruthy();
});

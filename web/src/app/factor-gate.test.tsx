import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { expect, it } from "vitest";

import { aBusiness, aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import { Protected } from "./protected";

const account = {
  email: "ada@example.com",
  hasPassword: true,
  secondFactor: { enabled: false, app: false, passkeys: 0, recoveryCodesLeft: 0 },
};
const routes = [{ path: "/dashboard", element: <Protected>{<p>results</p>}</Protected> }];

function signedIn(...due: readonly boolean[]) {
  let business = 0;
  let asked = 0;
  server.use(
    http.get("/api/user", () =>
      HttpResponse.json(aUser({ secondFactorDue: due[Math.min(asked++, due.length - 1)] ?? false })),
    ),
    http.get("/api/business-info", () => ((business += 1), HttpResponse.json(aBusiness()))),
    http.get("/api/v1/me", () => HttpResponse.json(account)),
    http.get("/api/v1/me/passkeys", () => HttpResponse.json({ data: [], limit: 10 })),
  );
  return () => business;
}

it("leads a member without a second factor to setting it up, and asks for nothing of the workspace", async () => {
  const asked = signedIn(true);
  renderRoutes(routes, "/dashboard");
  expect(await screen.findByRole("heading", { name: "Harrow & Pike requires two-step sign-in" })).toBeTruthy();
  await userEvent.click(await screen.findByRole("button", { name: /Set up/ }));
  expect(screen.getByLabelText("Current password")).toBeTruthy();
  expect(screen.queryByText("results")).toBeNull();
  expect(asked()).toBe(0);
});

it("shows the workspace to everybody else", async () => {
  signedIn(false);
  renderRoutes(routes, "/dashboard");
  expect(await screen.findByText("results")).toBeTruthy();
});

it("stays until it is left, so that recovery codes are not taken away, then shows the workspace", async () => {
  signedIn(true, false);
  server.use(
    http.get("/api/v1/me", () =>
      HttpResponse.json({ ...account, secondFactor: { enabled: true, app: true, passkeys: 0, recoveryCodesLeft: 10 } }),
    ),
  );
  renderRoutes(routes, "/dashboard");
  const goOn = await screen.findByRole("button", { name: "Continue to the workspace" });
  await userEvent.click(goOn);
  expect(await screen.findByText("results")).toBeTruthy();
});

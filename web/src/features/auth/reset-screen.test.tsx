import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";

import { renderRoutes } from "@/test/render";

import { ResetScreen } from "./reset-screen";

const routes = [{ path: "*", element: <ResetScreen /> }];

beforeEach(() => window.history.replaceState(null, "", "/"));
afterEach(() => window.history.replaceState(null, "", "/"));

it.each(["nonsense", "a".repeat(42), "a".repeat(44), `${"a".repeat(42)}!`])("says at once that a link with the secret %s is no good", async (secret) => {
  window.location.hash = secret;
  renderRoutes(routes, "/auth?action=reset");
  expect(await screen.findByText("This link is not complete. Open it from the email again, or ask for a new one.")).toBeTruthy();
  expect(screen.queryByLabelText("New password")).toBeNull();
});

it("asks for a new password with a link as it is mailed", async () => {
  window.location.hash = "aB3_-".repeat(8) + "xyz";
  renderRoutes(routes, "/auth?action=reset");
  expect(await screen.findByLabelText("New password")).toBeTruthy();
});

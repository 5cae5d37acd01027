import { render, screen } from "@testing-library/react";
import { AdminContext, TestMemoryRouter } from "react-admin";
import { expect, it } from "vitest";

import { problem, serve } from "@/test/server";

import { Invitation } from "./Invitation";

const SPENT = "This link has expired or was already used. Ask an admin for a new one.";

it("says of a link that is spent what to do, whether it was to join or to reset", async () => {
  serve({ "GET /staff-invitations/": problem(404, "not-found", SPENT) });
  render(
    <TestMemoryRouter>
      <AdminContext>
        <Invitation />
      </AdminContext>
    </TestMemoryRouter>,
  );
  expect(await screen.findByText(SPENT)).toBeTruthy();
  expect(screen.getByRole("heading", { name: "Set up your sign-in" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Sign in" }).getAttribute("href")).toBe("#/login");
});

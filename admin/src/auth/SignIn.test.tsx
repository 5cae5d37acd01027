import { render, screen } from "@testing-library/react";
import { AdminContext, TestMemoryRouter } from "react-admin";
import { expect, it } from "vitest";

import { authProvider } from "@/providers/authProvider";
import { serve } from "@/test/server";

import { SignIn } from "./SignIn";

function open(at: string) {
  serve({ "GET /session/ways": { body: { provider: true, password: false } } });
  render(
    <TestMemoryRouter initialEntries={[at]}>
      <AdminContext authProvider={authProvider}>
        <SignIn />
      </AdminContext>
    </TestMemoryRouter>,
  );
}

it("asks whoever comes back from a provider that asked for one factor for a code", async () => {
  open("/login?step=code");
  expect(await screen.findByLabelText("Code of your authenticator")).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Sign in with your organisation" })).toBeNull();
});

it("says to whoever has no second factor anywhere how to get one", async () => {
  open("/login?error=no-factor");
  expect((await screen.findByRole("alert")).textContent).toMatch(/Open the link of your invitation to set one up/);
});

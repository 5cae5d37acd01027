import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { AdminContext, memoryStore, Notification, TestMemoryRouter } from "react-admin";
import { expect, it } from "vitest";

import { authProvider } from "@/providers/authProvider";
import { problem, serve } from "@/test/server";

import { ChangePassword } from "./ChangePassword";

function open() {
  render(
    <TestMemoryRouter>
      <AdminContext authProvider={authProvider} store={memoryStore()}>
        <ChangePassword />
        <Notification />
      </AdminContext>
    </TestMemoryRouter>,
  );
}

async function fill(current: string, password: string, code: string) {
  const user = userEvent.setup();
  await user.type(screen.getByLabelText("Current password"), current);
  await user.type(screen.getByLabelText("New password"), password);
  await user.type(screen.getByLabelText("Code of your authenticator"), code);
  await user.click(screen.getByRole("button", { name: "Change password" }));
}

it("sends the current password, the new one and a code, and says that other sessions ended", async () => {
  const seen = serve({ "POST /session/password": { status: 204 } });
  open();
  await fill("the word of before", "another word for the console", "123456");
  await screen.findByText(/your other sessions have ended/);
  expect(seen[0]?.body).toEqual({
    currentPassword: "the word of before",
    password: "another word for the console",
    code: "123456",
  });
});

it("says at the field what the server refused", async () => {
  const sentence = "This is not your current password.";
  serve({
    "POST /session/password": problem(422, "validation-failed", sentence, [
      { pointer: "/currentPassword", detail: sentence },
    ]),
  });
  open();
  await fill("not this one", "another word for the console", "123456");
  await waitFor(() => expect(screen.getByLabelText("Current password").getAttribute("aria-invalid")).toBe("true"));
  expect(screen.getByText(sentence)).toBeTruthy();
});

it("asks for what is missing before the server has to", async () => {
  const seen = serve({});
  open();
  await userEvent.setup().click(screen.getByRole("button", { name: "Change password" }));
  expect(screen.getByText("Enter your current password.")).toBeTruthy();
  expect(screen.getByText("Choose a new password.")).toBeTruthy();
  expect(screen.getByText("Enter the six digits your authenticator app shows.")).toBeTruthy();
  expect(seen.filter(({ method }) => method === "POST")).toEqual([]);
});

import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";

import { renderRoutes } from "@/test/render";

import { AccountForm } from "./account-form";

const fields = [
  { name: "name", label: "Name", kind: "name", missing: "Give it a name", value: "Phone" },
  { name: "password", label: "Current password", kind: "current-password", missing: "Enter your current password" },
] as const;

async function open() {
  const send = vi.fn(() => Promise.resolve());
  const { user } = renderRoutes(
    [
      {
        path: "/",
        element: (
          <AccountForm label="Add" fields={fields} save="Save" send={send} onDone={vi.fn()} onCancel={vi.fn()} />
        ),
      },
    ],
    "/",
  );
  await screen.findByRole("button", { name: "Save" });
  return { send, user };
}

it("says at each field what is missing and sends nothing until it is there", async () => {
  const { send, user } = await open();
  await user.clear(screen.getByLabelText("Name"));
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(screen.getByLabelText("Name").getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByText("Give it a name")).toBeTruthy();
  expect(screen.getByText("Enter your current password")).toBeTruthy();
  expect(send).not.toHaveBeenCalled();
});

it("takes its words back while it is filled in, and sends what was typed", async () => {
  const { send, user } = await open();
  await user.click(screen.getByRole("button", { name: "Save" }));
  await user.type(screen.getByLabelText("Current password"), "a long password");
  expect(screen.queryByText("Enter your current password")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(send).toHaveBeenCalledWith({ name: "Phone", password: "a long password" }, expect.anything());
});

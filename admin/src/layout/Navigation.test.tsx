import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { AdminContext, memoryStore, TestMemoryRouter } from "react-admin";
import { expect, it } from "vitest";

import { authProvider } from "@/providers/authProvider";
import { dataProvider } from "@/providers/dataProvider";
import { DEFINITIONS } from "@/resources";
import { serve } from "@/test/server";

import { Navigation } from "./Navigation";

const session = {
  id: "s",
  email: "a@presence.test",
  name: "A",
  role: "admin",
  permissions: Object.fromEntries(DEFINITIONS.map(({ name }) => [name, ["list"]])),
};
const waiting = { items: [{ resource: "jobs", count: 3, severity: "critical" }] };

function open(path: string) {
  serve({ "GET /session": { body: session }, "GET /attention": { body: waiting } });
  return render(
    <TestMemoryRouter initialEntries={[path]}>
      <AdminContext dataProvider={dataProvider} authProvider={authProvider} store={memoryStore()}>
        <Navigation />
      </AdminContext>
    </TestMemoryRouter>,
  );
}

const heading = (name: string | RegExp) => screen.findByRole("button", { name });

it("unfolds the group of the page on screen, and leaves the others folded", async () => {
  open("/payments");
  expect((await heading("Money")).getAttribute("aria-expanded")).toBe("true");
  expect(screen.getByRole("link", { name: "Payments" }).getAttribute("aria-current")).toBe("page");
  expect(screen.queryByRole("link", { name: "Workspaces" })).toBeNull();
});

it("unfolds and folds a group by its heading", async () => {
  open("/");
  await userEvent.click(await heading("Customers"));
  expect(screen.getByRole("link", { name: "Workspaces" })).toBeTruthy();
  await userEvent.click(await heading("Customers"));
  expect(screen.queryByRole("link", { name: "Workspaces" })).toBeNull();
});

it("says at a folded heading how much in it waits", async () => {
  open("/");
  expect(within(await heading(/^Operation ?3$/)).getByTitle("3 need attention")).toBeTruthy();
});

import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Admin, memoryStore, Resource, TestMemoryRouter } from "react-admin";
import { expect, it } from "vitest";

import { Registry } from "@/components/registry";
import { ShowPage } from "@/components/ShowPage";
import { authProvider } from "@/providers/authProvider";
import { dataProvider } from "@/providers/dataProvider";
import { i18nProvider } from "@/providers/i18n";
import { pageOf, serve } from "@/test/server";

import { members } from "./members";

const ben = {
  id: "w.u",
  workspaceId: "w",
  workspaceName: "Harrow",
  userId: "u",
  email: "ben@example.com",
  name: "Ben",
  role: "admin",
  paused: false,
  lastActiveAt: null,
  createdAt: "2026-11-01T08:00:00Z",
};
const theirs = [
  { kind: "share-link", id: "s1", name: "For the agency" },
  { kind: "webhook", id: "h1", name: "Their server" },
];
const answers = {
  "GET /session": {
    body: {
      id: "s",
      email: "a@presence.test",
      name: "A",
      role: "admin",
      permissions: { members: ["list", "show", "remove"] },
    },
  },
  "GET /members/w.u": { body: ben },
  "GET /members/w.u/outlets": { body: { data: theirs } },
  "POST /members/w.u/remove": { body: { outlets: "end", data: theirs } },
  "GET /audit-log": pageOf([]),
};

it("names what somebody opened before they are removed, and ends it where that is chosen", async () => {
  const seen = serve(answers);
  render(
    <TestMemoryRouter initialEntries={["/members/w.u/show"]}>
      <Registry value={new Map([["members", members]])}>
        <Admin
          dataProvider={dataProvider}
          authProvider={authProvider}
          i18nProvider={i18nProvider}
          store={memoryStore()}
          requireAuth
          disableTelemetry
        >
          <Resource name="members" show={ShowPage} />
        </Admin>
      </Registry>
    </TestMemoryRouter>,
  );
  await userEvent.click(await screen.findByRole("button", { name: "Remove" }));
  const dialog = await screen.findByRole("dialog", { name: "Remove" });
  expect(await within(dialog).findByText("Share link: For the agency")).toBeTruthy();
  expect(within(dialog).getByText("Webhook: Their server")).toBeTruthy();
  await userEvent.click(within(dialog).getByRole("combobox", { name: /Share links, webhooks and Slack/ }));
  await userEvent.click(await screen.findByRole("option", { name: "End them with the removal" }));
  await userEvent.type(within(dialog).getByRole("textbox", { name: "Reason" }), "the owner asked us to");
  await userEvent.click(within(dialog).getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(seen.find(({ method }) => method === "POST")?.body).toEqual({
    outlets: "end",
    reason: "the owner asked us to",
  });
});

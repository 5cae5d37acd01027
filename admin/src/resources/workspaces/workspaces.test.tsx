import { render, screen, within } from "@testing-library/react";
import { Admin, memoryStore, Resource, TestMemoryRouter } from "react-admin";
import { expect, it } from "vitest";

import { ListPage } from "@/components/ListPage";
import { Registry } from "@/components/registry";
import { authProvider } from "@/providers/authProvider";
import { dataProvider } from "@/providers/dataProvider";
import { i18nProvider } from "@/providers/i18n";
import { DEFINITIONS } from "@/resources";
import { recordOf } from "@/test/schema";
import { pageOf, serve } from "@/test/server";

const KEY = "0190a0f0-0000-7000-8000-000000000001";
const free = { ...recordOf("workspaces", KEY), name: "Harrow", planId: null, planName: null };
const me = { id: "s", name: "A", role: "admin", permissions: { workspaces: ["list"] } };

it("says of a workspace without a subscription that it is on Free", async () => {
  serve({ "GET /session": { body: me }, "GET /workspaces": pageOf([free]) });
  render(
    <TestMemoryRouter initialEntries={["/workspaces"]}>
      <Registry value={new Map(DEFINITIONS.map((each) => [each.name, each]))}>
        <Admin
          dataProvider={dataProvider}
          authProvider={authProvider}
          i18nProvider={i18nProvider}
          store={memoryStore()}
          requireAuth
          disableTelemetry
        >
          <Resource name="workspaces" list={ListPage} />
        </Admin>
      </Registry>
    </TestMemoryRouter>,
  );
  const row = (await screen.findByRole("link", { name: "Harrow" })).closest("tr");
  expect(within(row!).getByText("Free")).toBeTruthy();
});

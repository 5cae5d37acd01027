import { render, screen } from "@testing-library/react";
import { Admin, memoryStore, Resource, TestMemoryRouter } from "react-admin";
import { describe, expect, it } from "vitest";

import { Registry } from "@/components/registry";
import { ShowPage } from "@/components/ShowPage";
import { authProvider } from "@/providers/authProvider";
import { dataProvider } from "@/providers/dataProvider";
import { i18nProvider } from "@/providers/i18n";
import { DEFINITIONS } from "@/resources";
import { recordOf } from "@/test/schema";
import { pageOf, serve } from "@/test/server";

const KEY = "0190a0f0-0000-7000-8000-000000000001";
const words = ["list", "show"];
const me = { id: "s", name: "A", role: "admin", permissions: { users: words, staff: words, "audit-log": words } };

/** The log as the server narrows it: by who acted, or by what was acted on. */
const entries = (by: string) =>
  pageOf([{ ...recordOf("audit-log", KEY), action: by, createdAt: new Date().toISOString() }]);

describe("what somebody did themselves is on their record", () => {
  it.each([
    ["users", "actorId"],
    ["staff", "staffId"],
  ])("of %s, by %s", async (resource, target) => {
    const seen = serve({
      "GET /session": { body: me },
      [`GET /${resource}/${KEY}`]: { body: recordOf(resource, KEY) },
      "GET /audit-log": ({ query }) => entries(query[`filter[${target}]`] === KEY ? "material.added" : "users.unlock"),
    });
    render(
      <TestMemoryRouter initialEntries={[`/${resource}/${KEY}/show/what-they-did`]}>
        <Registry value={new Map(DEFINITIONS.map((each) => [each.name, each]))}>
          <Admin
            dataProvider={dataProvider}
            authProvider={authProvider}
            i18nProvider={i18nProvider}
            store={memoryStore()}
            requireAuth
            disableTelemetry
          >
            <Resource name={resource} show={ShowPage} />
            <Resource name="audit-log" />
          </Admin>
        </Registry>
      </TestMemoryRouter>,
    );
    expect(await screen.findByRole("tab", { name: "What they did", selected: true })).toBeTruthy();
    expect(await screen.findByText("material.added")).toBeTruthy();
    expect(seen.some(({ query }) => query[`filter[${target}]`] === KEY)).toBe(true);
  });
});

import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Admin, memoryStore, Resource, TestMemoryRouter } from "react-admin";
import { describe, expect, it } from "vitest";

import { CreatePage } from "@/components/FormPages";
import { Registry } from "@/components/registry";
import { authProvider } from "@/providers/authProvider";
import { dataProvider } from "@/providers/dataProvider";
import { i18nProvider } from "@/providers/i18n";
import { DEFINITIONS } from "@/resources";
import { pageOf, serve, type Seen } from "@/test/server";

const NAMES = ["plans", "plan-features", "payments", "subscription-events", "subscriptions"];
const me = {
  id: "s",
  email: "a@presence.test",
  name: "A",
  role: "admin",
  permissions: Object.fromEntries(NAMES.map((name) => [name, ["list", "show", "create", "edit"]])),
};

function openForm(name: string): Seen[] {
  const none = Object.fromEntries(NAMES.map((each) => [`GET /${each}`, pageOf([])]));
  const seen = serve({ "GET /session": { body: me }, ...none });
  render(
    <TestMemoryRouter initialEntries={[`/${name}/create`]}>
      <Registry value={new Map(DEFINITIONS.map((each) => [each.name, each]))}>
        <Admin
          dataProvider={dataProvider}
          authProvider={authProvider}
          i18nProvider={i18nProvider}
          store={memoryStore()}
          requireAuth
          disableTelemetry
        >
          {DEFINITIONS.filter((each) => NAMES.includes(each.name)).map((each) => (
            <Resource key={each.name} name={each.name} create={CreatePage} />
          ))}
        </Admin>
      </Registry>
    </TestMemoryRouter>,
  );
  return seen;
}

async function saveWithAReason() {
  await userEvent.type(await screen.findByRole("textbox", { name: "Reason" }), "asked by mail");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
}
const sent = (seen: Seen[]) => seen.filter(({ method }) => method === "POST");

describe("a form with a reason alone says in the specification's words what is missing, and sends nothing", () => {
  it.each([
    ["plans", "Plan name is required"],
    ["plans", "Price must be non-negative"],
    ["plan-features", "Feature name is required"],
    ["payments", "Amount must be non-negative"],
    ["subscription-events", "Event type is required"],
  ])("%s: %s", async (name, sentence) => {
    const seen = openForm(name);
    await saveWithAReason();
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(sent(seen)).toHaveLength(0);
  });
});

describe("an amount below zero is refused at its field", () => {
  it.each([
    ["plans", /^Price/, "Price must be non-negative"],
    ["payments", /^Amount/, "Amount must be non-negative"],
  ])("%s", async (name, field, sentence) => {
    const seen = openForm(name);
    await userEvent.type(await screen.findByRole("spinbutton", { name: field }), "-1");
    await saveWithAReason();
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(sent(seen)).toHaveLength(0);
  });
});

import { render, screen } from "@testing-library/react";
import { Admin, memoryStore, Resource, TestMemoryRouter } from "react-admin";
import { describe, expect, it } from "vitest";

import { ListPage } from "@/components/ListPage";
import { Registry } from "@/components/registry";
import { ShowPage } from "@/components/ShowPage";
import { authProvider } from "@/providers/authProvider";
import { dataProvider } from "@/providers/dataProvider";
import { i18nProvider } from "@/providers/i18n";
import { DEFINITIONS } from "@/resources";
import { pageOf, serve } from "@/test/server";

const ME = "s1";
const permissions = {
  approvals: ["list", "show", "approve", "reject", "withdraw"],
  staff: ["list", "show", "change-role", "reset-sign-in", "disable", "enable"],
  "audit-log": ["list"],
};
const request = {
  id: "a1",
  action: "staff.reset-sign-in",
  target: "staff:s3",
  subjectId: "s3",
  label: "Robin",
  what: "Reset the sign-in of Robin",
  reason: "Lost the phone",
  status: "waiting",
  seal: "ab",
  expiresAt: "2026-11-26T12:00:00Z",
  requestedByName: "Dana",
  requestedByEmail: "dana@presence.test",
  decidedBy: null,
  decidedByName: null,
  decisionReason: null,
  decidedAt: null,
  createdAt: "2026-11-23T12:00:00Z",
};
const account = {
  id: "s3",
  email: "robin@presence.test",
  name: "Robin",
  role: "admin",
  status: "active",
  lastLoginAt: null,
  createdAt: "2026-11-23T12:00:00Z",
  invitedByName: null,
  invitationExpiresAt: null,
};
const entry = {
  id: "e1",
  createdAt: "2026-11-23T12:00:00Z",
  actorName: "Dana",
  staffId: "s2",
  onBehalfOfEmail: null,
  action: "staff.reset-sign-in",
  reason: "Lost the phone",
  before: null,
};

function open(path: string, bodies: Record<string, unknown>, entries: unknown[] = [], may: object = permissions) {
  const answers = Object.fromEntries(Object.entries(bodies).map(([at, body]) => [`GET ${at}`, { body }]));
  serve({
    "GET /session": { body: { id: ME, email: "me@presence.test", name: "Me", role: "admin", permissions: may } },
    "GET /audit-log": pageOf(entries),
    ...answers,
  });
  render(
    <TestMemoryRouter initialEntries={[path]}>
      <Registry value={new Map(DEFINITIONS.map((each) => [each.name, each]))}>
        <Admin
          dataProvider={dataProvider}
          authProvider={authProvider}
          i18nProvider={i18nProvider}
          store={memoryStore()}
          requireAuth
          disableTelemetry
        >
          <Resource name="approvals" list={ListPage} show={ShowPage} />
          <Resource name="staff" show={ShowPage} />
        </Admin>
      </Registry>
    </TestMemoryRouter>,
  );
}

const buttons = () => screen.getAllByRole("button").map(({ textContent }) => textContent);

describe("a request that waits for a second admin", () => {
  it("is decided by colleagues, who cannot withdraw it", async () => {
    open("/approvals/a1/show", { "/approvals/a1": { ...request, requestedBy: "s2" } });
    await screen.findByRole("button", { name: "Approve" });
    expect(buttons()).toContain("Refuse");
    expect(buttons()).not.toContain("Withdraw");
  });

  it("is withdrawn by whoever asked, who cannot decide about it", async () => {
    open("/approvals/a1/show", { "/approvals/a1": { ...request, requestedBy: ME } });
    await screen.findByRole("button", { name: "Withdraw" });
    expect(buttons()).not.toContain("Approve");
    expect(buttons()).not.toContain("Refuse");
  });
});

describe("a list the role does not include", () => {
  it("says so, and whom to ask", async () => {
    open("/approvals", {}, [], { ...permissions, approvals: [] });
    expect(await screen.findByText("Your role does not include this")).toBeTruthy();
    expect(screen.getByText(/Ask an admin if you need this/)).toBeTruthy();
  });
});

describe("an account of staff", () => {
  it("says of what waits for a second admin that it was only asked for", async () => {
    open("/staff/s3/show", { "/staff/s3": account }, [{ ...entry, after: { approvalId: "a1" } }]);
    expect(await screen.findByText("Asked a second admin: Reset sign-in")).toBeTruthy();
  });

  it("says of what was done what the button said", async () => {
    open("/staff/s3/show", { "/staff/s3": account }, [{ ...entry, after: null }]);
    await screen.findByText("Lost the phone");
    expect(screen.getAllByText("Reset sign-in").some(({ tagName }) => tagName === "P")).toBe(true);
  });

  it("offers nothing about itself that another admin has to do", async () => {
    open(`/staff/${ME}/show`, { [`/staff/${ME}`]: { ...account, id: ME } });
    await screen.findAllByText("robin@presence.test");
    for (const name of ["Change role", "Reset sign-in", "Disable"]) expect(buttons()).not.toContain(name);
  });
});

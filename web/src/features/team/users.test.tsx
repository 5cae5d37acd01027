import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { describe, expect, it } from "vitest";

import type { Role } from "@/api/session";
import { aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import { UsersScreen } from "./users-screen";

const USERS = "/dashboard/settings/users";
const routes = [{ path: USERS, element: <UsersScreen /> }];
const page = { nextCursor: null, prevCursor: null, limit: 1, total: 1, totalIsExact: true };
const ada = {
  userId: "u1",
  firstName: "Ada",
  lastName: "Example",
  email: "ada@example.com",
  role: "owner",
  paused: false,
  joinedAt: "2026-11-01T08:00:00Z",
  lastActiveAt: null,
};
const ben = { ...ada, userId: "u2", firstName: "Ben", email: "ben@example.com", role: "editor" };
const roles = {
  roles: [{ role: "owner", name: "Owner", summary: "Everything." }],
  actions: [{ action: "Subscription and invoices", roles: ["owner", "billing"] }],
};

function open(
  role: Role,
  { members = [ada, ben], limit = 10 as number | null, invitations = [] as object[], outlets = [] as object[] } = {},
) {
  const user = aUser({
    id: role === "owner" ? "u1" : "u2",
    currentWorkspaceId: "w1",
    workspaces: [{ id: "w1", name: "Harrow", role, paused: false, example: false }],
  });
  server.use(
    http.get("/api/user", () => HttpResponse.json(user)),
    http.get("/api/business-info", () => HttpResponse.json({ businessName: "Harrow", wizardCompleted: true })),
    http.get("/api/v1/members", () =>
      HttpResponse.json({
        data: members,
        page,
        seats: {
          members: members.length,
          reserved: invitations.length,
          used: members.length + invitations.length,
          limit,
        },
      }),
    ),
    http.get("/api/v1/invitations", () => HttpResponse.json({ data: invitations, page })),
    http.get("/api/v1/roles", () => HttpResponse.json(roles)),
    http.get("/api/v1/members/:id/outlets", () => HttpResponse.json({ data: outlets })),
  );
  return renderRoutes(routes, USERS);
}

describe("Settings / Users", () => {
  it("leads somebody on the free plan to the plans and explains invitations and roles", async () => {
    open("owner", { members: [ada], limit: 1 });
    expect(screen.getByText(/gives them access to the whole business/)).toBeTruthy();
    const add = await screen.findByRole("link", { name: "Add user" });
    expect(add.getAttribute("href")).toBe("/pricing?reason=team");
    const headings = screen.getAllByRole("heading", { level: 2 }).map((heading) => heading.textContent);
    expect(headings.slice(0, 3)).toEqual(["Add a team", "Email Invitations", "Role-based Access"]);
  });

  it("leads to the plans when every seat is taken", async () => {
    open("owner", { limit: 2 });
    expect(await screen.findByText("2 of 2 seats in use")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Add user" }).getAttribute("href")).toBe("/pricing?reason=team");
  });

  it("invites while a seat is free, and says what is wrong without losing what was typed", async () => {
    const sent: unknown[] = [];
    server.use(
      http.post("/api/v1/invitations", async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json(
          { message: "ben@example.com is already a member of this workspace." },
          { status: 409 },
        );
      }),
    );
    const { user } = open("owner");
    await user.click(await screen.findByRole("button", { name: "Add user" }));
    const dialog = await screen.findByRole("dialog");
    await user.type(within(dialog).getByLabelText(/Email/), "ben@example.com");
    await user.selectOptions(within(dialog).getByLabelText("Role"), "Viewer");
    await user.click(within(dialog).getByRole("button", { name: "Send invitation" }));
    expect(await within(dialog).findByText(/already a member/)).toBeTruthy();
    expect(screen.getAllByText(/already a member/)).toHaveLength(1);
    expect(sent).toEqual([{ email: "ben@example.com", role: "viewer" }]);
    expect(within(dialog).getByLabelText<HTMLInputElement>(/Email/).value).toBe("ben@example.com");
  });

  it("changes a role, and asks before it removes anybody", async () => {
    const calls: string[] = [];
    server.use(
      http.patch("/api/v1/members/u2", async ({ request }) => {
        calls.push(JSON.stringify(await request.json()));
        return new HttpResponse(null, { status: 204 });
      }),
      http.delete("/api/v1/members/u2", () => {
        calls.push("removed");
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = open("owner");
    const [select] = await screen.findAllByLabelText("Role of Ben Example");
    await user.selectOptions(select as HTMLElement, "Admin");
    await waitFor(() => expect(calls).toEqual(['{"role":"admin"}']));
    await user.click(screen.getAllByRole("button", { name: "Remove Ben Example" })[0] as HTMLElement);
    const dialog = await screen.findByRole("dialog", { name: "Remove Ben Example?" });
    expect(calls).toHaveLength(1);
    await waitFor(() =>
      expect(within(dialog).getByRole<HTMLButtonElement>("button", { name: "Remove" }).disabled).toBe(false),
    );
    expect(within(dialog).queryByRole("checkbox")).toBeNull();
    await user.click(within(dialog).getByRole("button", { name: "Remove" }));
    await waitFor(() => expect(calls.at(-1)).toBe("removed"));
  });

  describe("somebody whose share links and webhooks are open", () => {
    const outlets = [
      { kind: "share-link", id: "s1", name: "For the agency" },
      { kind: "webhook", id: "h1", name: "Their server" },
      { kind: "slack", id: "h2", name: "#theirs" },
    ];
    const removing = async () => {
      const asked: string[] = [];
      server.use(
        http.delete("/api/v1/members/u2", ({ request }) => {
          asked.push(new URL(request.url).search);
          return new HttpResponse(null, { status: 204 });
        }),
      );
      const { user } = open("owner", { outlets });
      await user.click((await screen.findAllByRole("button", { name: "Remove Ben Example" }))[0] as HTMLElement);
      const dialog = within(await screen.findByRole("dialog", { name: "Remove Ben Example?" }));
      const end = await dialog.findByRole<HTMLInputElement>("checkbox", { name: /End these too/ });
      return { asked, user, dialog, end };
    };

    it("are named to whoever removes them, and stay without a word", async () => {
      const { asked, user, dialog, end } = await removing();
      expect(dialog.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
        "Share link: For the agency",
        "Webhook: Their server",
        "Slack channel: #theirs",
      ]);
      expect(end.checked).toBe(false);
      await user.click(dialog.getByRole("button", { name: "Remove" }));
      await waitFor(() => expect(asked).toEqual([""]));
    });

    it("end with the removal when that is chosen", async () => {
      const { asked, user, dialog, end } = await removing();
      await user.click(end);
      await user.click(dialog.getByRole("button", { name: "Remove" }));
      await waitFor(() => expect(asked).toEqual(["?outlets=end"]));
    });
  });

  it("removes somebody all the same when what they opened cannot be looked up, and says so", async () => {
    const { user } = open("owner");
    server.use(
      http.get("/api/v1/members/:id/outlets", () => HttpResponse.json({ message: "Not now." }, { status: 500 })),
    );
    await user.click((await screen.findAllByRole("button", { name: "Remove Ben Example" }))[0] as HTMLElement);
    const dialog = within(await screen.findByRole("dialog", { name: "Remove Ben Example?" }));
    expect(await dialog.findByText(/their share links and webhooks stay/)).toBeTruthy();
    expect(dialog.getByRole<HTMLButtonElement>("button", { name: "Remove" }).disabled).toBe(false);
  });

  it("shows a viewer the members and nothing to change", async () => {
    open("viewer");
    expect((await screen.findAllByText("ada@example.com")).length).toBeGreaterThan(0);
    expect(screen.getByText("Owners and admins invite people and change roles.")).toBeTruthy();
    expect(screen.getAllByRole("combobox").map((choice) => choice.getAttribute("aria-label"))).toEqual(["Sort"]);
    expect(screen.queryByRole("button", { name: /Remove|Show activity/ })).toBeNull();
    expect(screen.queryByText("Add a team")).toBeNull();
  });

  it("puts members in order by their heads, roles from the widest down", async () => {
    const { user } = open("owner", {
      members: [{ ...ben, role: "viewer" }, ada, { ...ben, userId: "u3", firstName: "Cleo", role: "admin" }],
    });
    const table = within(await screen.findByRole("table", { name: "Members" }));
    const names = () =>
      table
        .getAllByRole("row")
        .slice(1)
        .map((row) => within(row).getAllByRole("cell")[0]!.textContent);
    await user.click(table.getByRole("button", { name: "Role" }));
    expect(names()).toEqual([
      expect.stringContaining("Ada"),
      expect.stringContaining("Cleo"),
      expect.stringContaining("Ben"),
    ]);
  });

  it("lets an admin change everybody but the owner", async () => {
    open("admin", {
      members: [ada, { ...ben, role: "admin" }, { ...ben, userId: "u3", firstName: "Cleo", role: "viewer" }],
    });
    expect((await screen.findAllByLabelText("Role of Cleo Example")).length).toBeGreaterThan(0);
    expect(screen.queryByLabelText("Role of Ada Example")).toBeNull();
    expect(screen.queryByRole("button", { name: /Hand over/ })).toBeNull();
  });

  it("lists who was invited and has not come, and what can be done about it", async () => {
    const invitations = [
      {
        id: "i1",
        email: "new@example.com",
        role: "viewer",
        state: "expired",
        invitedBy: "Ada Example",
        sentAt: "2026-11-01T08:00:00Z",
        expiresAt: "2026-11-08T08:00:00Z",
      },
    ];
    open("owner", { invitations });
    expect((await screen.findAllByText("Expired")).length).toBeGreaterThan(0);
    expect(screen.getAllByRole("button", { name: "Resend to new@example.com" }).length).toBeGreaterThan(0);
    expect(screen.queryByRole("button", { name: "Copy link for new@example.com" })).toBeNull();
    expect(screen.getByText(/1 held by an invitation/)).toBeTruthy();
  });
});

describe("Activity", () => {
  it("shows the seal of the log shortened, says what it is, and copies all of it", async () => {
    const hash = "0123456789abcdef".repeat(4);
    server.use(
      http.get("/api/v1/audit-log", () => HttpResponse.json({ data: [], page: { ...page, total: 0 } })),
      http.get("/api/v1/audit-log/head", () => HttpResponse.json({ sequence: 7, hash })),
    );
    const { user } = open("owner");
    await user.click(await screen.findByRole("button", { name: "Show activity" }));
    expect(await screen.findByText("Seal of the log:")).toBeTruthy();
    expect(screen.getByText("7:0123456789ab…")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Copy the seal" }));
    expect(await screen.findByText("Copied")).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe(`7:${hash}`);
  });

  it("offers every entry of a long log, in files that follow each other", async () => {
    server.use(
      http.get("/api/v1/audit-log", () => HttpResponse.json({ data: [], page: { ...page, total: 0 } })),
      http.get("/api/v1/audit-log/head", () => HttpResponse.json({ sequence: 20_001, hash: "ab".repeat(32) })),
    );
    const { user } = open("owner");
    await user.click(await screen.findByRole("button", { name: "Show activity" }));
    const links = await screen.findAllByRole("link", { name: /^Download entries/ });
    expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
      ["Download entries 1 to 10000", "/api/v1/audit-log/file?after=0"],
      ["Download entries 10001 to 20000", "/api/v1/audit-log/file?after=10000"],
      ["Download entries 20001 to 20001", "/api/v1/audit-log/file?after=20000"],
    ]);
  });
});

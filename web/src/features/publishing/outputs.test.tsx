import { screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { describe, expect, it, vi } from "vitest";

import type { Role } from "@/api/session";
import type { SavedView } from "@/api/views";
import { aBusiness, aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import type { NewExport } from "./api/exports";
import type { ShareLink, NewShareLink } from "./api/links";
import { OutputsDialog } from "./outputs-dialog";

const link: ShareLink = {
  id: "l1",
  brandId: "b1",
  name: "For the board",
  state: "open",
  protected: true,
  sections: ["trend"],
  days: 90,
  from: null,
  to: null,
  engines: [],
  topics: [],
  expiresAt: null,
  views: 3,
  lastViewedAt: null,
  createdAt: "2026-11-21T12:00:00Z",
  url: "https://presence.example/share/t0ken",
};
const page = { nextCursor: null, prevCursor: null, limit: 50, total: null, totalIsExact: false };

function open({
  role = "owner",
  links = [],
  limit = 3,
  at = "/dashboard/analytics",
  views = [],
}: { role?: Role; links?: ShareLink[]; limit?: number; at?: string; views?: SavedView[] } = {}) {
  const sent: { made: NewShareLink[]; revoked: string[]; exported: NewExport[] } = {
    made: [],
    revoked: [],
    exported: [],
  };
  const user = aUser({
    currentWorkspaceId: "w1",
    workspaces: [{ id: "w1", name: "Harrow", role, paused: false, example: false }],
  });
  server.use(
    http.get("/api/user", () => HttpResponse.json(user)),
    http.get("/api/business-info", () => HttpResponse.json(aBusiness())),
    http.get("/api/v1/brands", () => HttpResponse.json({ data: [], page })),
    http.get("/api/v1/brands/b1/views", () => HttpResponse.json({ data: views })),
    http.get("/api/v1/share-links", () =>
      HttpResponse.json({
        data: links.filter(({ id }) => !sent.revoked.includes(id)),
        page,
        limit,
        used: links.length,
      }),
    ),
    http.post("/api/v1/brands/b1/share-links", async ({ request }) => {
      sent.made.push((await request.json()) as NewShareLink);
      return HttpResponse.json({ ...link, id: "l2" }, { status: 201 });
    }),
    http.delete("/api/v1/share-links/:id", ({ params }) => {
      sent.revoked.push(String(params["id"]));
      return new HttpResponse(null, { status: 204 });
    }),
    http.get("/api/v1/exports", () => HttpResponse.json({ data: [], page })),
    http.post("/api/v1/exports", async ({ request }) => {
      sent.exported.push((await request.json()) as NewExport);
      return HttpResponse.json({ id: "e1" }, { status: 202 });
    }),
  );
  return { ...renderRoutes([{ path: "*", element: <OutputsDialog brandId="b1" onClose={vi.fn()} /> }], at), sent };
}

const view: SavedView = {
  id: "v1",
  screen: "analytics",
  name: "Boots by month",
  query: "tab=prompts&range=28d&engine=claude",
  scope: "workspace",
  isDefault: false,
  editable: true,
  createdAt: "2026-11-21T12:00:00Z",
};

describe("a saved view", () => {
  it("goes out as a link or a file, whatever the screen shows", async () => {
    const { user, sent } = open({ views: [view], at: "/dashboard?engine=chatgpt" });
    const from = await screen.findByLabelText("From", {}, { timeout: 5000 });
    await user.selectOptions(from, "Boots by month (Analytics)");
    expect((await screen.findByLabelText<HTMLInputElement>(/^Name/)).value).toBe("Boots by month");
    await user.click(screen.getByRole("button", { name: "Create link" }));
    await waitFor(() => expect(sent.made[0]).toMatchObject({ name: "Boots by month", days: 28, engines: ["claude"] }));
    await user.click(screen.getByRole("tab", { name: "Export" }));
    await user.click(screen.getByRole("button", { name: "Export" }));
    await waitFor(() =>
      expect(sent.exported[0]).toMatchObject({ resource: "prompts", filters: { engine: ["claude"] } }),
    );
  });
});

describe("sharing", () => {
  it("makes a link with the filters of the screen, a password and an end", async () => {
    const { user, sent } = open({ at: "/dashboard/analytics?engine=chatgpt&from=2026-11-01&to=2026-11-20" });
    const name = await screen.findByLabelText(/^Name/, {}, { timeout: 5000 });
    await user.clear(name);
    await user.click(screen.getByRole("button", { name: "Create link" }));
    screen.getByText("Give the link a name");
    await user.type(name, "For the board");
    await user.selectOptions(screen.getByLabelText("Period"), "view");
    await user.selectOptions(screen.getByLabelText("Ends"), "7");
    await user.click(screen.getByRole("checkbox", { name: "Questions" }));
    await user.type(screen.getByLabelText(/^Password/, { selector: "input" }), "walking boots");
    await user.click(screen.getByRole("button", { name: "Create link" }));
    await waitFor(() => expect(sent.made).toHaveLength(1));
    expect(sent.made[0]).toMatchObject({
      name: "For the board",
      from: "2026-11-01",
      to: "2026-11-20",
      engines: ["chatgpt"],
      password: "walking boots",
    });
    expect(sent.made[0]?.sections).not.toContain("prompts");
    expect(new Date(sent.made[0]?.expiresAt ?? 0).getTime()).toBeGreaterThan(Date.now() + 6 * 86_400_000);
  });

  it("asks before a link is revoked", async () => {
    const { user, sent } = open({ links: [link] });
    await user.click(await screen.findByRole("button", { name: "Revoke For the board" }, { timeout: 5000 }));
    expect(sent.revoked).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Revoke" }));
    await screen.findByText("The link was revoked");
    expect(sent.revoked).toEqual(["l1"]);
  });

  it("says where the plan ends instead of offering a form", async () => {
    open({ limit: 0 });
    await screen.findByText("Share links come with the paid plans", {}, { timeout: 5000 });
    expect(screen.queryByLabelText(/^Name/)).toBeNull();
    expect(screen.getByRole("link", { name: "See plans" }).getAttribute("href")).toContain("/pricing");
  });

  it("tells a member who may only look whom to ask", async () => {
    open({ role: "viewer" });
    await screen.findByText(/Owners and admins share results/, {}, { timeout: 5000 });
  });
});

describe("exporting", () => {
  it("asks for the table of the screen as it is filtered", async () => {
    const { user, sent } = open({
      role: "viewer",
      at: "/dashboard/analytics?tab=answers&mentioned=true&q=boots&engine=chatgpt",
    });
    await user.click(await screen.findByRole("tab", { name: "Export" }, { timeout: 5000 }));
    await user.click(screen.getByRole("radio", { name: "JSON" }));
    await user.click(screen.getByRole("button", { name: "Export" }));
    await screen.findByText("Your export is being made");
    expect(sent.exported[0]).toMatchObject({
      brandId: "b1",
      resource: "answers",
      format: "json",
      filters: { mentioned: true, q: "boots", engine: ["chatgpt"] },
    });
  });

  it("offers several tables as a ZIP only", async () => {
    const { user, sent } = open({ at: "/dashboard/ai-visibility-gaps" });
    await user.click(await screen.findByRole("tab", { name: "Export" }, { timeout: 5000 }));
    expect(screen.queryByRole("radio", { name: "CSV" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Export" }));
    await waitFor(() => expect(sent.exported[0]).toMatchObject({ resource: "gaps", format: "zip" }));
  });

  it("keeps the filters of a list of gaps", async () => {
    const { user, sent } = open({ at: "/dashboard/ai-visibility-gaps/technical?impact=High&status=done" });
    await user.click(await screen.findByRole("tab", { name: "Export" }, { timeout: 5000 }));
    await user.click(screen.getByRole("button", { name: "Export" }));
    await waitFor(() => expect(sent.exported[0]?.filters).toEqual({ where: { status: "done", impact: "High" } }));
  });
});

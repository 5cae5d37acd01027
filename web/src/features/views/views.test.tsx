import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { describe, expect, it } from "vitest";

import type { SavedView, ViewChange, ViewDraft } from "@/api/views";
import { Link } from "@/lib/navigation";
import { aBusiness, aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import { ViewsButton } from "./views-button";

const view: SavedView = {
  id: "v1",
  screen: "analytics",
  name: "Boots",
  query: "tab=prompts&range=28d",
  scope: "workspace",
  isDefault: true,
  editable: true,
  createdAt: "2026-11-21T12:00:00Z",
};

function open(at: string, begun: SavedView[] = [view]) {
  let kept = begun;
  const sent: { made: ViewDraft[]; changed: ViewChange[] } = { made: [], changed: [] };
  server.use(
    http.get("/api/user", () => HttpResponse.json(aUser())),
    http.get("/api/business-info", () => HttpResponse.json(aBusiness({ primaryBrandId: "b1" }))),
    http.get("/api/v1/brands/b1/views", () => HttpResponse.json({ data: kept })),
    http.post("/api/v1/brands/b1/views", async ({ request }) => {
      const draft = (await request.json()) as ViewDraft;
      sent.made.push(draft);
      kept = [...kept, { ...view, ...draft, id: "v2", isDefault: false }];
      return HttpResponse.json(kept.at(-1), { status: 201 });
    }),
    http.patch("/api/v1/views/v1", async ({ request }) => {
      const change = (await request.json()) as ViewChange;
      sent.changed.push(change);
      return HttpResponse.json({ ...view, name: change.name ?? view.name });
    }),
    http.delete("/api/v1/views/v1", () => {
      kept = [];
      return new HttpResponse(null, { status: 204 });
    }),
    http.post("/api/v1/views/v1/restore", () => {
      kept = begun;
      return HttpResponse.json(view);
    }),
  );
  const frame = (
    <>
      <Link to="/dashboard/analytics">To analytics</Link>
      <Link to="/dashboard/trends">To trends</Link>
      <ViewsButton />
    </>
  );
  return { ...renderRoutes([{ path: "*", element: frame }], at), sent };
}

const panel = () => screen.findByRole("dialog", { name: "Saved views" }, { timeout: 5000 });

describe("saved views", () => {
  it("keep what the screen shows, without what lies open above it", async () => {
    const { user, sent } = open("/dashboard/analytics?tab=answers&q=boots&answer=a1&brand=b1", []);
    await user.click(await screen.findByRole("button", { name: "Views" }));
    await user.click(within(await panel()).getByRole("button", { name: "Save this view" }));
    const dialog = await screen.findByRole("dialog", { name: "Save this view" }, { timeout: 5000 });
    await user.click(within(dialog).getByRole("button", { name: "Save" }));
    within(dialog).getByText("Give the view a name");
    await user.type(within(dialog).getByLabelText(/^Name/), "On boots");
    await user.click(within(dialog).getByRole("radio", { name: "Everybody in the workspace" }));
    await user.click(within(dialog).getByRole("button", { name: "Save" }));
    await screen.findByText('View "On boots" saved');
    expect(sent.made).toEqual([
      { name: "On boots", screen: "analytics", query: "tab=answers&q=boots", scope: "workspace", isDefault: false },
    ]);
    await screen.findByRole("button", { name: "Views: On boots" });
  }, 15_000);

  it("open at their address, and the one shown is named in the header", async () => {
    const { user, where } = open("/dashboard/trends");
    await user.click(await screen.findByRole("button", { name: "Views" }));
    await user.click(within(await panel()).getByRole("link", { name: /Boots/ }));
    expect(where()).toBe("/dashboard/analytics?tab=prompts&range=28d");
    await screen.findByRole("button", { name: "Views: Boots" });
  });

  it("begin a screen that is come to from elsewhere, and leave cleared filters cleared", async () => {
    const { user, where, router } = open("/dashboard/trends");
    await screen.findByRole("button", { name: "Views" });
    await user.click(screen.getByRole("link", { name: "To analytics" }));
    await waitFor(() => expect(where()).toBe("/dashboard/analytics?tab=prompts&range=28d"));
    await user.click(screen.getByRole("link", { name: "To analytics" }));
    await screen.findByRole("button", { name: "Views" });
    expect(where()).toBe("/dashboard/analytics");
    await user.click(screen.getByRole("link", { name: "To trends" }));
    await router.navigate(-1);
    await screen.findByRole("button", { name: "Views" });
    expect(where()).toBe("/dashboard/analytics");
  });

  it("leave the address alone that a page was loaded with", async () => {
    const { user, where } = open("/dashboard/analytics");
    await user.click(await screen.findByRole("button", { name: "Views" }));
    within(await panel()).getByRole("link", { name: /Boots/ });
    expect(where()).toBe("/dashboard/analytics");
  });

  it("come back when deleting is undone", async () => {
    const { user } = open("/dashboard/analytics?range=28d&tab=prompts");
    await user.click(await screen.findByRole("button", { name: "Views: Boots" }));
    await user.click(within(await panel()).getByRole("button", { name: "Delete Boots" }));
    await screen.findByText('View "Boots" deleted');
    await waitFor(() => expect(screen.queryByRole("link", { name: /Boots/ })).toBeNull());
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await screen.findByText("The view is back");
    await screen.findByRole("button", { name: "Views: Boots" });
  });

  it("take the filters of the screen when that is wanted", async () => {
    const { user, sent } = open("/dashboard/analytics?tab=sources");
    await user.click(await screen.findByRole("button", { name: "Views" }));
    await user.click(within(await panel()).getByRole("button", { name: "Change Boots" }));
    await user.click(await screen.findByRole("checkbox", { name: /Replace its filters/ }, { timeout: 5000 }));
    await user.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(sent.changed).toEqual([{ name: "Boots", isDefault: true, query: "tab=sources" }]));
  });
});

import { act, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";

import { hardNavigate } from "@/lib/browser";
import { noteAnswer, noteRested, watchConnection } from "@/lib/connection";
import { get } from "@/api/client";
import { setSessionEnded } from "@/lib/session-signal";
import { setSingleKeys } from "@/lib/shortcuts";
import { dismissToast, toast } from "@/lib/toast";
import { aUser } from "@/test/data";
import { server } from "@/test/server";
import { aBell, openShell } from "@/test/shell";

vi.mock("@/lib/browser", () => ({ hardNavigate: vi.fn() }));

const line = (patch: object = {}) => ({
  id: "n1",
  kind: "run-completed",
  subjectId: "r1",
  brandId: "b2",
  data: { brandName: "Pike Outdoor", overall: 48 },
  createdAt: "2026-11-20T09:00:00Z",
  readAt: null,
  ...patch,
});
const says = (body: object) => server.use(http.get("/api/v1/notifications", () => HttpResponse.json(body)));

beforeAll(watchConnection);
beforeEach(() => {
  document.cookie = "presence_brand=; Max-Age=0; Path=/";
  localStorage.clear();
  setSessionEnded(false);
  noteRested();
  noteAnswer(200);
  for (const method of ["info", "error"] as const) vi.spyOn(console, method).mockImplementation(() => undefined);
  return () => setSessionEnded(false);
});

/** Answers of the shell itself are registered first, so these go in front. */
async function openWith(body: object) {
  const view = await openShell();
  says(body);
  act(() => void view.client.invalidateQueries({ queryKey: ["/api/v1/notifications"] }));
  return view;
}

describe("the bell", () => {
  it("counts what is unread and leads from a line to its place, which reads it", async () => {
    const read: string[] = [];
    server.use(
      http.patch(
        "/api/v1/notifications/:id",
        ({ params }) => (read.push(String(params["id"])), HttpResponse.json({ unread: 0 })),
      ),
    );
    const { user, where } = await openWith(aBell([line()]));
    await user.click(await screen.findByRole("button", { name: "Notifications, 1 unread" }));
    await user.click(await screen.findByRole("link", { name: /The analysis of Pike Outdoor is ready/ }));
    expect(where()).toBe("/dashboard?brand=b2");
    await waitFor(() => expect(read).toEqual(["n1"]));
  });

  it("leads from a finished report, and from an export, to its file", async () => {
    server.use(http.patch("/api/v1/notifications/:id", () => HttpResponse.json({ unread: 0 })));
    const lines = [
      line({ id: "n1", kind: "report-ready", data: { brandName: "Pike Outdoor", format: "PDF" } }),
      line({ id: "n2", kind: "export-ready", data: { brandName: "Pike Outdoor", format: "CSV" } }),
    ];
    const { user } = await openWith(aBell(lines));
    await user.click(await screen.findByRole("button", { name: "Notifications, 2 unread" }));
    const leads = async (name: RegExp) => (await screen.findByRole("link", { name })).getAttribute("href");
    expect(await leads(/The report on Pike Outdoor is ready/)).toBe("/dashboard?report=1&brand=b2");
    expect(await leads(/Your export of Pike Outdoor is ready/)).toBe("/dashboard?exports=1&brand=b2");
  });

  it("reads everything at once", async () => {
    let asked = 0;
    server.use(http.post("/api/v1/notifications/read-all", () => ((asked += 1), HttpResponse.json({ unread: 0 }))));
    const { user } = await openWith(aBell([line()]));
    await user.click(await screen.findByRole("button", { name: "Notifications, 1 unread" }));
    await user.click(await screen.findByRole("button", { name: "Mark all as read" }));
    await waitFor(() => expect(asked).toBe(1));
  });

  it("keeps the messages of this visit, which are gone from the corner in seconds", async () => {
    const { user } = await openWith(aBell([]));
    act(() => void toast({ title: "Error", description: "The prompt could not be saved.", variant: "destructive" }));
    act(() => void toast({ title: "Changes saved", variant: "success" }));
    act(() => dismissToast());
    await user.click(await screen.findByRole("button", { name: "Notifications" }));
    const said = within(await screen.findByRole("region", { name: "Messages of this visit" }));
    expect(said.getAllByRole("listitem").map((item) => item.firstElementChild?.textContent)).toEqual([
      "Changes saved",
      "Error",
    ]);
    expect(said.getByText("The prompt could not be saved.")).toBeTruthy();
  });

  it("leads to the notification settings", async () => {
    const { user, where } = await openShell();
    await user.click(screen.getByRole("button", { name: "Notifications" }));
    await user.click(await screen.findByRole("link", { name: "Notification settings" }));
    expect(where()).toBe("/dashboard/settings/notifications");
  });
});

describe("the palette", () => {
  it("opens with Ctrl+K and goes where the words lead", async () => {
    const { user, where } = await openShell();
    await user.keyboard("{Control>}k{/Control}");
    await user.type(await screen.findByPlaceholderText(/Go to a screen/), "techn{Enter}");
    expect(where()).toBe("/dashboard/ai-visibility-gaps/technical");
  });

  it("puts another brand in view", async () => {
    const { user, where } = await openShell();
    await user.click(screen.getByRole("button", { name: "Search and commands" }));
    await user.click(await screen.findByRole("option", { name: /Pike Outdoor/ }));
    expect(where()).toBe("/dashboard/trends?brand=b2");
  });

  it("opens a saved view of the brand", async () => {
    const { user, where } = await openShell();
    server.use(
      http.get("/api/v1/brands/b1/views", () =>
        HttpResponse.json({ data: [{ id: "v1", screen: "analytics", name: "Boots", query: "tab=prompts&range=28d" }] }),
      ),
    );
    await user.keyboard("{Control>}k{/Control}");
    await user.type(await screen.findByPlaceholderText(/Go to a screen/), "boots");
    await user.click(await screen.findByRole("option", { name: /^Boots/ }));
    expect(where()).toBe("/dashboard/analytics?tab=prompts&range=28d&brand=b1");
  });

  it("finds prompts by asking the server", async () => {
    server.use(
      http.get("/api/v1/brands/b1/prompts", ({ request: { url } }) =>
        HttpResponse.json({
          data: [{ id: "p1", text: `found for ${new URL(url).searchParams.get("q")}`, topic: "Boots" }],
        }),
      ),
    );
    const { user, where } = await openShell();
    await user.keyboard("{Control>}k{/Control}");
    await user.type(await screen.findByPlaceholderText(/Go to a screen/), "resole");
    await user.click(await screen.findByRole("option", { name: /found for resole/ }));
    expect(where()).toBe("/dashboard/analytics?tab=prompts&prompt=p1&brand=b1");
  });
});

describe("what the palette finds beside questions", () => {
  it.each([
    [
      "gaps/content",
      { id: "g1", prompt: "Who resoles boots?" },
      "/dashboard/ai-visibility-gaps/content?gap=g1&brand=b1",
    ],
    [
      "gaps/technical",
      { id: "f1", issue: "No FAQ schema", page: "https://pike.example/resole" },
      "/dashboard/ai-visibility-gaps/technical?finding=f1&brand=b1",
    ],
    ["materials", { id: "m1", title: "Resoling guide" }, "/dashboard/homepage?material=m1&brand=b1"],
    ["answers", { id: "a1", prompt: "Who resoles boots best?" }, "/dashboard?answer=a1&brand=b1"],
  ])("%s lead to their own place", async (list, row, place) => {
    server.use(http.get(`/api/v1/brands/b1/${list}`, () => HttpResponse.json({ data: [row] })));
    const { user, where } = await openShell();
    await user.keyboard("{Control>}k{/Control}");
    await user.type(await screen.findByPlaceholderText(/Go to a screen/), "resole");
    const said = "title" in row ? row.title : "issue" in row ? row.issue : row.prompt;
    await user.click(await screen.findByRole("option", { name: new RegExp(`^${said.replace("?", "\\?")}`) }));
    expect(where()).toBe(place);
  });
});

describe("single keys", () => {
  it("open the help and switch brands", async () => {
    const { user, where } = await openShell();
    await user.keyboard("2");
    await waitFor(() => expect(where()).toBe("/dashboard/trends?brand=b2"));
    await user.keyboard("?");
    expect(await screen.findByRole("dialog", { name: "Keyboard shortcuts" })).toBeTruthy();
  });

  it("do nothing once they are turned off", async () => {
    setSingleKeys(false);
    const { user, where } = await openShell();
    await user.keyboard("2?");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(where()).toBe("/dashboard/trends");
  });
});

describe("without a connection", () => {
  it("says since when the data is, and takes it back when the server answers again", async () => {
    await openShell();
    server.use(http.get("/healthz", () => HttpResponse.error()));
    act(() => void window.dispatchEvent(new Event("offline")));
    expect((await screen.findByText(/^You are offline — showing data from /)).textContent).toMatch(/\d/);
    expect(screen.getByText(/comes by itself once you are connected again/)).toBeTruthy();
    server.use(http.get("/healthz", () => HttpResponse.json({})));
    act(() => void window.dispatchEvent(new Event("online")));
    await waitFor(() => expect(screen.queryByText(/You are offline/)).toBeNull());
  });

  it("believes no late answer that the connection is back", async () => {
    await openShell();
    server.use(http.get("/healthz", () => HttpResponse.error()));
    const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event("offline")));
    act(() => noteAnswer(200));
    expect(screen.getByText(/^You are offline/)).toBeTruthy();
    onLine.mockRestore();
    server.use(http.get("/healthz", () => HttpResponse.json({})));
    act(() => void window.dispatchEvent(new Event("online")));
    await waitFor(() => expect(screen.queryByText(/You are offline/)).toBeNull());
  });

  it("tells how long the server wants to rest", async () => {
    await openShell();
    server.use(
      http.get("/api/v1/method", () =>
        HttpResponse.json(
          { message: "Slow down", code: "rate-limited" },
          { status: 429, headers: { "retry-after": "30" } },
        ),
      ),
    );
    await act(() => get("/api/v1/method").catch(() => undefined));
    expect(await screen.findByText(/You can go on in (30|29) seconds/)).toBeTruthy();
  });

  it("says that the service is busy and when to try again, and reads once more by itself", async () => {
    await openShell();
    let calls = 0;
    server.use(
      http.get("/api/v1/method", () => {
        calls += 1;
        if (calls > 1) return HttpResponse.json({ fine: true });
        return HttpResponse.json(
          { message: "Busy", code: "overloaded" },
          { status: 503, headers: { "retry-after": "1" } },
        );
      }),
    );
    const answer = get("/api/v1/method");
    expect(
      await screen.findByText(
        /Many people are using the service right now. Try again in 1 second; what you typed is kept./,
      ),
    ).toBeTruthy();
    expect(await answer).toEqual({ fine: true });
  });

  it("keeps the last data when a refresh fails, and says so", async () => {
    const { client } = await openShell();
    server.use(
      http.get("/api/business-info", () =>
        HttpResponse.json({ message: "Database is away", requestId: "r-5" }, { status: 500 }),
      ),
    );
    await act(() => client.refetchQueries({ queryKey: ["/api/business-info"] }));
    expect(await screen.findByText(/This could not be refreshed. You see data from/)).toBeTruthy();
    expect(screen.getByText("section")).toBeTruthy();
  });
});

describe("a session that ended under the page", () => {
  it("asks for the password over the page and goes on", async () => {
    const sent: unknown[] = [];
    server.use(
      http.post("/api/login", async ({ request: call }) => (sent.push(await call.json()), HttpResponse.json(aUser()))),
    );
    const { user } = await openShell();
    act(() => setSessionEnded(true));
    const dialog = await screen.findByRole("dialog", { name: "Your session has ended" });
    expect(screen.getByText("section")).toBeTruthy();
    await user.type(within(dialog).getByLabelText("Password"), "a long password{Enter}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sent).toEqual([{ email: "ada@example.com", password: "a long password" }]);
  });

  it("offers support nothing but the way out when their session in a customer's place is over", async () => {
    let left = 0;
    server.use(http.post("/api/logout", () => ((left += 1), new HttpResponse(null, { status: 204 }))));
    const { user } = await openShell();
    act(() => setSessionEnded(true, true));
    const dialog = await screen.findByRole("dialog", { name: "This support session is over" });
    expect(within(dialog).queryByLabelText("Password")).toBeNull();
    expect(dialog.textContent).toMatch(/begin another session in the support console/);
    await user.click(within(dialog).getByRole("button", { name: "Leave this account" }));
    await waitFor(() => expect(hardNavigate).toHaveBeenCalledWith("/auth?action=login"));
    expect(left).toBe(1);
  });

  it("leaves for the login page when another tab signs out", async () => {
    await openShell();
    const newValue = JSON.stringify({ userId: null, at: 1 });
    act(() => void window.dispatchEvent(new StorageEvent("storage", { key: "presence.session", newValue })));
    expect(hardNavigate).toHaveBeenCalledWith("/auth?action=login");
  });
});

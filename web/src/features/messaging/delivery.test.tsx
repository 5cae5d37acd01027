import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { describe, expect, it } from "vitest";

import type { Role } from "@/api/session";
import { aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import { AlertsSection } from "./alerts-section";
import { IntegrationsSection } from "./integrations-section";
import { NotificationsSection } from "./notifications-section";

const SETTINGS = "/dashboard/settings";
const page = { nextCursor: null, prevCursor: null, limit: 20, total: null, totalIsExact: false };
const digest = {
  frequency: "weekly",
  cadence: "weekly",
  weeklyAllowed: true,
  nextAt: "2026-11-23T08:00:00Z",
  timeZone: "UTC",
  address: "ada@example.com",
  verified: true,
  mail: true,
};
const rule = {
  id: "r1",
  name: "Content falls",
  brandId: null,
  metric: "content",
  condition: "falls-by",
  threshold: 5,
  channels: ["in-app"],
  cooldownHours: 24,
  active: true,
  lastSentAt: null,
  createdAt: "2026-11-01T08:00:00Z",
};
const hook = {
  id: "e1", kind: "webhook", name: "Warehouse", url: "https://example.com/hook", events: ["run-completed"], status: "disabled", paused: false, example: false,
  reason: "Switched off: nothing arrived for more than a day.", failingSince: "2026-11-20T08:00:00Z", succeededAt: null, signedTwiceUntil: null, createdAt: "2026-11-01T08:00:00Z",
}; // prettier-ignore

function open(element: React.ReactNode, role: Role = "owner") {
  const user = aUser({
    currentWorkspaceId: "w1",
    workspaces: [{ id: "w1", name: "Harrow", role, paused: false, example: false }],
  });
  server.use(
    http.get("/api/user", () => HttpResponse.json(user)),
    http.get("/api/business-info", () => HttpResponse.json({ businessName: "Harrow", wizardCompleted: true })),
    http.get("/api/v1/brands", () => HttpResponse.json({ data: [], page })),
    http.get("/api/v1/notifications/preferences", () =>
      HttpResponse.json({ choices: { "run-completed": { "in-app": true, email: false } }, mail: true }),
    ),
    http.get("/api/v1/integrations/slack", () => HttpResponse.json({ connection: null, allowed: false })),
  );
  return renderRoutes([{ path: SETTINGS, element }], SETTINGS);
}

describe("Notifications", () => {
  it("takes a ticked box back when it could not be saved", async () => {
    server.use(
      http.get("/api/v1/digest", () => HttpResponse.json(digest)),
      http.put("/api/v1/notifications/preferences", () => HttpResponse.json({ message: "Later" }, { status: 503 })),
    );
    const { user } = open(<NotificationsSection />);
    const box = await screen.findByRole("checkbox", { name: "An analysis is ready, By email" });
    await user.click(box);
    await waitFor(() => expect((box as HTMLInputElement).checked).toBe(false));
    expect((await screen.findAllByText("That did not work")).length).toBeGreaterThan(0);
  });

  it("has a column for the team's Slack channel where there is one and the reader may change it", async () => {
    const sent: unknown[] = [];
    const slack = { ...hook, id: "s1", kind: "slack", name: "Slack", status: "active", reason: "", events: ["digest"] };
    const connected = http.get("/api/v1/integrations/slack", () =>
      HttpResponse.json({
        connection: { ...slack, events: sent.length ? ["digest", "run-completed"] : slack.events },
        allowed: true,
      }),
    );
    server.use(
      http.get("/api/v1/digest", () => HttpResponse.json(digest)),
      http.patch("/api/v1/webhooks/s1", async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json(slack);
      }),
    );
    const { user } = open(<NotificationsSection />);
    server.use(connected);
    const box = await screen.findByRole<HTMLInputElement>("checkbox", { name: "An analysis is ready, Slack" });
    expect(box.checked).toBe(false);
    await user.click(box);
    await waitFor(() => expect(sent).toEqual([{ events: ["digest", "run-completed"] }]));
    expect(box.checked).toBe(true);
  });

  it("says when and where the next summary goes, and what stopping it means", async () => {
    const sent: unknown[] = [];
    server.use(
      http.get("/api/v1/digest", () =>
        HttpResponse.json(sent.length ? { ...digest, frequency: "off", nextAt: null } : digest),
      ),
      http.put("/api/v1/digest", async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ ...digest, frequency: "off", nextAt: null });
      }),
    );
    const { user } = open(<NotificationsSection />);
    expect(await screen.findByText(/^Next on .*2026.*, to ada@example.com\.$/)).toBeTruthy();
    await user.click(screen.getByRole("radio", { name: "Never" }));
    expect(await screen.findByText("You get no summary.")).toBeTruthy();
    expect(sent).toEqual([{ frequency: "off" }]);
  });

  it("sends nothing to an address that was not confirmed and says so", async () => {
    server.use(http.get("/api/v1/digest", () => HttpResponse.json({ ...digest, verified: false })));
    open(<NotificationsSection />);
    expect(await screen.findByText(/Confirm yours under Security/)).toBeTruthy();
    expect((screen.getByRole("button", { name: "Send me one now" }) as HTMLButtonElement).disabled).toBe(true);
  });
});

describe("Alerts", () => {
  const list = (over = {}) =>
    http.get("/api/v1/alert-rules", () =>
      HttpResponse.json({ data: [rule], allowed: true, slack: false, webhooks: false, ...over }),
    );

  it("says in one line what a rule asks for", async () => {
    server.use(list());
    open(<AlertsSection />);
    expect(await screen.findByText("Every brand: Content AI Visibility falls by at least 5 points")).toBeTruthy();
    expect(screen.getByText(/Not sent yet/)).toBeTruthy();
  });

  it("offers only the channels of the plan and keeps what was typed when it is refused", async () => {
    server.use(
      list({ data: [] }),
      http.post("/api/v1/alert-rules", () =>
        HttpResponse.json({ message: "Enter a number of points from 1 to 100" }, { status: 422 }),
      ),
    );
    const { user } = open(<AlertsSection />);
    await user.click(await screen.findByRole("button", { name: "Create alert" }));
    const dialog = await screen.findByRole("dialog");
    expect((within(dialog).getByRole("checkbox", { name: /Slack/ }) as HTMLInputElement).disabled).toBe(true);
    await user.type(within(dialog).getByLabelText(/Name/), "Falls");
    await user.click(within(dialog).getByRole("button", { name: "Create alert" }));
    expect((await within(dialog).findAllByText("Enter a number of points from 1 to 100")).length).toBeGreaterThan(0);
    expect((within(dialog).getByLabelText(/Name/) as HTMLInputElement).value).toBe("Falls");
  });

  it("says of a score's level that crossing it counts, not staying there", async () => {
    server.use(list({ data: [] }));
    const { user } = open(<AlertsSection />);
    await user.click(await screen.findByRole("button", { name: "Create alert" }));
    const dialog = await screen.findByRole("dialog");
    expect(within(dialog).queryByText(/crosses this number/)).toBeNull();
    await user.selectOptions(within(dialog).getByLabelText("When it"), "falls below");
    expect(within(dialog).getByText(/crosses this number, not while it stays below\.$/)).toBeTruthy();
    await user.selectOptions(within(dialog).getByLabelText("When it"), "rises above");
    expect(within(dialog).getByText(/crosses this number, not while it stays above\.$/)).toBeTruthy();
  });

  it("sends a test and says whom it reaches", async () => {
    server.use(
      list(),
      http.post("/api/v1/alert-rules/r1/test", () => HttpResponse.json({ sent: ["in-app", "slack"] }, { status: 202 })),
    );
    const { user } = open(<AlertsSection />);
    await user.click(await screen.findByRole("button", { name: "Test Content falls" }));
    await screen.findByText("By: The bell, Slack. Of your team only you are told.");
  });

  it("brings a deleted rule back", async () => {
    const calls: string[] = [];
    server.use(
      list(),
      http.delete("/api/v1/alert-rules/r1", () => (calls.push("delete"), new HttpResponse(null, { status: 204 }))),
      http.post("/api/v1/alert-rules/r1/restore", () => (calls.push("restore"), HttpResponse.json(rule))),
    );
    const { user } = open(<AlertsSection />);
    await user.click(await screen.findByRole("button", { name: "Delete Content falls" }));
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    await waitFor(() => expect(calls).toEqual(["delete", "restore"]));
  });

  it("lets a viewer look and change nothing", async () => {
    server.use(list());
    open(<AlertsSection />, "viewer");
    expect(await screen.findByText("Content falls")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /Delete|Edit|Create/ })).toBeNull();
  });
});

describe("Integrations", () => {
  it("shows a new webhook's secret once", async () => {
    server.use(
      http.get("/api/v1/webhooks", () => HttpResponse.json({ data: [], allowed: true })),
      http.post("/api/v1/webhooks", () =>
        HttpResponse.json({ ...hook, status: "active", secret: "whsec_abc" }, { status: 201 }),
      ),
    );
    const { user } = open(<IntegrationsSection />);
    await user.click(await screen.findByRole("button", { name: "Add webhook" }));
    const dialog = await screen.findByRole("dialog");
    await user.type(within(dialog).getByLabelText(/Name/), "Warehouse");
    await user.type(within(dialog).getByLabelText(/Address/), "https://example.com/hook");
    await user.click(within(dialog).getByRole("button", { name: "Add webhook" }));
    expect(await screen.findByText("whsec_abc")).toBeTruthy();
  });

  it("says why a webhook was switched off and how to go on", async () => {
    server.use(http.get("/api/v1/webhooks", () => HttpResponse.json({ data: [hook], allowed: true })));
    open(<IntegrationsSection />);
    expect(await screen.findByText("Switched off: nothing arrived for more than a day.")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Switch on Warehouse" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Send test to Warehouse" })).toBeNull();
  });

  it("leads to the plans where a plan has none", async () => {
    server.use(http.get("/api/v1/webhooks", () => HttpResponse.json({ data: [], allowed: false })));
    open(<IntegrationsSection />);
    expect(await screen.findByText("Webhooks come with Scale.")).toBeTruthy();
    expect(await screen.findByText("Slack comes with Growth.")).toBeTruthy();
  });
});

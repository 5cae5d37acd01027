import { screen, waitFor, within } from "@testing-library/react";
import { delay, http, HttpResponse } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";

import { hardNavigate } from "@/lib/browser";
import { aBusiness, noBusiness } from "@/test/data";
import { server } from "@/test/server";
import { openShell as open, pro } from "@/test/shell";

vi.mock("@/lib/browser", () => ({ hardNavigate: vi.fn() }));

beforeEach(() => {
  document.cookie = "presence_brand=; Max-Age=0; Path=/";
  for (const method of ["info", "error"] as const) vi.spyOn(console, method).mockImplementation(() => undefined);
});

const menuLinks = () => within(screen.getByRole("navigation", { name: "Main menu" })).getAllByRole("link");

describe("the side menu", () => {
  it("has the entries in order, at their addresses", async () => {
    await open();
    await waitFor(() => expect(menuLinks()[4]?.textContent).toContain("Upgrade"));
    expect(menuLinks().map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
      ["Dashboard", "/dashboard"],
      ["Recommendations", "/dashboard/recommendations"],
      ["Questions", "/dashboard/questions"],
      ["Experiments", "/dashboard/experiments"],
      ["AnalyticsUpgrade", "/dashboard/analytics"],
      ["Traffic", "/dashboard/traffic"],
      ["AI Visibility Gaps", "/dashboard/ai-visibility-gaps"],
      ["Content Gaps", "/dashboard/ai-visibility-gaps/content"],
      ["Technical Gaps", "/dashboard/ai-visibility-gaps/technical"],
      ["Trends", "/dashboard/trends"],
      ["Brand Materials", "/dashboard/brand-materials"],
      ["My Brands", "/dashboard/my-brands"],
      ["Settings", "/dashboard/settings"],
      ["General", "/dashboard/settings"],
      ["Users", "/dashboard/settings/users"],
      ["Subscription", "/dashboard/settings/subscription"],
    ]);
  });

  it("marks the current section", async () => {
    await open();
    const current = menuLinks().filter((link) => link.getAttribute("aria-current") === "page");
    expect(current.map((link) => link.textContent)).toEqual(["Trends"]);
  });

  it("drops the Upgrade badge when the plan opens analytics", async () => {
    await open(aBusiness({ plan: pro }));
    await waitFor(() => expect(menuLinks()[4]?.textContent).toBe("Analytics"));
  });

  it("opens as a drawer and closes on Escape", async () => {
    const { user } = await open();
    await user.click(screen.getByRole("button", { name: "Open menu" }));
    expect(within(await screen.findByRole("dialog")).getByRole("link", { name: "Trends" })).toBeTruthy();
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("the header", () => {
  it("has the section's title as h1, and the slot", async () => {
    await open();
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Trends");
    expect(screen.getByText("run pill")).toBeTruthy();
  });

  it("offers the plans to a free user", async () => {
    const { user } = await open();
    await user.click(screen.getByRole("button", { name: "Current plan: Free Plan" }));
    await screen.findByRole("dialog", { name: "Current plan: Free Plan" });
    for (const text of [
      "Boost your AI visibility",
      "Competitor gap analysis",
      "Most Popular",
      "Pro Plan - Starting at $20/month",
    ])
      expect(screen.getByText(text)).toBeTruthy();
    expect(screen.getByRole("link", { name: "View All Plans" }).getAttribute("href")).toBe("/pricing");
  });

  it("tells a subscriber about the plan instead", async () => {
    const { user } = await open(aBusiness({ plan: pro }));
    await user.click(screen.getByRole("button", { name: "Current plan: Pro" }));
    expect(await screen.findByText("Billed annually")).toBeTruthy();
    expect(screen.queryByText("Boost your AI visibility")).toBeNull();
  });
});

describe("the end of the period paid for", () => {
  it.each([
    ["renews", { renewsAt: "2026-12-05T12:00:00Z", endsAt: null }, "Renews on December 5, 2026"],
    ["ends", { renewsAt: null, endsAt: "2026-12-05T12:00:00Z" }, "Ends on December 5, 2026"],
  ])("is named where the plan %s then", async (_, dates, text) => {
    const { user } = await open(aBusiness({ plan: { ...pro, ...dates } }));
    await user.click(screen.getByRole("button", { name: "Current plan: Pro" }));
    expect(await screen.findByText(text)).toBeTruthy();
  });
});

describe("the brand switcher", () => {
  it("falls back to My Brands and Free Plan", async () => {
    await open(noBusiness());
    expect(screen.getByRole("button", { name: /^Switch brand: ?My Brands/ }).textContent).toContain("Free PlanActive");
  });

  it("links to settings and, at the limit, to the plans", async () => {
    const { user } = await open();
    await user.click(screen.getByRole("button", { name: /Switch brand/ }));
    expect((await screen.findByRole("link", { name: "Manage" })).getAttribute("href")).toBe("/dashboard/settings");
    expect(screen.getByRole("link", { name: "Create new brand" }).getAttribute("href")).toBe("/pricing?reason=brands");
  });

  it("opens the form while the plan has room", async () => {
    const { user } = await open(aBusiness({ plan: pro }));
    await user.click(screen.getByRole("button", { name: /Switch brand/ }));
    await waitFor(() =>
      expect(screen.getByRole("link", { name: "Create new brand" }).getAttribute("href")).toBe(
        "/dashboard/my-brands/add",
      ),
    );
  });

  it("puts another brand in view on the same page", async () => {
    const { user, where } = await open(undefined, "/dashboard/trends?sort=x");
    await user.click(screen.getByRole("button", { name: /Switch brand/ }));
    await user.click(await screen.findByRole("button", { name: "Pike Outdoor" }));
    expect(where()).toBe("/dashboard/trends?sort=x&brand=b2");
    expect(await screen.findByRole("button", { name: /^Switch brand: ?Pike Outdoor/ })).toBeTruthy();
  });
});

describe("the avatar menu", () => {
  it("shows initial, name, email and goes to the account section", async () => {
    const { user, router } = await open();
    const avatar = screen.getByRole("button", { name: "Account menu" });
    expect(avatar.textContent).toBe("A");
    await user.click(avatar);
    expect(await screen.findByText("Ada Marsh")).toBeTruthy();
    expect(screen.getByText("ada@example.com")).toBeTruthy();
    await user.click(screen.getByRole("menuitem", { name: "Account" }));
    expect(router.state.location).toMatchObject({ pathname: "/dashboard/settings", hash: "#account" });
  });

  it("keeps the chosen theme", async () => {
    const { user } = await open();
    await user.click(screen.getByRole("button", { name: "Account menu" }));
    await user.click(await screen.findByRole("menuitemradio", { name: "Dark" }));
    expect(document.documentElement.dataset["theme"]).toBe("dark");
    expect(localStorage.getItem("presence.theme")).toBe("dark");
  });

  it("leads to language and time zone", async () => {
    const { user, router } = await open();
    await user.click(screen.getByRole("button", { name: "Account menu" }));
    await user.click(await screen.findByRole("menuitem", { name: "Language and time zone" }));
    expect(router.state.location).toMatchObject({ pathname: "/dashboard/settings", hash: "#regional" });
  });

  it("opens Support, which leads to how everything is measured", async () => {
    const { user } = await open();
    await user.click(screen.getByRole("button", { name: "Account menu" }));
    await user.click(await screen.findByRole("menuitem", { name: "Support" }));
    expect((await screen.findByRole("link", { name: "How everything is measured" })).getAttribute("href")).toBe(
      "/method",
    );
  });

  it("opens Support, which names the latest request", async () => {
    const { user } = await open();
    await user.click(screen.getByRole("button", { name: "Account menu" }));
    await user.click(await screen.findByRole("menuitem", { name: "Support" }));
    expect(within(await screen.findByRole("dialog", { name: "Support" })).getByText("Latest request")).toBeTruthy();
  });
});

describe("logging out", () => {
  it("says so, loads the login page anew and clears the cache as this one is left", async () => {
    server.use(http.post("/api/logout", async () => (await delay(40), new HttpResponse(null, { status: 204 }))));
    const { user, client } = await open();
    await user.click(screen.getByRole("button", { name: "Logout" }));
    expect(await screen.findByRole("button", { name: "Logging out..." })).toBeTruthy();
    await waitFor(() => expect(hardNavigate).toHaveBeenCalledWith("/auth?action=login"));
    window.dispatchEvent(new Event("pagehide"));
    expect(client.getQueryData(["/api/user"])).toBeUndefined();
  });

  it("forgets what was typed in this tab, and keeps an invitation for whoever signs in next", async () => {
    for (const kept of ["materialDraft", "reports", "invitation"]) sessionStorage.setItem(`presence.${kept}`, "[]");
    server.use(http.post("/api/logout", () => new HttpResponse(null, { status: 204 })));
    const { user } = await open();
    await user.click(screen.getByRole("button", { name: "Logout" }));
    await waitFor(() => expect(hardNavigate).toHaveBeenCalledWith("/auth?action=login"));
    window.dispatchEvent(new Event("pagehide"));
    expect(Object.keys(sessionStorage)).toEqual(["presence.invitation"]);
    sessionStorage.clear();
  });

  it("stays and says why when it fails", async () => {
    server.use(http.post("/api/logout", () => HttpResponse.json({ message: "Database is away" }, { status: 503 })));
    const { user } = await open();
    await user.click(screen.getByRole("button", { name: "Logout" }));
    expect((await screen.findAllByText("Database is away")).length).toBeGreaterThan(0);
  });
});

describe("before the wizard is finished", () => {
  it("shows the way back to it instead of an empty section", async () => {
    await open(noBusiness());
    expect((await screen.findByRole("link", { name: "Continue setup" })).getAttribute("href")).toBe("/onboarding");
    expect(screen.queryByText("section")).toBeNull();
  });

  it("leaves settings reachable", async () => {
    await open(noBusiness(), "/dashboard/settings");
    expect(screen.getByText("section")).toBeTruthy();
  });
});

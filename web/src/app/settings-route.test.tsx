import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";

import type { Role } from "@/api/session";
import { app } from "@/lib/messages/app";
import { paths } from "@/lib/paths";
import { settingsSections } from "@/lib/settings-sections";
import { aBusiness, aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import { RouteFrame } from "./route-frame";
import { sectionRoutes } from "./section-routes";

const SETTINGS = "/dashboard/settings";
const routes = [
  {
    element: <RouteFrame />,
    children: sectionRoutes.filter(
      ({ path = "" }) => path.startsWith(SETTINGS) && path !== paths.users && path !== paths.subscription,
    ),
  },
  { path: "*", element: <p>elsewhere</p> },
];

function open(at: string, role: Role = "owner") {
  const user = aUser();
  server.use(
    http.get("/api/user", () =>
      HttpResponse.json({ ...user, workspaces: [{ ...user.workspaces[0], role, paused: false }] }),
    ),
    http.get("/api/business-info", () => HttpResponse.json(aBusiness(), { headers: { etag: '"one"' } })),
    // What the parts say of themselves is looked at elsewhere; here each only has to stand at its address.
    http.get("/api/v1/*", () => HttpResponse.json({ message: "Not here" }, { status: 404 })),
  );
  return renderRoutes(routes, at);
}

const list = () => screen.findByRole("navigation", { name: "Settings" });
const offered = async () =>
  within(await list())
    .getAllByRole("link")
    .map(({ textContent }) => textContent);

beforeEach(() => {
  for (const method of ["info", "error", "warn"] as const)
    vi.spyOn(console, method).mockImplementation(() => undefined);
});

describe("Settings", () => {
  it("lists its parts", async () => {
    open(SETTINGS);
    const all = ["General", "Assistants", "Notifications", "Integrations", "API", "Security", "Data", "Workspace"];
    await waitFor(async () => expect(await offered()).toEqual(all));
  });

  it.each(settingsSections.map(({ path, label }) => [label, path]))(
    "%s has an address and a title of its own",
    async (label, path) => {
      open(path);
      const current = await within(await list()).findByRole("link", { current: "page" });
      expect([current.textContent, current.getAttribute("href")]).toEqual([label, path]);
      const title = label === "General" ? "Settings" : label;
      await waitFor(() => expect(document.title).toBe(`${title} · Harrow & Pike · Presence`));
    },
  );

  it("opens on a small screen as a menu that says where one is, and closes when something is chosen", async () => {
    const { user, where } = open(SETTINGS);
    const menu = await screen.findByRole("button", { name: /^Settings: General/ });
    expect(menu.getAttribute("aria-expanded")).toBe("false");
    await user.click(menu);
    expect(menu.getAttribute("aria-expanded")).toBe("true");
    await user.click(within(await list()).getByRole("link", { name: "Data" }));
    const now = await screen.findByRole("button", { name: /^Settings: Data/ });
    expect([where(), now.getAttribute("aria-expanded")]).toEqual([`${SETTINGS}/data`, "false"]);
  });
});

it("says of an address below the settings that leads nowhere that there is no such page", async () => {
  open(`${SETTINGS}/nonsense`);
  expect(await screen.findByRole("heading", { name: app.notFoundHeading })).toBeTruthy();
});

describe("an address of the one long page of before", () => {
  it.each([
    ["#engines", "/assistants", ""],
    ["#notifications", "/notifications", ""],
    ["#alerts", "/notifications", "#alerts"],
    ["#integrations", "/integrations", ""],
    ["#api-keys", "/api", ""],
    ["#security", "/security", ""],
    ["#data", "/data", ""],
    ["#workspace", "/workspace", ""],
    ["#reports", "/workspace", "#reports"],
    ["#account", "", "#account"],
    ["#regional", "", "#regional"],
    ["#address", "", "#address"],
  ])("%s leads to the part it named", async (hash, part, anchor) => {
    const { router } = open(`${SETTINGS}?google=connected${hash}`);
    await list();
    await waitFor(() =>
      expect(router.state.location).toMatchObject({
        pathname: SETTINGS + part,
        search: "?google=connected",
        hash: anchor,
      }),
    );
  });
});

describe("a role", () => {
  const everybodys = ["General", "Notifications", "Security", "Data", "Workspace"];
  it.each<[Role, string[]]>([
    ["admin", ["Assistants", "Integrations", "API"]],
    ["editor", ["Assistants"]],
    ["viewer", ["Assistants"]],
    ["billing", []],
  ])("%s is offered what it may open", async (role, more) => {
    open(SETTINGS, role);
    const beyond = async () => (await offered()).filter((label) => !everybodys.includes(label ?? ""));
    await waitFor(async () => expect(await beyond()).toEqual(more));
  });

  it("is told at the address of what it may not open whose it is", async () => {
    open(`${SETTINGS}/api`, "viewer");
    expect(await screen.findByRole("heading", { name: "Your role does not include this" })).toBeTruthy();
  });
});

describe("a place that the address names and that arrives late", () => {
  async function openAt(hash: string) {
    const scrolled = vi.spyOn(HTMLElement.prototype, "scrollIntoView");
    onTestFinished(() => scrolled.mockRestore());
    open(SETTINGS + hash);
    await list();
    const arrive = () => {
      const place = document.createElement("div");
      place.id = hash.slice(1);
      document.body.append(place);
      onTestFinished(() => place.remove());
    };
    return { scrolled, arrive };
  }

  it("is scrolled to once it stands there", async () => {
    const { scrolled, arrive } = await openAt("#late");
    expect(scrolled).not.toHaveBeenCalled();
    arrive();
    await waitFor(() => expect(scrolled).toHaveBeenCalled());
  });

  it("is left alone once the reader has begun to scroll", async () => {
    const { scrolled, arrive } = await openAt("#later");
    fireEvent.wheel(window);
    arrive();
    await new Promise((resolve) => window.setTimeout(resolve, 500));
    expect(scrolled).not.toHaveBeenCalled();
  });
});

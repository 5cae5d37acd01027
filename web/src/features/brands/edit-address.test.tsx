import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";

import type { Role } from "@/api/session";
import { aBusiness, aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import { BrandsScreen } from "./brands-screen";

const brand = (id: string, name: string) => ({
  id,
  name,
  websiteUrl: null,
  targetAudience: "Hikers",
  isPrimary: false,
  status: "active",
  pauseReason: null,
  overall: null,
  audience: null,
  basis: null,
  createdAt: "2026-11-01T09:00:00Z",
  scoredAt: null,
});
const detail = {
  ...brand("b2", "Pike Outdoor"),
  description: "",
  aliases: [],
  ownedPrefixes: [],
  market: "GB",
  language: "en",
  tone: null,
  isCommonWord: null,
};

function open(at: string, listed: object[], role: Role = "owner") {
  const user = aUser();
  server.use(
    http.get("/api/user", () =>
      HttpResponse.json({ ...user, workspaces: user.workspaces.map((workspace) => ({ ...workspace, role })) }),
    ),
    http.get("/api/v1/brands", () =>
      HttpResponse.json({ data: listed, counts: { all: listed.length }, page: { nextCursor: null } }),
    ),
    http.get("/api/v1/brands/b2", () => HttpResponse.json(detail)),
  );
  return renderRoutes([{ path: "/", element: <BrandsScreen /> }], at);
}

beforeEach(() => {
  for (const method of ["info", "error"] as const) vi.spyOn(console, method).mockImplementation(() => undefined);
  server.use(
    http.get("/api/business-info", () => HttpResponse.json(aBusiness())),
    http.get("/api/v1/brands/deleted", () => HttpResponse.json({ data: [] })),
    http.get("/api/v1/portfolio", () => HttpResponse.json({ data: [] })),
    http.get("/api/subscriptions/can-access/:feature", () => HttpResponse.json({ canAccess: true })),
  );
});

describe("a brand's profile in the address", () => {
  it("is opened and closed by it", async () => {
    const { user, where } = open("/?q=pike", [brand("b2", "Pike Outdoor")]);
    await user.click(await screen.findByRole("button", { name: "Actions for Pike Outdoor" }));
    await user.click(await screen.findByRole("menuitem", { name: "Edit" }));
    expect(where()).toBe("/?q=pike&edit=b2");
    const drawer = await screen.findByRole("dialog", { name: "Edit Pike Outdoor" });
    await user.click(within(drawer).getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(where()).toBe("/?q=pike");
  });

  it("is opened also for a brand that is not on the first page of the list", async () => {
    open("/?edit=b2", []);
    const drawer = await screen.findByRole("dialog", { name: "Edit Pike Outdoor" });
    expect(await within(drawer).findByLabelText(/^Website URL/)).toBeTruthy();
  });

  it("stays closed to those who may only read", async () => {
    open("/?edit=b2", [brand("b2", "Pike Outdoor")], "viewer");
    expect(await screen.findByRole("heading", { name: "Pike Outdoor" })).toBeTruthy();
    expect(await screen.findByText("Owners and admins add brands.")).toBeTruthy();
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

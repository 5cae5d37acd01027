import { act, configure, screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";

import { rememberBrand } from "@/lib/current-brand";
import { Link, NavLink } from "@/lib/navigation";
import { aBusiness, aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import { BrandInView } from "./brand-in-view";

configure({ asyncUtilTimeout: 30_000 });

const row = (id: string, name: string) => ({
  id,
  name,
  websiteUrl: null,
  targetAudience: "Hikers",
  isPrimary: id === "b1",
  status: "active",
  pauseReason: null,
  overall: 48,
  audience: 50,
  basis: "assistants",
  createdAt: "2026-11-01T09:00:00Z",
  scoredAt: null,
});
const PIKE = row("b2", "Pike Outdoor");
let brands: object[];

beforeEach(() => {
  document.cookie = "presence_brand=; Max-Age=0; Path=/";
  for (const method of ["info", "error"] as const) vi.spyOn(console, method).mockImplementation(() => undefined);
  brands = [row("b1", "Harrow Oak"), PIKE];
  server.use(
    http.get("/api/user", () => HttpResponse.json(aUser())),
    http.get("/api/business-info", () => HttpResponse.json(aBusiness({ primaryBrandId: "b1" }))),
    http.get("/api/v1/brands", () => HttpResponse.json({ data: brands })),
    http.get("/api/v1/brands/:id/summary", ({ params }) =>
      HttpResponse.json({ brand: { id: params["id"], name: "x", websiteUrl: null }, run: null, activeRun: null }),
    ),
  );
});

const GAPS = "/dashboard/ai-visibility-gaps";

function Page() {
  return (
    <BrandInView>
      <NavLink to={`${GAPS}/content`}>Content Gaps</NavLink>
      <Link to="/dashboard/my-brands">My Brands</Link>
      <Link to={GAPS}>Gaps</Link>
      <Link to="?evidence=overall">Overall</Link>
    </BrandInView>
  );
}

const open = (at: string) => renderRoutes([{ path: "*", element: <Page /> }], at);
const link = (name: string) => screen.findByRole("link", { name });

describe("an address in a workspace of several brands", () => {
  it("names the brand in view when it came without, and keeps everything else", async () => {
    rememberBrand(aUser().currentWorkspaceId!, "b2");
    const { where, router } = open(`${GAPS}?facts=1#x`);
    await waitFor(() => expect(where()).toBe(`${GAPS}?facts=1&brand=b2`));
    expect(router.state.location.hash).toBe("#x");
    expect(router.state.historyAction).toBe("REPLACE");
  });

  it("is named by every link to a section of a brand, before anybody follows it", async () => {
    const { user, where } = open(`${GAPS}?brand=b2`);
    await waitFor(async () =>
      expect((await link("Content Gaps")).getAttribute("href")).toBe(`${GAPS}/content?brand=b2`),
    );
    expect((await link("My Brands")).getAttribute("href")).toBe("/dashboard/my-brands");
    await user.click(await link("My Brands"));
    expect(where()).toBe("/dashboard/my-brands");
    await user.click(await link("Gaps"));
    expect(where()).toBe(`${GAPS}?brand=b2`);
  });

  it("keeps naming it when its parameters change, and names another one that was asked for", async () => {
    const { user, where, router } = open(GAPS);
    await waitFor(() => expect(where()).toBe(`${GAPS}?brand=b1`));
    await user.click(await link("Overall"));
    expect(where()).toBe(`${GAPS}?evidence=overall&brand=b1`);
    await act(() => router.navigate(`${GAPS}?brand=b2`));
    expect(where()).toBe(`${GAPS}?brand=b2`);
    await act(() => router.navigate(-1));
    expect(where()).toBe(`${GAPS}?evidence=overall&brand=b1`);
  });
});

it("an address in a workspace of one brand names none", async () => {
  brands = [PIKE];
  server.use(http.get("/api/business-info", () => HttpResponse.json(aBusiness({ primaryBrandId: "b2" }))));
  const { where, client } = open(GAPS);
  await waitFor(() => expect(client.getQueryData(["/api/v1/brands"])).toBeTruthy());
  expect((await link("Content Gaps")).getAttribute("href")).toBe(`${GAPS}/content`);
  expect(where()).toBe(GAPS);
});

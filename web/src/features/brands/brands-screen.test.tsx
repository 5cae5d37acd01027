import { fireEvent, screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { describe, expect, it } from "vitest";

import { aBusiness, aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import { AddBrandScreen } from "./add-brand-screen";
import { BrandsScreen } from "./brands-screen";

const add = () => screen.getByRole("link", { name: "Add Brand" }).getAttribute("href");

async function open(canAccess: () => Response) {
  let answered = false;
  server.use(
    http.get("/api/user", () => HttpResponse.json(aUser())),
    http.get("/api/business-info", () => HttpResponse.json(aBusiness())),
    http.get("/api/v1/brands", () => HttpResponse.json({ data: [], counts: { all: 0 }, page: { nextCursor: null } })),
    http.get("/api/v1/brands/deleted", () => HttpResponse.json({ data: [] })),
    http.get("/api/v1/portfolio", () => HttpResponse.json({ data: [] })),
    http.get("/api/subscriptions/can-access/brands.max", () => {
      answered = true;
      return canAccess();
    }),
  );
  const { client } = renderRoutes([{ path: "/", element: <BrandsScreen /> }], "/");
  await waitFor(() => expect(answered && !client.isFetching()).toBe(true));
}

function addForm(role: "owner" | "viewer", check: object = {}) {
  const user = aUser();
  server.use(
    http.get("/api/user", () =>
      HttpResponse.json({ ...user, workspaces: user.workspaces.map((workspace) => ({ ...workspace, role })) }),
    ),
    http.get("/api/business-info", () => HttpResponse.json(aBusiness())),
    http.get("/api/subscriptions/can-access/brands.max", () => HttpResponse.json({ canAccess: true })),
    http.post("/api/v1/sites/check", () => HttpResponse.json({ id: "c1", url: "x" }, { status: 202 })),
    http.get("/api/v1/sites/check/c1", () =>
      HttpResponse.json({
        id: "c1",
        status: "done",
        reachable: true,
        finalUrl: null,
        title: null,
        favicon: null,
        robots: null,
        reason: null,
        ...check,
      }),
    ),
  );
  return renderRoutes([{ path: "/", element: <AddBrandScreen /> }], "/");
}

describe("the form of a further brand", () => {
  it("is for owners and admins; others are told so", async () => {
    addForm("viewer");
    expect(await screen.findByText("Owners and admins add brands.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Add Brand & Start Analysis" })).toBeNull();
  });

  it("warns of a website that does not answer and stays open", async () => {
    addForm("owner", { reachable: false, reason: "harrow.example did not accept a connection." });
    fireEvent.change(await screen.findByRole("textbox", { name: "Website URL" }), {
      target: { value: "https://harrow.example" },
    });
    expect(await screen.findByText(/harrow\.example did not accept a connection\./)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Add Brand & Start Analysis" }).disabled).toBe(false);
  });
});

describe("adding a brand", () => {
  it("leads to the form while nobody knows whether the plan is full", async () => {
    await open(() => HttpResponse.json({ error: "Away for a moment." }, { status: 503 }));
    expect(add()).toBe("/dashboard/my-brands/add");
  });

  it("leads to the plans where the plan is full", async () => {
    await open(() => HttpResponse.json({ canAccess: false }));
    expect(add()).toBe("/pricing?reason=brands");
  });
});

describe("a brand the plan paused", () => {
  const paused = {
    id: "b2",
    name: "Pike Outdoor",
    status: "paused",
    pauseReason: "plan",
    websiteUrl: null,
    targetAudience: "",
    overall: null,
    audience: null,
    basis: "simulator",
    createdAt: "2026-11-27T12:00:00Z",
    isPrimary: false,
  };

  async function resume(answer: () => Response) {
    server.use(
      http.get("/api/user", () => HttpResponse.json(aUser())),
      http.get("/api/business-info", () => HttpResponse.json(aBusiness())),
      http.get("/api/v1/brands", () =>
        HttpResponse.json({ data: [paused], counts: { all: 1 }, page: { nextCursor: null } }),
      ),
      http.get("/api/v1/brands/deleted", () => HttpResponse.json({ data: [] })),
      http.get("/api/v1/portfolio", () => HttpResponse.json({ data: [] })),
      http.get("/api/subscriptions/can-access/:feature", () => HttpResponse.json({ canAccess: true })),
      http.post("/api/v1/brands/b2/resume", answer),
    );
    const { user } = renderRoutes([{ path: "/", element: <BrandsScreen /> }], "/");
    await user.click(await screen.findByRole("button", { name: "Actions for Pike Outdoor" }));
    await user.click(await screen.findByRole("menuitem", { name: "Resume" }));
  }

  it("is resumed once another one made room", async () => {
    await resume(() => HttpResponse.json({ ...paused, status: "active", pauseReason: null }));
    expect(await screen.findByText("Pike Outdoor is analyzed again")).toBeTruthy();
  });

  it("says how to make room while there is none", async () => {
    await resume(() =>
      HttpResponse.json(
        { message: "Your plan does not include this. Upgrade to continue.", code: "plan-limit" },
        { status: 403 },
      ),
    );
    expect(await screen.findByText("Your plan has no room for another brand")).toBeTruthy();
    expect(screen.getByText(/^Pause or delete one you need less/)).toBeTruthy();
  });
});

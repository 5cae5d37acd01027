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
    http.get("/api/user", () => HttpResponse.json({ ...user, workspaces: user.workspaces.map((workspace) => ({ ...workspace, role })) })),
    http.get("/api/business-info", () => HttpResponse.json(aBusiness())),
    http.get("/api/subscriptions/can-access/brands.max", () => HttpResponse.json({ canAccess: true })),
    http.post("/api/v1/sites/check", () => HttpResponse.json({ id: "c1", url: "x" }, { status: 202 })),
    http.get("/api/v1/sites/check/c1", () => HttpResponse.json({ id: "c1", status: "done", reachable: true, finalUrl: null, title: null, favicon: null, robots: null, reason: null, ...check })),
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
    fireEvent.change(await screen.findByRole("textbox", { name: "Website URL" }), { target: { value: "https://harrow.example" } });
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

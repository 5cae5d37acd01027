import { screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { describe, expect, it } from "vitest";

import { aBusiness, aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

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

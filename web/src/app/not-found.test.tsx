import { fireEvent, screen } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { expect, it } from "vitest";

import { aBusiness, aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import { NotFound } from "./not-found";

function open(signedIn: boolean) {
  server.use(
    http.get("/api/user", () =>
      signedIn ? HttpResponse.json(aUser()) : HttpResponse.json({ message: "Not signed in" }, { status: 401 }),
    ),
    http.get("/api/business-info", () => HttpResponse.json(aBusiness())),
    http.get("/api/v1/brands", () => HttpResponse.json({ data: [] })),
    http.get("/api/v1/brands/:id/views", () => HttpResponse.json({ data: [] })),
    http.get("/api/subscriptions/can-access/:feature", () => HttpResponse.json({ canAccess: true })),
  );
  return renderRoutes([{ path: "*", element: <NotFound /> }], "/nowhere");
}

it("an address nobody knows leads anywhere by name for who is signed in", async () => {
  open(true);
  expect(await screen.findByRole("button", { name: /⌘K/ })).toBeTruthy();
  fireEvent.keyDown(window, { key: "k", ctrlKey: true });
  expect(await screen.findByRole("combobox")).toBeTruthy();
});

it("an address nobody knows offers a visitor the way home alone", async () => {
  open(false);
  expect(await screen.findByRole("link", { name: "Return Home" })).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});

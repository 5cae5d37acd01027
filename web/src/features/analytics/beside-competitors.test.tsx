import { screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { expect, it } from "vitest";

import { brandsQuery } from "@/api/brands";
import { namedQuery } from "@/api/named";
import { beside as words } from "@/lib/messages/lead";
import { aBusiness, aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import { BesideCompetitors } from "./beside-competitors";

const rate = { unit: "percent", value: 50, low: 40, high: 60, n: 8, prompts: 4, hits: 4, delta: null };
const brand = { key: "brand", name: "Harrow & Pike", rate };
const pike = { key: "c1", name: "Pike", rate };

function open(status: string, competitors: object[], notCounted: object[] = []) {
  server.use(
    http.get("/api/user", () => HttpResponse.json(aUser())),
    http.get("/api/business-info", () => HttpResponse.json(aBusiness())),
    http.get("/api/v1/brands", () => HttpResponse.json({ data: [{ id: "b1", status }] })),
    http.get("/api/v1/brands/b1/named", () =>
      HttpResponse.json({ basis: "assistants", answers: 8, brand, competitors, notCounted, untracked: [] }),
    ),
  );
  return renderRoutes([{ path: "/", element: <BesideCompetitors brandId="b1" /> }], "/");
}

it("leads those who may change them to the competitors", async () => {
  open("active", [pike]);
  expect(await screen.findByRole("link", { name: words.manage })).toBeTruthy();
});

it("claims no zero for a competitor that answers are not counted for yet", async () => {
  open("active", [], [{ key: "c2", name: "Odell" }]);
  const row = (await screen.findByText("Odell")).closest("li");
  expect(row?.textContent).toBe(`Odell${words.notCounted}`);
});

it("asks who may change them for competitors where nobody else is known", async () => {
  open("active", []);
  expect(await screen.findByRole("link", { name: words.add })).toBeTruthy();
});

it("offers nothing to change where nothing may be changed", async () => {
  const { unmount } = open("paused", [pike]);
  await screen.findByText("Pike");
  await waitFor(() => expect(screen.queryByRole("link", { name: words.manage })).toBeNull());
  unmount();
  const { client } = open("paused", []);
  for (const { queryKey } of [namedQuery("b1"), brandsQuery])
    await expect.poll(() => client.getQueryData(queryKey)).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("region", { name: words.missing })).toBeNull());
});

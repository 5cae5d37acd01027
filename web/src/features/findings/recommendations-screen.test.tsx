import { screen } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { expect, it } from "vitest";

import { homepage } from "@/lib/messages/gaps";
import { aBusiness, aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { brand, none, page, recommendation } from "@/test/screen-answers";
import { server } from "@/test/server";

import { RecommendationsScreen } from "./recommendations-screen";

const get = (path: string, body: object) => http.get(path, () => HttpResponse.json(body));

it("shows what there is to do at an address of its own", async () => {
  server.use(
    get("/api/user", aUser()),
    get("/api/business-info", aBusiness({ primaryBrandId: "b1" })),
    get("/api/v1/brands", { data: [brand], counts: none, page }),
    get("/api/v1/brands/:id/summary", { basis: "assistants" }),
    get("/api/v1/brands/:id/recommendations", { data: [recommendation], locked: 0, page }),
  );
  const routes = [{ path: "/dashboard/recommendations", element: <RecommendationsScreen /> }];
  renderRoutes(routes, "/dashboard/recommendations?brand=b1");
  expect(await screen.findByRole("heading", { name: recommendation.title, level: 3 })).toBeTruthy();
  expect(screen.getByRole("heading", { name: homepage.recommendations, level: 2 })).toBeTruthy();
});

import { screen } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { describe, expect, it } from "vitest";

import { aBusiness, aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import { ContentGapsScreen } from "./content-gaps-screen";

const done = {
  id: "g1",
  status: "done",
  type: "Major",
  category: "content depth",
  topic: "tables",
  engines: [],
  competitors: [],
};

/** No gap is open; `whole` is what was ever found in the analysis. */
function open(whole: object[], unasked = 0) {
  server.use(
    http.get("/api/user", () => HttpResponse.json(aUser())),
    http.get("/api/business-info", () => HttpResponse.json(aBusiness())),
    http.get("/api/v1/brands/:id/gaps/content", ({ request }) =>
      HttpResponse.json({
        data: new URL(request.url).searchParams.has("filter[status]") ? [] : whole,
        locked: 0,
        page: {},
      }),
    ),
    http.get("/api/v1/brands/:id/gaps/summary", () => HttpResponse.json({ unasked })),
    http.get("/api/v1/brands/:id/summary", () =>
      HttpResponse.json({ basis: "assistants", scores: { content: { value: 70, n: 34 } }, run: {} }),
    ),
  );
  renderRoutes([{ path: "/", element: <ContentGapsScreen /> }], "/?brand=harrow");
}

describe("a list of content gaps without a row", () => {
  it("says in how many answers none was found", async () => {
    open([]);
    expect(await screen.findByText("No content gaps found in 34 answers")).toBeTruthy();
  });

  it("says only that none is open where some were found and decided", async () => {
    open([done]);
    expect(await screen.findByText("No open gaps")).toBeTruthy();
  });

  it("says how many gaps a smaller analysis left out", async () => {
    open([done], 3);
    expect(
      await screen.findByText(/^3 more open gaps are about questions the latest analysis did not ask/),
    ).toBeTruthy();
  });
});

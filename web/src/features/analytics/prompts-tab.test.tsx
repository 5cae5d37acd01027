import { screen } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { describe, expect, it } from "vitest";

import { aBusiness, aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import { PromptsTab } from "./prompts-tab";

const promptsOf = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    id: `p${n + 1}`,
    text: `Which table number ${n + 1} lasts?`,
    topic: "tables",
    intent: "discovery",
    status: "active",
    origin: "added",
  }));

/** Prompts in pages as the server gives them: no more than asked for, and where the next page begins. */
function open(count: number, at: string) {
  const all = promptsOf(count);
  const asked: number[] = [];
  server.use(
    http.get("/api/user", () => HttpResponse.json(aUser())),
    http.get("/api/business-info", () => HttpResponse.json(aBusiness())),
    http.get("/api/v1/brands", () => HttpResponse.json({ data: [] })),
    http.get("/api/v1/usage", () => HttpResponse.json({ features: [] })),
    http.get("/api/v1/brands/b1/metrics", () =>
      HttpResponse.json({ groups: [], basis: "assistants", series: [], points: [], totals: {} }),
    ),
    http.get("/api/v1/brands/b1/trends", () => HttpResponse.json({ data: [] })),
    http.get("/api/v1/brands/b1/prompts/suggestions", () => HttpResponse.json({ data: [] })),
    http.get("/api/v1/brands/b1/prompts", ({ request }) => {
      const params = new URL(request.url).searchParams;
      const [from, limit] = [Number(params.get("cursor") ?? 0), Number(params.get("limit"))];
      asked.push(from);
      return HttpResponse.json({
        data: all.slice(from, from + limit),
        page: { nextCursor: from + limit < count ? String(from + limit) : null },
      });
    }),
  );
  renderRoutes([{ path: "/", element: <PromptsTab brandId="b1" AnswerList={() => null} Planner={() => null} /> }], at);
  return asked;
}

describe("a plan with more questions than a page", () => {
  it("finds the last of them by its words", async () => {
    open(150, "/?tab=prompts&q=number+150");
    expect(await screen.findAllByText("Which table number 150 lasts?", {}, { timeout: 20_000 })).not.toEqual([]);
  });

  it("is asked for once while one page holds all", async () => {
    const asked = open(100, "/?tab=prompts&q=number+100");
    await screen.findAllByText("Which table number 100 lasts?", {}, { timeout: 20_000 });
    expect(asked).toEqual([0]);
  });
});

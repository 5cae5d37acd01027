import { screen } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { describe, expect, it } from "vitest";

import { aBusiness, aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { recommendation } from "@/test/screen-answers";
import { server } from "@/test/server";

import { Interpretations } from "./interpretations";
import { Recommendations } from "./recommendations";

const advice = (n: number) => ({ ...recommendation, id: `r${n}`, title: `Advice ${n}`, description: "" });
const said = {
  answerId: "a1",
  runId: "r1",
  excerpt: "A workshop.",
  model: "m",
  answeredAt: "2026-11-02T12:00:00Z",
  recognised: true,
  tone: "Plain",
  toneMatch: null,
  toneFriendly: null,
  audienceMatch: null,
  matchScore: null,
  enoughFacts: true,
  correct: [],
  wrong: [],
  missing: [],
};

function open(element: React.ReactElement) {
  server.use(
    http.get("/api/user", () => HttpResponse.json(aUser())),
    http.get("/api/business-info", () => HttpResponse.json(aBusiness())),
    http.get("/api/v1/brands", () => HttpResponse.json({ data: [] })),
    http.get("/api/v1/brands/b1/recommendations", () =>
      HttpResponse.json({ data: [1, 2, 3, 4, 5, 6, 7].map(advice), locked: 0, page: {} }),
    ),
    http.get("/api/v1/brands/b1/interpretations", () =>
      HttpResponse.json({
        brandId: "b1",
        questionAbout: "",
        facts: 4,
        least: 3,
        cards: [
          {
            engine: "gemini",
            engineName: "Gemini",
            basis: "assistants",
            surface: "",
            state: "answered",
            howToConnect: "",
            interpretation: said,
          },
        ],
      }),
    ),
  );
  return renderRoutes([{ path: "/", element }], "/");
}

describe("the brand's own page", () => {
  it("shows the five most valuable recommendations and the rest on request", async () => {
    const { user } = open(<Recommendations brandId="b1" />);
    await user.click(await screen.findByRole("button", { name: "Show 2 more" }));
    expect(screen.getAllByRole("heading").map((heading) => heading.textContent)).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((n) => `Advice ${n}`),
    );
  });

  it("says so where it is not known whether an answer fits the audience", async () => {
    open(<Interpretations brandId="b1" />);
    expect(await screen.findByText("Audience Match: Not enough to tell")).toBeTruthy();
  });
});

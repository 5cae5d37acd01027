import { screen } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { expect, it } from "vitest";

import { overview as words } from "@/lib/messages/analytics";
import { aBusiness, aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import { SentimentCard } from "./sentiment-card";

it("says how many answers speak well, neutrally and badly, each leading to them", async () => {
  const reading = { unit: "score100", value: 65, low: 50, high: 74, n: 10, prompts: 4, hits: null, delta: null };
  server.use(
    http.get("/api/user", () => HttpResponse.json(aUser())),
    http.get("/api/business-info", () => HttpResponse.json(aBusiness())),
    http.get("/api/v1/brands/b1/metrics", () =>
      HttpResponse.json({
        asOf: null,
        groups: [{ values: { sentiment: reading }, tones: { positive: 4, neutral: 5, negative: 1 } }],
      }),
    ),
  );
  renderRoutes([{ path: "/", element: <SentimentCard brandId="b1" /> }], "/");
  const link = await screen.findByRole("link", { name: "Positive 4 answers" });
  const leads = new URLSearchParams(link.getAttribute("href")!);
  expect([leads.get("sentiment"), leads.get("counted")]).toEqual(["positive", "true"]);
  const judged = screen.getAllByRole("link").find((each) => each.textContent?.includes(words.judged(10)));
  expect(judged?.getAttribute("href")).toContain("counted=true");
  expect(screen.getByRole("link", { name: "Neutral 5 answers" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Negative 1 answer" })).toBeTruthy();
});

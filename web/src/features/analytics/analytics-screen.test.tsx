import { screen } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { expect, it } from "vitest";

import { aBusiness, anUnpaidPlan, aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import { AnalyticsScreen } from "./analytics-screen";

it("says that it could not learn what the plan opens, and asks again on request", async () => {
  let asked = 0;
  server.use(
    http.get("/api/user", () => HttpResponse.json(aUser())),
    http.get("/api/business-info", () => HttpResponse.json(aBusiness())),
    http.get("/api/subscriptions/can-access/:feature", () =>
      asked++
        ? HttpResponse.json({ canAccess: false })
        : HttpResponse.json({ error: "The plans are away for a moment." }, { status: 503 }),
    ),
  );
  const { user } = renderRoutes(
    [
      {
        path: "/",
        element: (
          <AnalyticsScreen AnswerList={() => null} ImportButton={() => null} Planner={() => null} answerDrawer={null} />
        ),
      },
    ],
    "/?brand=harrow",
  );
  await user.click(await screen.findByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("link", { name: "Unlock Analytics" })).toBeTruthy();
});

it("leads to the open bill, not to a plan, while that bill closes it", async () => {
  server.use(
    http.get("/api/user", () => HttpResponse.json(aUser())),
    http.get("/api/business-info", () => HttpResponse.json(aBusiness({ plan: anUnpaidPlan() }))),
    http.get("/api/subscriptions/can-access/:feature", () => HttpResponse.json({ canAccess: false })),
  );
  renderRoutes(
    [
      {
        path: "/",
        element: (
          <AnalyticsScreen AnswerList={() => null} ImportButton={() => null} Planner={() => null} answerDrawer={null} />
        ),
      },
    ],
    "/?brand=harrow",
  );
  await screen.findByText("This opens again once the open bill of Growth is paid");
  expect(screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["See the bill", "/dashboard/settings/subscription"],
  ]);
});

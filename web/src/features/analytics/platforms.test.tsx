import { screen } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { expect, it } from "vitest";

import { overview as words } from "@/lib/messages/analytics";
import { aBusiness, aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import type { Metrics } from "./api";
import { Platforms } from "./platforms";

it("leads from how many answers of an assistant count to those answers", async () => {
  server.use(
    http.get("/api/user", () => HttpResponse.json(aUser())),
    http.get("/api/business-info", () => HttpResponse.json(aBusiness())),
    http.get("/api/v1/engines", () => HttpResponse.json([])),
  );
  const reading = { unit: "percent", value: 50, low: 40, high: 60, n: 12, prompts: 4, hits: 6, delta: null };
  const group = { key: "chatgpt", label: "ChatGPT", values: { mentionRate: reading }, answers: 12, failed: 1 };
  const metrics = { asOf: null, groups: [group] } as unknown as Metrics;
  renderRoutes([{ path: "/", element: <Platforms metrics={metrics} /> }], "/");
  const counted = await screen.findByRole("link", { name: new RegExp(`^ChatGPT:\\s*${words.n(12)}`) });
  const leads = new URLSearchParams(counted.getAttribute("href")!);
  expect([leads.get("engine"), leads.get("counted"), leads.get("status")]).toEqual(["chatgpt", "true", null]);
});

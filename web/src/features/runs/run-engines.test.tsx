import { screen, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { expect, it } from "vitest";

import { engines as words } from "@/lib/messages/homepage";
import { aBusiness, aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import type { Run } from "./api";
import { RunEngines } from "./run-engines";

const engine = (id: string, name: string) => ({
  id,
  name,
  model: "",
  basis: "assistants",
  status: "answered",
  reason: "",
  planned: 20,
  answered: 20,
  failed: 0,
  refused: 0,
  costUsd: 0.25,
});
const run = {
  id: "r1",
  finishedAt: "2026-11-20T09:00:00Z",
  engines: [engine("chatgpt", "ChatGPT"), engine("gemini", "Gemini")],
} as unknown as Run;

async function open(chatgptKey: string) {
  server.use(
    http.get("/api/user", () => HttpResponse.json(aUser())),
    http.get("/api/business-info", () => HttpResponse.json(aBusiness())),
    http.get("/api/v1/engines", () =>
      HttpResponse.json([
        { id: "chatgpt", keySource: chatgptKey },
        { id: "gemini", keySource: "deployment" },
      ]),
    ),
  );
  const { client } = renderRoutes([{ path: "/", element: <RunEngines run={run} brandId="b1" /> }], "/");
  await screen.findByText("ChatGPT");
  await expect.poll(() => client.getQueryData(["/api/v1/engines"])).toBeTruthy();
}

it("shows no dollars where the plan pays for the answers", async () => {
  await open("deployment");
  expect(document.body.textContent).not.toContain("$");
});

it("shows what answers on an own key cost, and only those in the total", async () => {
  await open("workspace");
  const rows = screen.getAllByRole("listitem");
  await within(rows[0]!).findByText(/\$0\.25/);
  expect(rows[1]!.textContent).not.toContain("$");
  expect(screen.getByText(words.total).parentElement!.textContent).toContain("$0.25");
});

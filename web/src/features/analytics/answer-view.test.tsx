import { screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { expect, it } from "vitest";

import { evidence } from "@/lib/messages/visibility";
import { aBusiness, aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import { AnswerView } from "./answer-view";

it.each([404, 422, 500])("says of an address whose answer is refused with %i what there is to say", async (status) => {
  server.use(
    http.get("/api/v1/answers/:id", () => HttpResponse.json({ message: "Input should be a valid UUID" }, { status })),
  );
  renderRoutes([{ path: "/", element: <AnswerView answerId="nothing" /> }], "/");
  const said = status === 500 ? /Something went wrong/ : /This answer is no longer stored/;
  expect(await screen.findByText(said)).toBeTruthy();
  expect(Boolean(screen.queryByRole("button", { name: "Retry" }))).toBe(status === 500);
});

const answer = {
  id: "a1",
  brandId: "b1",
  status: "completed",
  question: "Who makes oak tables?",
  prompt: "Who makes oak tables?",
  text: "Pike and **Lind & Co** do; Linden wood is softer.",
  highlights: [],
  mentions: [],
  positions: [{ entity: "c1", name: "Pike", position: 1 }],
  citations: [],
  searchQueries: [],
  passages: [],
  engine: "chatgpt",
  engineName: "ChatGPT",
  model: "m",
  surface: "api",
  basis: "assistants",
  locale: "en-GB",
  sample: 0,
  latencyMs: 900,
  costUsd: 0.01,
  answeredAt: "2026-11-20T09:00:00Z",
  review: null,
};
const suggested = (id: string, name: string) => ({ id, name, status: "suggested" });

/** An answer and the names suggested for it; the server counts anew once one of them is tracked. */
function serveAnswer() {
  const tracked: string[] = [];
  server.use(
    http.get("/api/user", () => HttpResponse.json(aUser())),
    http.get("/api/business-info", () => HttpResponse.json(aBusiness())),
    http.get("/api/v1/answers/a1", () =>
      HttpResponse.json({
        ...answer,
        positions: [...answer.positions, ...tracked.map((entity) => ({ entity, name: "Lind & Co", position: 2 }))],
      }),
    ),
    http.get("/api/v1/brands", () => HttpResponse.json({ data: [{ id: "b1", status: "active" }] })),
    http.get("/api/v1/brands/b1/competitors", () =>
      HttpResponse.json({
        data: [suggested("s1", "Lind & Co"), suggested("s2", "Linde"), suggested("s3", "Marlow")].filter(
          ({ id }) => !tracked.includes(id),
        ),
      }),
    ),
    http.post("/api/v1/brands/b1/competitors/suggestions/:id/accept", ({ params }) => {
      tracked.push(String(params["id"]));
      return HttpResponse.json({ id: params["id"], name: "Lind & Co", status: "tracked" });
    }),
  );
  const drawer = (
    <div role="dialog" aria-label="Answer">
      <AnswerView answerId="a1" />
    </div>
  );
  return { tracked, ...renderRoutes([{ path: "/", element: drawer }], "/") };
}

it("offers to track who is named in the answer without being tracked, and nobody else", async () => {
  const { tracked, user } = serveAnswer();
  await user.click(await screen.findByRole("button", { name: "Track Lind & Co" }));
  expect((await screen.findAllByText(/Lind & Co is tracked/)).length).toBeGreaterThan(0);
  expect(tracked).toEqual(["s1"]);
  expect(screen.queryByRole("button", { name: /^Track (Linde|Marlow)$/ })).toBeNull();
});

it("shows the answer as it is counted with the name that was tracked, and keeps focus in its section", async () => {
  const { user } = serveAnswer();
  await user.click(await screen.findByRole("button", { name: "Track Lind & Co" }));
  expect(await screen.findByText("2. Lind & Co")).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("heading", { name: evidence.order })));
});

it.each([
  ["workspace", true],
  ["deployment", false],
])("tells what an answer cost only where it was asked on an own key: %s", async (keySource, told) => {
  server.use(http.get("/api/v1/engines", () => HttpResponse.json([{ id: "chatgpt", keySource }])));
  serveAnswer();
  await screen.findByText("900 ms");
  await waitFor(() => expect(Boolean(screen.queryByText("0.010 USD"))).toBe(told));
});

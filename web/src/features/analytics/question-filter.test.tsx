import { screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { expect, it } from "vitest";

import { aBusiness, aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import { Controls } from "./controls";
import { SentimentCard } from "./sentiment-card";

it("narrows every number to the questions that are ticked, by their words", async () => {
  const asked: string[][] = [];
  const question = (id: string, text: string) => ({ id, text, topic: "", intent: "discovery", locale: "en-US" });
  server.use(
    http.get("/api/user", () => HttpResponse.json(aUser())),
    http.get("/api/business-info", () => HttpResponse.json(aBusiness())),
    http.get("/api/v1/engines", () => HttpResponse.json([])),
    http.get("/api/v1/brands/b1/topics", () => HttpResponse.json({ data: [] })),
    http.get("/api/v1/brands/b1/prompts", () =>
      HttpResponse.json({
        data: [question("q1", "Which tables last?"), question("q2", "Who makes oak chairs?")],
        page: { nextCursor: null },
      }),
    ),
    http.get("/api/v1/brands/b1/metrics", ({ request }) => {
      asked.push(new URL(request.url).searchParams.getAll("prompt"));
      return HttpResponse.json({ asOf: null, groups: [] });
    }),
  );
  const element = (
    <>
      <Controls brandId="b1" />
      <SentimentCard brandId="b1" />
    </>
  );
  const { user, where } = renderRoutes([{ path: "/", element }], "/");
  await user.click(screen.getByRole("button", { name: /filter/i }));
  await user.click(await screen.findByRole("checkbox", { name: "Who makes oak chairs?" }));
  await waitFor(() => expect(where()).toBe("/?question=q2"));
  await waitFor(() => expect(asked.at(-1)).toEqual(["q2"]));
  expect(await screen.findByText("Question: Who makes oak chairs?")).toBeTruthy();
});

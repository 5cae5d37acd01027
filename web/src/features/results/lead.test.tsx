import { screen } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { expect, it } from "vitest";

import type { Summary } from "@/api/results";
import { lead as words } from "@/lib/messages/lead";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import { Lead } from "./lead";

function open(value: number, unanswered: string[]) {
  server.use(
    http.get("/api/v1/brands/b1/named", () => HttpResponse.json({ brand: null, competitors: [], others: [] })),
  );
  const content = { value, low: value, high: value, standsFor: "coverage" };
  const scores = { content, technical: null, audienceFit: null, overall: null };
  const summary = { brand: { id: "b1" }, run: { id: "r1" }, scores, provisional: false, unanswered };
  renderRoutes([{ path: "/", element: <Lead summary={summary as unknown as Summary} /> }], "/");
}

it.each([
  [100, [], words.covered],
  [98, [], words.coveredMostly],
  [60, ["How do I choose an oak table?"], words.uncovered(1)],
])("says of coverage %d with %j left over no more than was measured", async (value, unanswered, said) => {
  open(value, unanswered);
  expect(await screen.findByText(said)).toBeTruthy();
});

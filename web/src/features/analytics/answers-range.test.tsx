import { screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { expect, it } from "vitest";

import { aBusiness, aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import { AnswersTab } from "./answers-tab";
import { Controls } from "./controls";

it("shows the days that cut the list of answers, and lets them be changed", async () => {
  const asked: URLSearchParams[] = [];
  server.use(
    http.get("/api/user", () => HttpResponse.json(aUser())),
    http.get("/api/business-info", () => HttpResponse.json(aBusiness())),
    http.get("/api/v1/brands", () => HttpResponse.json({ data: [] })),
    http.get("/api/v1/engines", () => HttpResponse.json([])),
    http.get("/api/v1/brands/b1/topics", () => HttpResponse.json({ data: [] })),
    http.get("/api/v1/brands/b1/mentions/review", () =>
      HttpResponse.json({ data: [], page: { nextCursor: null, total: 0 } }),
    ),
    http.get("/api/v1/brands/b1/answers", ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return HttpResponse.json({ data: [], page: { nextCursor: null, total: 0 } });
    }),
  );
  const element = (
    <>
      <Controls brandId="b1" />
      <AnswersTab brandId="b1" AnswerList={() => null} ImportButton={() => null} />
    </>
  );
  const { user } = renderRoutes([{ path: "/", element }], "/?tab=answers&from=2026-10-01&to=2026-10-09");
  await screen.findByText("No answers in these days");
  expect(asked.at(-1)?.get("from")).toBe("2026-10-01");
  const range = screen.getByRole<HTMLSelectElement>("combobox", { name: "Date range" });
  expect(range.selectedOptions[0]?.text).toBe("Custom");
  await user.selectOptions(range, "28 days");
  await waitFor(() => expect(asked.at(-1)?.get("from")).not.toBe("2026-10-01"));
});

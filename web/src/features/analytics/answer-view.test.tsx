import { screen } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { expect, it } from "vitest";

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

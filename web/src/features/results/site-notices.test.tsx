import { screen } from "@testing-library/react";
import { expect, test } from "vitest";

import type { Summary } from "@/api/results";
import { renderRoutes } from "@/test/render";

import { OwnWords } from "./site-notices";

function shown(provisional: boolean) {
  const summary = { scores: { content: { standsFor: "coverage" } }, provisional, unanswered: [] } as unknown as Summary;
  renderRoutes([{ path: "/", element: <OwnWords summary={summary} /> }], "/");
  return screen.queryByText(/Your own words answer every question/);
}

test("that every question is answered is said once the analysis is over", () => {
  expect(shown(false)).not.toBeNull();
});

test("while an analysis runs nobody is told that every question is answered", () => {
  expect(shown(true)).toBeNull();
});

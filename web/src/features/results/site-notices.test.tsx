import { screen } from "@testing-library/react";
import { expect, test } from "vitest";

import type { Summary } from "@/api/results";
import { dashboard } from "@/lib/messages/visibility";
import { renderRoutes } from "@/test/render";

import { OwnWords } from "./site-notices";

const ASKED = "How do I choose an oak table?";

function shown(provisional: boolean, unanswered: string[]) {
  const summary = { scores: { content: { standsFor: "coverage" } }, provisional, unanswered } as unknown as Summary;
  renderRoutes([{ path: "/", element: <OwnWords summary={summary} /> }], "/");
  return screen.queryByText(dashboard.unanswered);
}

test("questions that nothing answers are listed once the analysis is over", () => {
  expect(shown(false, [ASKED])).not.toBeNull();
});

test("while an analysis runs nobody is told what is left unanswered", () => {
  expect(shown(true, [ASKED])).toBeNull();
});

test("where no question is left over there is no empty card", () => {
  expect(shown(false, [])).toBeNull();
});

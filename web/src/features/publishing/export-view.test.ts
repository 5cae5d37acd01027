import { expect, it } from "vitest";

import { screenView } from "./export-view";

it.each([
  ["", "2026-08-25", "2026-11-22"],
  ["&range=7d", "2026-11-16", "2026-11-22"],
  ["&from=2026-10-01&to=2026-10-09", "2026-10-01", "2026-10-09"],
])("exports answers of the days the list of answers shows (%s)", (range, from, to) => {
  const { resource, filtersFor } = screenView(
    "/dashboard/analytics",
    new URLSearchParams(`tab=answers&mentioned=true${range}`),
    new Date(2026, 10, 22),
  );
  expect(resource).toBe("answers");
  expect(filtersFor("answers")).toMatchObject({ mentioned: true, from, to });
});

it.each(["engines", "answers"] as const)("exports %s of the questions that are ticked alone", (resource) => {
  const { filtersFor } = screenView("/dashboard/analytics", new URLSearchParams("question=q1&question=q2"));
  expect(filtersFor(resource)).toMatchObject({ prompt: ["q1", "q2"] });
});

it("exports the answers that count where the list shows only those", () => {
  const { filtersFor } = screenView("/dashboard/analytics", new URLSearchParams("tab=answers&counted=true"));
  expect(filtersFor("answers")).toMatchObject({ counted: true });
  expect(filtersFor("engines")).not.toHaveProperty("counted");
});

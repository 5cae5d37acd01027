/** Each screen is brought into a state once, and says every string the specification's table names for it. */
import { waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";

import { states } from "./screen-states";
import { rows, testOf, unsaid } from "./specified";

const FILE = "web/src/test/screens.test.tsx";
const wanted = (state: string) => rows.filter((row) => testOf(row).file === FILE && testOf(row).state === state);

beforeEach(() => {
  for (const method of ["info", "error", "warn"] as const)
    vi.spyOn(console, method).mockImplementation(() => undefined);
  vi.spyOn(window, "alert").mockImplementation(() => undefined);
});

describe.each(Object.entries(states))("%s", (state, reach) => {
  it("says what the specification says", async () => {
    await reach();
    expect(wanted(state)).not.toEqual([]);
    await waitFor(() => expect(unsaid(wanted(state))).toEqual([]));
  });
});

it("no row waits for a state that is not reached", () => {
  const lost = rows.filter((row) => testOf(row).file === FILE && !(testOf(row).state in states));
  expect(lost.map(({ seen, text }) => `${seen}: ${text}`)).toEqual([]);
});

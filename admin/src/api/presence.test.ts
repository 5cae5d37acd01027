import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { serve } from "@/test/server";

import { call } from "./http";
import { noteSomebody, watchForPeople } from "./presence";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("tells the server which calls the page makes while nobody is there", async () => {
  const seen = serve({ "GET /attention": { body: {} } });
  watchForPeople();
  noteSomebody();
  await call("GET", "/attention");
  vi.advanceTimersByTime(61_000);
  await call("GET", "/attention");
  window.dispatchEvent(new KeyboardEvent("keydown", { key: "a" }));
  await call("GET", "/attention");
  expect(seen.map(({ headers }) => headers.get("X-Unattended"))).toEqual([null, "1", null]);
});

import { expect, test } from "vitest";

import { beginPress, presses } from "@/lib/http/press";

import { pageOf } from "./vitals";

test("a page is told by its pattern, never by the ids in its address", () => {
  expect(pageOf("/dashboard/brands/0199aaaa-7000-8000-9000-000000000001/gaps")).toBe("/dashboard/brands/:id/gaps");
  expect(pageOf("/dashboard/")).toBe("/dashboard");
  expect(pageOf("/")).toBe("/");
  expect(pageOf("/reset/Token123")).toBe("/reset/:id");
});

test("a call that changes something begins a trace and is remembered", () => {
  const headers: Record<string, string> = {};
  beginPress("POST", headers)();
  expect(headers.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  expect(presses.at(-1)?.traceparent).toBe(headers.traceparent);
});

test("reading begins no trace", () => {
  const headers: Record<string, string> = {};
  beginPress("GET", headers)();
  expect(headers).toEqual({});
});

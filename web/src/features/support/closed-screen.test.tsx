import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { currentConnection, noteAnswer, noteOpen } from "@/lib/connection";
import { server } from "@/test/server";

import { ClosedScreen } from "./closed-screen";

beforeEach(() =>
  server.use(
    http.get("/api/v1/meta", () =>
      HttpResponse.json({
        features: {},
        engines: [],
        maintenance: { message: "We are moving to a larger database.", startsAt: null, endsAt: null },
      }),
    ),
  ),
);

afterEach(() => {
  noteOpen();
  vi.useRealTimers();
});

const open = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ClosedScreen onClose={() => undefined} />
    </QueryClientProvider>,
  );

describe("a closed service", () => {
  it("is told by a 503 with Retry-After, and by no other failure", () => {
    noteAnswer(503, "unavailable", 30);
    noteAnswer(503, "maintenance", null);
    noteAnswer(500, null, 30);
    expect(currentConnection().closedUntil).toBeNull();
    noteAnswer(503, "maintenance", 30);
    expect(currentConnection().closedUntil).toBeGreaterThan(Date.now() + 29_000);
  });

  it("says why in the operator's own words", async () => {
    noteAnswer(503, "maintenance", 20);
    open();
    expect(await screen.findByText("We are moving to a larger database.")).toBeTruthy();
  });

  it("says when it is asked again, asks then, and opens when it answers", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let asked = 0;
    server.use(
      http.get("/api/user", () => {
        asked += 1;
        return asked === 1
          ? HttpResponse.json({ code: "maintenance" }, { status: 503, headers: { "retry-after": "40" } })
          : HttpResponse.json({}, { status: 401 });
      }),
    );
    noteAnswer(503, "maintenance", 20);
    open();
    expect(screen.getByText(/Trying again in (20|19) seconds/)).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(20_500));
    await vi.waitFor(() => expect(asked).toBe(1));
    await vi.waitFor(() => expect(screen.getByText(/Trying again in (40|39) seconds/)).toBeTruthy());
    await act(() => vi.advanceTimersByTimeAsync(41_000));
    await vi.waitFor(() => expect(currentConnection().closedUntil).toBeNull());
    expect(asked).toBe(2);
  });
});

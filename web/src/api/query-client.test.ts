import { renderHook } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";

import { setSessionEnded, useSessionEnded, useSupportOver } from "@/lib/session-signal";
import { aUser } from "@/test/data";
import { server } from "@/test/server";

import { createQueryClient } from "./query-client";
import { USER_KEY } from "./session";

beforeEach(() => {
  setSessionEnded(false);
  for (const method of ["info", "error"] as const) vi.spyOn(console, method).mockImplementation(() => undefined);
});

describe("the data cache", () => {
  it("has the specification's defaults", () => {
    expect(createQueryClient().getDefaultOptions().queries).toMatchObject({
      refetchInterval: false,
      refetchOnWindowFocus: false,
      staleTime: Infinity,
      retry: false,
    });
  });

  it("loads a key by a GET of its path", async () => {
    server.use(http.get("/api/subscriptions/plans", () => HttpResponse.json([{ id: 1 }])));
    await expect(createQueryClient().fetchQuery({ queryKey: ["/api/subscriptions/plans"] })).resolves.toEqual([
      { id: 1 },
    ]);
  });

  it("asks once and never again", async () => {
    let calls = 0;
    server.use(http.get("/api/x", () => ((calls += 1), HttpResponse.json({}))));
    const client = createQueryClient();
    await client.fetchQuery({ queryKey: ["/api/x"] });
    await client.fetchQuery({ queryKey: ["/api/x"] });
    expect(calls).toBe(1);
  });

  it("takes a 401 on any call as the end of the session, and keeps what is on the page", async () => {
    server.use(http.get("/api/x", () => HttpResponse.json({ message: "Session ended" }, { status: 401 })));
    const client = createQueryClient();
    client.setQueryData(USER_KEY, aUser());
    await client.fetchQuery({ queryKey: ["/api/x"] }).catch(() => undefined);
    expect(renderHook(useSessionEnded).result.current).toBe(true);
    expect(client.getQueryData(USER_KEY)).toMatchObject({ email: "ada@example.com" });
  });

  it("does not speak of an ended session to somebody who had none", async () => {
    server.use(http.get("/api/x", () => HttpResponse.json({ message: "Not signed in" }, { status: 401 })));
    await createQueryClient()
      .fetchQuery({ queryKey: ["/api/x"] })
      .catch(() => undefined);
    expect(renderHook(useSessionEnded).result.current).toBe(false);
  });

  it("tells the end of a support session from that of the reader's own", async () => {
    server.use(
      http.get("/api/x", () =>
        HttpResponse.json({ message: "This support session is over.", code: "impersonation_over" }, { status: 401 }),
      ),
    );
    await createQueryClient()
      .fetchQuery({ queryKey: ["/api/x"] })
      .catch(() => undefined);
    expect(renderHook(useSupportOver).result.current).toBe(true);
  });

  it("keeps the user on any other failure", async () => {
    server.use(http.get("/api/x", () => HttpResponse.json({ message: "Plan limit" }, { status: 403 })));
    const client = createQueryClient();
    client.setQueryData(USER_KEY, aUser());
    await client.fetchQuery({ queryKey: ["/api/x"] }).catch(() => undefined);
    expect(client.getQueryData(USER_KEY)).toMatchObject({ email: "ada@example.com" });
  });
});

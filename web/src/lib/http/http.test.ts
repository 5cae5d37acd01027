import { http, HttpResponse } from "msw";
import { describe, expect, it, vi } from "vitest";

import { server } from "@/test/server";

import { ApiError, lastRequestId, request, requestIdOf, textOf, v1Get, v1Send } from "./index";
import { backoff } from "./v1";

function quiet() {
  return {
    info: vi.spyOn(console, "info").mockImplementation(() => undefined),
    error: vi.spyOn(console, "error").mockImplementation(() => undefined),
    warn: vi.spyOn(console, "warn").mockImplementation(() => undefined),
  };
}

async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => {
      throw new Error("expected a failure");
    },
    (error: unknown) => error,
  );
}

describe("the call helper", () => {
  it("sends cookies, and the JSON content type only with a body", async () => {
    quiet();
    const fetched = vi.spyOn(globalThis, "fetch");
    server.use(http.all("/api/x", () => HttpResponse.json({})));
    await request("GET", "/api/x");
    await request("POST", "/api/x", { body: { a: 1 } });
    const [bare, withBody] = fetched.mock.calls.map((call) => call[1]);
    expect(bare).toMatchObject({ credentials: "include", headers: {} });
    expect(bare).not.toHaveProperty("body");
    expect(withBody).toMatchObject({
      credentials: "include",
      headers: { "Content-Type": "application/json" },
      body: '{"a":1}',
    });
  });

  it("parses a JSON answer", async () => {
    quiet();
    server.use(http.get("/api/x", () => HttpResponse.json({ name: "Ada" })));
    await expect(request("GET", "/api/x")).resolves.toEqual({ name: "Ada" });
  });

  it("counts an empty body as success with the status", async () => {
    quiet();
    server.use(http.post("/api/x", () => new HttpResponse(null, { status: 204 })));
    await expect(request("POST", "/api/x")).resolves.toEqual({ success: true, status: 204 });
  });

  it("counts a non-JSON body as success with the status and the raw text", async () => {
    const { warn } = quiet();
    server.use(http.get("/api/x", () => HttpResponse.text("hello")));
    await expect(request("GET", "/api/x")).resolves.toEqual({ success: true, status: 200, text: "hello" });
    expect(warn).toHaveBeenCalledOnce();
  });

  it("throws on a 401 by default and returns null in the other mode", async () => {
    quiet();
    server.use(http.get("/api/user", () => HttpResponse.json({ message: "Not signed in" }, { status: 401 })));
    expect(await failure(request("GET", "/api/user"))).toMatchObject({ status: 401, message: "Not signed in" });
    await expect(request("GET", "/api/user", { on401: "returnNull" })).resolves.toBeNull();
  });

  it("throws a 404 as the answer object itself, body still readable", async () => {
    quiet();
    server.use(
      http.get("/api/x", () =>
        HttpResponse.json({ message: "gone" }, { status: 404, headers: { "x-request-id": "r-4" } }),
      ),
    );
    const thrown = await failure(request("GET", "/api/x"));
    expect(thrown).toBeInstanceOf(Response);
    expect(requestIdOf(thrown)).toBe("r-4");
    await expect((thrown as Response).json()).resolves.toEqual({ message: "gone" });
  });

  it.each([
    [
      "the message field of the JSON answer",
      HttpResponse.json({ message: "Plan limit" }, { status: 403 }),
      "Plan limit",
    ],
    [
      "the status text when the body is not JSON",
      new HttpResponse("<html>", { status: 502, statusText: "Bad Gateway" }),
      "Bad Gateway",
    ],
    [
      "the fixed sentence when both are missing",
      new HttpResponse("<html>", { status: 599, statusText: "" }),
      "An unexpected error occurred",
    ],
    [
      "the fixed sentence when the JSON has no message",
      HttpResponse.json({ detail: "no" }, { status: 500, statusText: "Oops" }),
      "An unexpected error occurred",
    ],
  ])("takes %s as the error text", async (_, answer, text) => {
    quiet();
    vi.spyOn(globalThis, "fetch").mockResolvedValue(answer);
    const thrown = await failure(request("GET", "/api/x"));
    expect(thrown).toBeInstanceOf(ApiError);
    expect((thrown as Error).message).toBe(text);
  });

  it("carries code, request id and the seconds to wait", async () => {
    quiet();
    server.use(
      http.post("/api/x", () =>
        HttpResponse.json(
          { message: "Slow down", code: "rate-limited", requestId: "r-9" },
          { status: 429, headers: { "retry-after": "42" } },
        ),
      ),
    );
    expect(await failure(request("POST", "/api/x"))).toMatchObject({
      code: "rate-limited",
      requestId: "r-9",
      retryAfter: 42,
      offline: false,
    });
  });

  it("marks a call that got no answer as offline", async () => {
    quiet();
    server.use(http.get("/api/x", () => HttpResponse.error()));
    expect(await failure(request("GET", "/api/x"))).toMatchObject({ offline: true, status: 0 });
  });

  it("logs each request and each failure, without bodies", async () => {
    const { info, error } = quiet();
    server.use(
      http.post("/api/login", () => HttpResponse.json({ message: "Wrong", requestId: "r-1" }, { status: 401 })),
    );
    await failure(request("POST", "/api/login", { body: { password: "hunter2-hunter2" } }));
    expect(info).toHaveBeenCalledWith("[api] POST /api/login");
    expect(error).toHaveBeenCalledWith("[api] POST /api/login failed with 401: Wrong (request r-1)");
    expect(JSON.stringify([info.mock.calls, error.mock.calls])).not.toContain("hunter2");
  });

  it("remembers the latest request id for support", async () => {
    quiet();
    server.use(http.get("/api/x", () => HttpResponse.json({}, { headers: { "x-request-id": "r-77" } })));
    await request("GET", "/api/x");
    expect(lastRequestId()).toBe("r-77");
  });
});

describe("the versioned client", () => {
  it("retries a GET on 503 and then succeeds", async () => {
    quiet();
    vi.spyOn(Math, "random").mockReturnValue(0);
    let calls = 0;
    server.use(
      http.get("/api/v1/x", () =>
        ++calls < 3
          ? HttpResponse.json({ message: "busy" }, { status: 503, headers: { "retry-after": "0" } })
          : HttpResponse.json({ ok: true }),
      ),
    );
    await expect(v1Get("/api/v1/x")).resolves.toEqual({ ok: true });
    expect(calls).toBe(3);
  });

  it("does not retry a refusal", async () => {
    quiet();
    let calls = 0;
    server.use(http.get("/api/v1/x", () => ((calls += 1), HttpResponse.json({ message: "no" }, { status: 403 }))));
    await failure(v1Get("/api/v1/x"));
    expect(calls).toBe(1);
  });

  it("never retries a write, and gives it an idempotency key", async () => {
    quiet();
    const keys: (string | null)[] = [];
    server.use(
      http.post(
        "/api/v1/x",
        ({ request: sent }) => (keys.push(sent.headers.get("idempotency-key")), HttpResponse.json({}, { status: 503 })),
      ),
    );
    await failure(v1Send("POST", "/api/v1/x", {}));
    expect(keys).toHaveLength(1);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("treats HTML as a failure", async () => {
    quiet();
    server.use(http.get("/api/v1/x", () => HttpResponse.html("<p>proxy</p>")));
    expect(await failure(v1Get("/api/v1/x"))).toBeInstanceOf(ApiError);
  });

  it("waits with jitter that doubles, or as long as the server asks", () => {
    expect(backoff(0, null, () => 0)).toBe(200);
    expect(backoff(1, null, () => 1)).toBe(800);
    expect(backoff(0, 3)).toBe(3000);
  });
});

describe("the text of an error", () => {
  it("never shows nothing", () => {
    expect(textOf(undefined)).toBe("An unexpected error occurred");
    expect(textOf(new Error(""))).toBe("An unexpected error occurred");
    expect(textOf(new Response(null, { status: 404 }))).toBe("This is no longer here.");
  });
});

import { HttpError } from "react-admin";
import { describe, expect, it } from "vitest";

import { pageOf, problem, serve } from "@/test/server";

import { dataProvider, SESSION_OVER } from "./dataProvider";

const list = {
  pagination: { page: 2, perPage: 25 },
  sort: { field: "createdAt", order: "DESC" as const },
  filter: { q: "ada", status: "failed", empty: "" },
};

describe("reading lists", () => {
  it("asks for a page in the API's dialect and leaves empty filters out", async () => {
    const seen = serve({ "GET /runs": pageOf([{ id: "r1" }], false, 26) });
    await expect(dataProvider.getList("runs", list)).resolves.toEqual({ data: [{ id: "r1" }], total: 26 });
    expect(seen[0]?.query).toEqual({
      page: "2",
      perPage: "25",
      sort: "-createdAt",
      q: "ada",
      "filter[status]": "failed",
    });
  });

  it("is a partial page when the server did not count", async () => {
    serve({ "GET /answers": pageOf([{ id: "a" }], true, null) });
    const answer = await dataProvider.getList("answers", { ...list, filter: {} });
    expect(answer).toEqual({ data: [{ id: "a" }], pageInfo: { hasNextPage: true, hasPreviousPage: false } });
  });

  it("reads an export page by page until there is no more", async () => {
    const seen = serve({
      "GET /runs": ({ query }) => pageOf([{ id: `r${query["page"]}` }], query["page"] !== "3", null),
    });
    const { data } = await dataProvider.getList("runs", { ...list, pagination: { page: 1, perPage: 10_000 } });
    expect(data.map(({ id }) => id)).toEqual(["r1", "r2", "r3"]);
    expect(seen.every(({ query }) => query["perPage"] === "1000")).toBe(true);
  });

  it("asks for many records in one call and for related ones by filter", async () => {
    const seen = serve({ "GET /users": pageOf([]), "GET /runs": pageOf([]) });
    await dataProvider.getMany("users", { ids: ["a", "b"] });
    await dataProvider.getManyReference("runs", { ...list, filter: {}, target: "workspaceId", id: "w1" });
    expect(seen[0]?.query["ids"]).toBe("a,b");
    expect(seen[1]?.query["filter[workspaceId]"]).toBe("w1");
  });

  it("hands the signal on, so that a list nobody waits for is not read", async () => {
    serve({ "GET /runs": pageOf([]) });
    const gone = AbortSignal.abort();
    await expect(dataProvider.getList("runs", { ...list, signal: gone })).rejects.toMatchObject({ name: "AbortError" });
  });
});

describe("changing a record", () => {
  const plan = { id: 1, name: "Pro", price: "20.00" };

  it("says with If-Match which state it changes, and sends only what differs", async () => {
    const seen = serve({
      "GET /plans/1": { body: plan, etag: '"one"' },
      "PATCH /plans/1": { body: { ...plan, name: "Pro+" }, etag: '"two"' },
    });
    await dataProvider.getOne("plans", { id: 1 });
    await dataProvider.update("plans", {
      id: 1,
      data: { ...plan, name: "Pro+", reason: "renamed" },
      previousData: plan,
    });
    expect(seen[1]?.headers.get("if-match")).toBe('"one"');
    expect(seen[1]?.body).toEqual({ name: "Pro+", reason: "renamed" });
    await dataProvider.update("plans", { id: 1, data: { name: "Pro" }, previousData: plan });
    expect(seen[2]?.headers.get("if-match")).toBe('"two"');
  });

  it("looks before it changes what it has not read", async () => {
    const seen = serve({
      "GET /plans/7": { body: { ...plan, id: 7 }, etag: '"seven"' },
      "PATCH /plans/7": { body: { ...plan, id: 7 }, etag: '"eight"' },
    });
    await dataProvider.update("plans", { id: 7, data: { name: "Other" }, previousData: { ...plan, id: 7 } });
    expect(seen.map(({ method }) => method)).toEqual(["GET", "PATCH"]);
    expect(seen[1]?.headers.get("if-match")).toBe('"seven"');
  });

  it("keeps its page when the session ended, also from what is read beside it, until a list is opened", async () => {
    const over = problem(401, "unauthenticated", "You are not signed in to the console.");
    serve({ "POST /runs/r1/retry": over, "GET /attention": over, "GET /runs": over });
    await expect(dataProvider.read("/attention")).rejects.toMatchObject({ body: { code: "unauthenticated" } });
    await expect(dataProvider.act("runs", "r1", "retry", {})).rejects.toMatchObject({
      message: SESSION_OVER,
      body: { stays: true },
    });
    await expect(dataProvider.read("/attention")).rejects.toMatchObject({ status: 401, body: { stays: true } });
    await expect(dataProvider.getList("runs", list)).rejects.not.toHaveProperty("body.stays");
    await expect(dataProvider.read("/attention")).rejects.not.toHaveProperty("body.stays");
  });

  it("gives field errors to the form, by the field's name", async () => {
    serve({
      "POST /plans": problem(422, "validation-failed", "Plan name is required", [
        { pointer: "/name", detail: "Plan name is required", code: "missing" },
        { field: "price", message: "Price must be non-negative" },
      ]),
    });
    const refusal = await dataProvider.create("plans", { data: { price: -1 } }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(HttpError);
    expect((refusal as HttpError).status).toBe(422);
    expect((refusal as HttpError).body.errors).toEqual({
      name: "Plan name is required",
      price: "Price must be non-negative",
    });
  });

  it("creates under an idempotency key of its own", async () => {
    const seen = serve({ "POST /plans": { status: 201, body: plan, etag: '"one"' } });
    await dataProvider.create("plans", { data: plan });
    await dataProvider.create("plans", { data: plan });
    const keys = seen.map(({ headers }) => headers.get("idempotency-key"));
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(keys).size).toBe(2);
  });
});

describe("acting on a record", () => {
  it("calls the named endpoint with the reason and an idempotency key", async () => {
    const seen = serve({ "POST /jobs/5/retry": { body: { id: 5, status: "todo" } } });
    const { data } = await dataProvider.act("jobs", 5, "retry", { reason: "the provider is back" });
    expect(data).toEqual({ waiting: false, record: { id: 5, status: "todo" } });
    expect(seen[0]?.body).toEqual({ reason: "the provider is back" });
    expect(seen[0]?.headers.get("idempotency-key")).toBeTruthy();
  });

  it("tells when a second pair of eyes is needed", async () => {
    serve({ "POST /workspaces/w/delete": { status: 202, body: { status: "waiting-for-approval", approvalId: "a1" } } });
    const { data } = await dataProvider.act("workspaces", "w", "delete", { reason: "asked by its owner" });
    expect(data.waiting).toBe(true);
  });

  it("says what to do when a proxy answers for a server that is away", async () => {
    serve({});
    globalThis.fetch = () => Promise.resolve(new Response("<html>", { status: 502, statusText: "Bad Gateway" }));
    await expect(dataProvider.getOne("runs", { id: 1 })).rejects.toMatchObject({
      status: 502,
      message: "The console's server cannot answer right now. Try again in a moment.",
    });
  });

  it("says so when no answer arrives", async () => {
    serve({});
    globalThis.fetch = () => Promise.reject(new TypeError("failed"));
    await expect(dataProvider.getOne("runs", { id: 1 })).rejects.toMatchObject({
      status: 0,
      message: expect.stringContaining("does not answer") as string,
    });
  });
});

import { QueryClient } from "@tanstack/react-query";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";

import { server } from "@/test/server";

import { get, pagedQuery, postedKeyOf, query, send, taggedQuery } from "./client";
import { addressOf, everyOf, family, keyOf } from "./keys";
import { brandKey, everyBrand, invalidate } from "./live";

const path = { brand_id: "b1" };

beforeEach(() => void vi.spyOn(console, "info").mockImplementation(() => undefined));

describe("the address of a call", () => {
  it("has its names filled in, whatever they hold", () => {
    expect(addressOf("/api/v1/share/{token}/unlock", { path: { token: "a/b?c" } })).toBe(
      "/api/v1/share/a%2Fb%3Fc/unlock",
    );
  });

  it("repeats what is asked several times and leaves out what is empty", () => {
    const asked = { engine: ["a", "b"], topic: [], q: "", sort: null, run: undefined, limit: 0, rivals: false };
    expect(addressOf("/x", { query: asked })).toBe("/x?engine=a&engine=b&limit=0&rivals=false");
  });
});

describe("the key of a query", () => {
  it("is the address that is asked", () => {
    expect(query("/api/v1/usage", { query: { limit: 1 } }).queryKey).toEqual(["/api/v1/usage?limit=1"]);
  });

  it("begins with what it goes out of date with", () => {
    const below = family(keyOf("/api/v1/brands"), "shown");
    expect(query("/api/v1/portfolio", { below }).queryKey).toEqual(["/api/v1/brands", "shown", "/api/v1/portfolio"]);
  });

  it("differs where the same address is kept in another form", () => {
    const keys = [
      query("/api/v1/brands").queryKey,
      pagedQuery("/api/v1/brands").queryKey,
      taggedQuery("brand", "/api/v1/brands/{brand_id}", { path }).queryKey,
      query("/api/v1/brands/{brand_id}", { path }).queryKey,
    ];
    expect(new Set(keys.map((key) => JSON.stringify(key))).size).toBe(keys.length);
  });

  it("holds what is posted", () => {
    const keys = ["a.example", "b.example"].map((url) => postedKeyOf("/api/v1/sites/check", { body: { url } }));
    expect(keys[0]).not.toEqual(keys[1]);
  });

  it("goes out of date with every brand or with its own, never with the list of brands", () => {
    const client = new QueryClient();
    const ofBrand = (id: string) =>
      query("/api/v1/brands/{brand_id}/topics", { path: { brand_id: id }, below: brandKey(id) });
    const keys = [ofBrand("b1").queryKey, ofBrand("b2").queryKey, query("/api/v1/brands").queryKey];
    const old = () => keys.map((key) => client.getQueryState(key)?.isInvalidated);
    for (const key of keys) client.setQueryData<unknown>(key, {});
    invalidate(client, [brandKey("b1")]);
    expect(old()).toEqual([true, false, false]);
    invalidate(client, [everyBrand]);
    expect(old()).toEqual([true, true, false]);
    expect(everyOf("/api/v1/brands/{brand_id}")).toEqual(everyBrand);
  });
});

describe("a call", () => {
  it("insists on the version that was read, and only then", async () => {
    const sent: (string | null)[] = [];
    server.use(
      http.put("/api/v1/brands/b1/facts", ({ request }) => {
        sent.push(request.headers.get("if-match"));
        return HttpResponse.json({});
      }),
    );
    for (const ifMatch of ['"t1"', null])
      await send("PUT", "/api/v1/brands/{brand_id}/facts", { path, body: { facts: [] }, ifMatch });
    expect(sent).toEqual(['"t1"', null]);
  });

  it("keeps the version beside what was read", async () => {
    server.use(http.get("/api/v1/brands/b1", () => HttpResponse.json({ id: "b1" }, { headers: { etag: '"t1"' } })));
    const read = await new QueryClient().fetchQuery(taggedQuery("brand", "/api/v1/brands/{brand_id}", { path }));
    expect(read).toEqual({ brand: { id: "b1" }, tag: '"t1"' });
  });

  it("reads a list page by page from where the last one ended", async () => {
    server.use(
      http.get("/api/v1/brands", ({ request }) => {
        const cursor = new URL(request.url).searchParams.get("cursor");
        return HttpResponse.json({ data: [cursor], page: { nextCursor: cursor ? null : "next" } });
      }),
    );
    const { pages } = await new QueryClient().fetchInfiniteQuery({ ...pagedQuery("/api/v1/brands"), pages: 3 });
    expect(pages.map(({ data }) => data)).toEqual([[null], ["next"]]);
  });
});

/** Never run: the compiler reads it, and complains where a line that must be refused is not. */
export function refused() {
  return [
    // @ts-expect-error -- no such path
    () => get("/api/v1/brand"),
    // @ts-expect-error -- nothing is deleted there
    () => send("DELETE", "/api/v1/brands"),
    // @ts-expect-error -- which brand?
    () => get("/api/v1/brands/{brand_id}"),
    // @ts-expect-error -- its name is another
    () => query("/api/v1/brands/{brand_id}", { path: { id: "b1" } }),
    // @ts-expect-error -- cannot be asked
    () => query("/api/v1/brands", { query: { colour: "red" } }),
    // @ts-expect-error -- a limit is a number
    () => query("/api/v1/brands", { query: { limit: "all" } }),
    // @ts-expect-error -- without a body nothing is said
    () => send("PUT", "/api/v1/digest"),
    // @ts-expect-error -- never so often
    () => send("PUT", "/api/v1/digest", { body: { frequency: "hourly" } }),
    // @ts-expect-error -- knows no versions
    () => send("PUT", "/api/v1/digest", { body: { frequency: "weekly" }, ifMatch: '"t1"' }),
    // @ts-expect-error -- not a list
    () => pagedQuery("/api/v1/me"),
    // @ts-expect-error -- no such part of an answer
    async () => (await get("/api/v1/me")).colour,
  ];
}

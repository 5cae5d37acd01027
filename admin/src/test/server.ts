import { vi } from "vitest";

export type Seen = {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: Headers;
  body: unknown;
  signal: AbortSignal | null;
};
type Reply = { status?: number; body?: unknown; etag?: string };
type Handler = (seen: Seen) => Reply;

/** A double of the operator API: answers by "METHOD /path", keeps what it was asked; anything else is a 404. */
export function serve(handlers: Record<string, Handler | Reply>): Seen[] {
  const seen: Seen[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    if (init.signal?.aborted) throw new DOMException("Aborted", "AbortError");
    const { pathname, searchParams } = new URL(url, "http://localhost:3001");
    const call: Seen = {
      method: init.method ?? "GET",
      path: pathname.replace("/api/admin/v1", ""),
      query: Object.fromEntries(searchParams),
      headers: new Headers(init.headers),
      body: typeof init.body === "string" ? JSON.parse(init.body) : null,
      signal: init.signal ?? null,
    };
    seen.push(call);
    const handler = handlers[`${call.method} ${call.path}`];
    const reply =
      typeof handler === "function"
        ? handler(call)
        : (handler ?? { status: 404, body: { message: "We could not find that.", code: "not-found" } });
    const headers = new Headers({ "content-type": "application/json", ...(reply.etag ? { etag: reply.etag } : {}) });
    return new Response(reply.body === undefined ? null : JSON.stringify(reply.body), {
      status: reply.status ?? 200,
      headers,
    });
  });
  return seen;
}

export const pageOf = (data: unknown[], more = false, total: number | null = data.length) => ({
  body: { data, total, pageInfo: { hasNextPage: more, hasPreviousPage: false } },
});

export const problem = (status: number, code: string, message: string, errors: unknown[] = []) => ({
  status,
  body: {
    type: `urn:presence:problem:${code}`,
    title: code,
    status,
    detail: message,
    message,
    code,
    requestId: "req1",
    errors,
  },
});

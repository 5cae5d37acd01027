import { HttpError } from "react-admin";

import { isUnattended } from "./presence";

export const BASE = "/api/admin/v1";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export type CallOptions = {
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
};

export type Answer<T> = { status: number; data: T; etag: string | null };

/** One field at fault, as a JSON pointer into the body or as a plain name. */
type FieldProblem = { pointer?: string; detail?: string; field?: string; message?: string };

export type Problem = {
  detail?: string;
  message?: string;
  code?: string;
  requestId?: string | null;
  errors?: FieldProblem[];
};

const NO_ANSWER = "The console's server does not answer. Check your connection and try again.";
const AWAY = "The console's server cannot answer right now. Try again in a moment.";
const UNKNOWN = "Something went wrong. Please try again.";

/**
 * The only place that calls the operator API. Throws react-admin's `HttpError`; its `body.errors` maps field
 * names to sentences (what forms expect), its `body.code` and `body.requestId` are the server's. Status 0 means
 * that no answer arrived. An aborted call rejects with the browser's own AbortError.
 */
export async function call<T>(
  method: Method,
  path: string,
  { query, body, headers, signal }: CallOptions = {},
): Promise<Answer<T>> {
  const withBody = body !== undefined;
  const init: RequestInit = {
    method,
    credentials: "same-origin",
    headers: {
      Accept: "application/json",
      ...(withBody ? { "Content-Type": "application/json" } : {}),
      ...(isUnattended() ? { "X-Unattended": "1" } : {}),
      ...headers,
    },
    ...(withBody ? { body: JSON.stringify(body) } : {}),
    ...(signal ? { signal } : {}),
  };
  const response = await fetch(`${BASE}${path}${search(query)}`, init).catch((cause: unknown) => {
    if (signal?.aborted) throw cause;
    throw new HttpError(NO_ANSWER, 0);
  });
  const answer = parse(await response.text());
  if (!response.ok) throw failure(response, answer as Problem | null);
  return { status: response.status, data: answer as T, etag: response.headers.get("etag") };
}

function search(query: CallOptions["query"] = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [[name, String(value)]],
  );
  return pairs.length ? `?${new URLSearchParams(pairs).toString()}` : "";
}

function parse(text: string): unknown {
  if (!text) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function failure(response: Response, problem: Problem | null): HttpError {
  const requestId = problem?.requestId ?? response.headers.get("x-request-id");
  const message = problem?.message ?? problem?.detail ?? (response.status >= 500 ? AWAY : UNKNOWN);
  return new HttpError(message, response.status, { ...problem, requestId, errors: fieldErrors(problem?.errors ?? []) });
}

/** `{field: sentence}`; the first sentence of a field wins, nested names are joined by dots. */
export function fieldErrors(problems: FieldProblem[]): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { pointer, detail, field, message } of problems) {
    const name = field ?? (pointer ?? "").replace(/^\//, "").replaceAll("/", ".");
    if (name) errors[name] ??= detail ?? message ?? UNKNOWN;
  }
  return errors;
}

/** Code of a refusal, such as "precondition-failed"; null for anything else. */
export function codeOf(error: unknown): string | null {
  return error instanceof HttpError && typeof error.body?.code === "string" ? (error.body.code as string) : null;
}

/** What the server said about single fields; empty when it said nothing. */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  return error instanceof HttpError ? ((error.body?.errors ?? {}) as Record<string, string>) : {};
}

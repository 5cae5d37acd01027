import { noteAnswer, noteSilence } from "@/lib/connection";
import { log } from "@/lib/log";
import { common } from "@/lib/messages/common";
import { setSessionEnded, SUPPORT_OVER } from "@/lib/session-signal";

import { ApiError, type ProblemBody } from "./errors";
import { rememberRequestId } from "./last-request";
import { beginPress } from "./press";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export type RequestOptions = {
  /** Sent as JSON, with its content type; without it neither is sent. */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
  /** What a 401 means: an error, or "signed out" (null). */
  on401?: "throw" | "returnNull";
  /** Calls of our own versioned API always answer JSON; anything else there is a failure. */
  requireJson?: boolean;
  /** Receives the headers of a success, e.g. for its entity tag. */
  onHeaders?: (headers: Headers) => void;
};

/** What a success without a JSON body counts as. */
export type BareSuccess = { success: true; status: number; text?: string };

/**
 * The specification's call helper. Cookies always travel. Resolves to the parsed JSON, to a
 * `BareSuccess` when the body is empty or not JSON, or to null on a 401 in that mode.
 * Throws the `Response` itself for a 404 and an `ApiError` for everything else.
 */
export async function request<T>(
  method: Method,
  path: string,
  options: RequestOptions & { on401: "returnNull" },
): Promise<T | null>;
export async function request<T>(method: Method, path: string, options?: RequestOptions): Promise<T>;
export async function request<T>(method: Method, path: string, options: RequestOptions = {}): Promise<T | null> {
  log.request(method, path);
  const response = await send(method, path, options);
  rememberRequestId(response.headers.get("x-request-id"));
  if (response.ok) noteAnswer(response.status);
  if (response.status === 401 && options.on401 === "returnNull") {
    if (messageOf(await response.text(), "").body?.code === SUPPORT_OVER) setSessionEnded(true, true);
    return null;
  }
  if (!response.ok) throw await failureOf(method, path, response);
  options.onHeaders?.(response.headers);
  return (await readSuccess(method, path, response, options.requireJson ?? false)) as T;
}

async function send(method: Method, path: string, { body, headers, signal }: RequestOptions): Promise<Response> {
  const withBody = body !== undefined;
  const sent = { ...(withBody ? { "Content-Type": "application/json" } : {}), ...headers };
  const pressed = beginPress(method, sent);
  try {
    return await fetch(path, {
      method,
      credentials: "include",
      headers: sent,
      ...(withBody ? { body: JSON.stringify(body) } : {}),
      ...(signal ? { signal } : {}),
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    log.failure(method, path, 0, String(cause), null);
    noteSilence();
    throw new ApiError(common.noConnection, 0);
  } finally {
    pressed();
  }
}

async function failureOf(method: Method, path: string, response: Response): Promise<Response | ApiError> {
  const { message, body } = messageOf(await response.clone().text(), response.statusText);
  const error = new ApiError(message, response.status, body, response.headers);
  log.failure(method, path, response.status, message, error.requestId);
  noteAnswer(error.status, error.code, error.retryAfter);
  return response.status === 404 ? response : error;
}

/** The `message` of a JSON body; else the status text; else the fixed sentence. */
export function messageOf(text: string, statusText: string): { message: string; body: ProblemBody | null } {
  const fallback = statusText || common.unexpectedError;
  const body = parseObject(text);
  const message = typeof body?.message === "string" && body.message ? body.message : null;
  if (body) return { message: message ?? common.unexpectedError, body };
  return { message: fallback, body: null };
}

function parseObject(text: string): ProblemBody | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as ProblemBody) : null;
  } catch {
    return null;
  }
}

async function readSuccess(method: Method, path: string, response: Response, requireJson: boolean): Promise<unknown> {
  const text = await response.text();
  if (!text) return { success: true, status: response.status } satisfies BareSuccess;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    const contentType = response.headers.get("content-type") ?? "";
    if (requireJson) throw new ApiError(common.unexpectedError, response.status, null, response.headers);
    log.odd(method, path, contentType);
    return { success: true, status: response.status, text } satisfies BareSuccess;
  }
}

import { ApiError } from "./errors";
import { request, type RequestOptions } from "./request";

const RETRIED_STATUSES = new Set([0, 502, 503, 504]);
const MAX_RETRIES = 2;

type V1Options = Omit<RequestOptions, "requireJson" | "body">;

/** GET of the versioned API: retried with jitter on network errors and 502-504 only. */
export async function v1Get(address: string, options: V1Options = {}): Promise<unknown> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await request("GET", address, { ...options, requireJson: true });
    } catch (error) {
      const retryable = error instanceof ApiError && RETRIED_STATUSES.has(error.status) && attempt < MAX_RETRIES;
      if (!retryable) throw error;
      await pause(backoff(attempt, error.retryAfter), options.signal);
    }
  }
}

/** Writes are never repeated by the client; the idempotency key lets the reader press again safely. */
export function v1Send(
  method: "POST" | "PUT" | "PATCH" | "DELETE",
  address: string,
  body?: unknown,
  options: V1Options = {},
): Promise<unknown> {
  const headers = method === "POST" ? { "Idempotency-Key": crypto.randomUUID(), ...options.headers } : options.headers;
  return request(method, address, { ...options, ...(headers ? { headers } : {}), body, requireJson: true });
}

/** Milliseconds: the server's wish when it is short, else half to all of 400, 800 … */
export function backoff(attempt: number, retryAfter: number | null, random: () => number = Math.random): number {
  if (retryAfter !== null && retryAfter <= 10) return retryAfter * 1000;
  const ceiling = 400 * 2 ** attempt;
  return ceiling / 2 + random() * (ceiling / 2);
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason instanceof Error ? signal.reason : new DOMException("Aborted", "AbortError"));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, ms);
    signal?.addEventListener("abort", abort, { once: true });
  });
}

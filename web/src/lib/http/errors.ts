import { common } from "@/lib/messages/common";

export type FieldProblem = { pointer: string; detail: string; code?: string };

/** The body every failure of our own API carries; foreign proxies may send anything. */
export type ProblemBody = {
  message?: string;
  error?: string;
  code?: string;
  requestId?: string;
  errors?: FieldProblem[];
  [extension: string]: unknown;
};

/** Every failed call except a 404, which is thrown as the answer itself. `status` 0: no answer arrived. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: ProblemBody | null;
  readonly requestId: string | null;
  /** Seconds to wait, from Retry-After, on 429 and 503. */
  readonly retryAfter: number | null;

  constructor(message: string, status: number, body: ProblemBody | null = null, headers: Headers | null = null) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.body = body;
    this.requestId = body?.requestId ?? headers?.get("x-request-id") ?? null;
    this.retryAfter = secondsOf(headers?.get("retry-after") ?? null);
  }

  get offline(): boolean {
    return this.status === 0;
  }

  get code(): string | null {
    return this.body?.code ?? null;
  }
}

function secondsOf(header: string | null): number | null {
  if (!header) return null;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, Math.ceil(seconds));
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}

/** What to tell the reader about any thrown value. */
export function textOf(error: unknown): string {
  if (error instanceof Response)
    return error.status === 404 ? common.notFound : error.statusText || common.unexpectedError;
  if (error instanceof Error && error.message) return error.message;
  return common.unexpectedError;
}

export function requestIdOf(error: unknown): string | null {
  if (error instanceof ApiError) return error.requestId;
  if (error instanceof Response) return error.headers.get("x-request-id");
  return null;
}

export function isNotFound(error: unknown): boolean {
  return error instanceof Response && error.status === 404;
}

/** An id in the address that names nothing here: unknown, of somebody else, or no id at all. */
export function namesNothing(error: unknown): boolean {
  return isNotFound(error) || (error instanceof ApiError && error.status === 422);
}

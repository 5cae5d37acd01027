/** The only place that writes to the console: each request and each failure, never a body and never a token. */
export const log = {
  request(method: string, path: string): void {
    // eslint-disable-next-line no-console -- the specification asks for each request to be logged
    console.info(`[api] ${method} ${path}`);
  },
  failure(method: string, path: string, status: number, message: string, requestId: string | null): void {
    // eslint-disable-next-line no-console -- the specification asks for each failure to be logged
    console.error(
      `[api] ${method} ${path} failed with ${status || "no answer"}: ${message}${requestId ? ` (request ${requestId})` : ""}`,
    );
  },
  odd(method: string, path: string, contentType: string): void {
    // eslint-disable-next-line no-console -- a success that is not JSON is legal here but worth knowing about
    console.warn(`[api] ${method} ${path} succeeded without JSON (${contentType || "no content type"})`);
  },
  crash(error: unknown): void {
    // eslint-disable-next-line no-console -- the error boundary has no other place to leave the stack
    console.error("[app] a screen failed", error);
  },
};

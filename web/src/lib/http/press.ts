/** A call that a press caused, as it is told to the server: began and took in the page's milliseconds. */
export type Press = { traceparent: string; method: string; began: number; took: number };

/** What was pressed since the last report; the oldest go when nobody fetches them. */
export const presses: Press[] = [];
const MOST = 20;

function hex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
}

/** Begins the trace of a call that changes something; reading is sampled by the server alone. Returns what ends it. */
export function beginPress(method: string, headers: Record<string, string>): () => void {
  if (method === "GET") return () => undefined;
  const press = { traceparent: `00-${hex(16)}-${hex(8)}-01`, method, began: performance.now(), took: 0 };
  headers.traceparent = press.traceparent;
  return () => {
    press.took = performance.now() - press.began;
    if (presses.push(press) > MOST) presses.shift();
  };
}
